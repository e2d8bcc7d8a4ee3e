"""A button is a tap where one prompt alone can mean it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine import choose, draw
from companion.schema import Meaning, Option, Prompt, Reading, Refusal, SeenObject
from companion.sessions.matching.button_press import ON_ITS_DEVICE, ButtonAnswer, press

GOLD = SeenObject("deed", "go", 1.0)
PATH = choose("1", "Ann: go on?", [Option("go", "Go on"), Option("stay", "Stay")])
NO = Refusal("NO", "The door is shut.")
LATE = "The button was pressed before this was asked: press it again."
NOTHING = "Nothing goes on by a button now: tap what you do."
AGAIN = "Press it again: End the phase."


def what(*options: Option | str) -> Prompt:
    return choose("1", "Ann: what?", list(options))


HOLD = what("run", "rest", Option("hold", "End the phase"))


def pressed(expect: str = "p7", zone: str = "bag") -> Reading:
    return Reading("r1", "lamp", "bridge/desk", "e", 1, expect, zone, (SeenObject("press", "B0:1", 1.0),))


def outcome(deed: SeenObject, prompts: tuple[Prompt, ...], reading: Reading, **known: Any) -> Any:
    """Return the prompt and the option that the press answers, or the sentence of a notice."""
    asked = tuple(replace(prompt, id=f"p7.{place}") for place, prompt in enumerate(prompts))
    found = press(reading, deed, asked, **known)
    return (found.answer.prompt, *found.answer.values) if isinstance(found, ButtonAnswer) else str(found.why)


@pytest.mark.parametrize(
    ("prompts", "deed", "expected"),
    [
        ((PATH,), "go", ("p7.0", "go")),
        ((PATH,), "stay", ("p7.0", "stay")),
        ((what("run", Option("rest", refused=NO)),), "go", ("p7.0", "run")),
        ((what("run", "rest"),), "go", NOTHING),
        ((PATH,), "end_turn", "The button says “end turn”, and that is not asked now."),
        ((what(Option("go", "Go on", NO), "stay", "look"),), "go", "The door is shut."),
        ((PATH, replace(PATH, seat="2", title="Ben: go on?")), "go", "The button may mean “Ann: go on?” or “Ben: go on?”: tap which."),
        ((replace(PATH, at="menu", title="Ann: the menu"), PATH), "go", ("p7.1", "go")),
        ((HOLD,), "go", AGAIN),
        ((what("run", "rest", "end"),), "go", ("p7.0", "end")),
        ((what("run", "rest", "look", Option("end", "End the phase")),), "go", AGAIN),
        ((replace(PATH, secret=True),), "go", NOTHING),
        ((draw("1", "Ann: a token", ("go", "skull"), of=("token",)),), "go", NOTHING),
    ],
    ids=["golden", "other option", "one possible", "many", "not asked", "refused", "two prompts", "menu", "long press",
         "short end", "long end", "secret", "token"],
)  # fmt: skip
def test_button_takes_the_one_option_that_is_meant(prompts: tuple[Prompt, ...], deed: str, expected: Any) -> None:
    assert outcome(SeenObject("deed", deed, 1.0), prompts, pressed()) == expected


@pytest.mark.parametrize(
    ("prompt", "reading", "known", "expected"),
    [
        (PATH, pressed("p6"), {}, LATE),
        (PATH, pressed(), {"claimed": {"1"}}, NOTHING),
        (what(Option("go", "Go on", NO), "stay", "look"), pressed(zone="seat-1"), {"claimed": {"1"}}, str(ON_ITS_DEVICE)),
        (PATH, pressed(zone="seat-1"), {"claimed": {"1"}}, ("p7.0", "go")),
        (PATH, pressed(zone="seat-2"), {}, NOTHING),
        (HOLD, pressed(), {"armed": ("p7.0", "hold")}, ("p7.0", "hold")),
        (HOLD, pressed(), {"armed": ("p6.0", "hold")}, AGAIN),
        (HOLD, pressed(zone="seat-1"), {"claimed": {"1"}}, "Press it again."),
    ],
    ids=["late", "claimed seat", "own device knows why", "own button", "other seat", "second press", "press of another prompt", "own long press"],
)  # fmt: skip
def test_button_answers_for_its_seat_and_question(prompt: Prompt, reading: Reading, known: Any, expected: Any) -> None:
    assert outcome(GOLD, (prompt,), reading, **known) == expected


def test_tag_book_says_what_a_button_does() -> None:
    assert pressed().deed({"B0:1": Meaning("deed", "go")}) == GOLD
    assert replace(pressed(), objects=(SeenObject("tag", "B0:1"),)).deed({}) is None
    untaught = pressed().deed({})
    assert untaught is not None
    assert outcome(untaught, (PATH,), pressed()) == (
        "The button B0:1 is not taught yet: say on the page of readers what it does."
    )
