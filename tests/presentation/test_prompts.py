"""Prompts for people and readers: words beside them, offered demo throws, expectations, and a cache for what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine import draw, write
from companion.i18n import _, from_data
from companion.presentation import expect_of
from companion.presentation.log_lines import given_words
from companion.presentation.responses import DemoOffers
from companion.presentation.snapshot import prompt_views
from companion.presentation.tray import fitting_offers
from companion.presentation.visibility import MemoCache
from companion.schema import (
    TABLE,
    Answer,
    ChoosePrompt,
    DrawPrompt,
    Expectation,
    ExpectedAnswer,
    Option,
    Prompt,
    Refusal,
    Words,
)
from companion.sessions import SessionManager
from tests.fakes import TOY
from tests.new_log import new_log

PROPOSED = write("1", _("what is it?"), (Option("Broken", from_data("Broken")),))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[SessionManager]:
    log = new_log(tmp_path)
    yield SessionManager(log, Random(1))
    log.close()


@pytest.mark.parametrize(("game", "said"), [("arkham", {""}), ("nemesis", {"graph"}), ("draw_your_weapon", set())])
def test_now_line_names_the_only_awaited_prompt(hall: SessionManager, game: str, said: set[str]) -> None:
    """Menu prompts stand beside it; of several prompts none is named alone."""
    views = prompt_views(hall.snapshot(hall.open(game)), TABLE, frozenset())
    assert {one.prompt.at for one in views if one.above} == said
    assert sum(one.above for one in views) == len(said)


@pytest.mark.parametrize(
    ("value", "words"),
    [("King", "King"), ("AS", "AS"), ("my_charm", "my_charm"), ("Broken", from_data("Broken"))],
    ids=["a word of ours", "a card", "an underscore", "a proposal"],
)
def test_typed_words_stay_and_proposals_are_translated(value: str, words: Words) -> None:
    assert given_words(Answer("a", "p1.0", (value,)), PROPOSED) == (words,)


def test_expectation_names_faces_and_hides_hands_decks_and_words(
    hall: SessionManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    hall.open("toy")
    assert expect_of(hall.snapshot("t1")) == Expectation("t1.p1"), "a tap needs no reading"
    top = replace(draw("1", "Ann: turn the top card", ("AS", "2S"), of=("card",)), id="p2.0")
    assert [want.faces for want in expect_of(replace(hall.snapshot("t1"), open=(top,))).wants] == [()]
    wanted = {}
    for choice in ("coins", "cards"):
        hall.answer("t1", Answer(choice, hall.snapshot("t1").open[0].id, (choice,)))
        wanted[choice] = expect_of(hall.snapshot("t1"))
        hall.history.undo("t1", 0)
    assert wanted["coins"].wants == (ExpectedAnswer("p2.0", ("coin",), ("heads", "tails"), 3, "tray"),)
    assert [want.faces for want in wanted["cards"].wants] == [(), ()]
    assert "Ann" not in repr(wanted)


DEMO = DemoOffers(("token", "d6", "handful"), (("0F00A1", "skull"), ("0F00A2", "adult-3")))
RECORDED = (("token", ("skull",)), ("token", ("-1",)), ("d6", ("3", "4")), ("d6", ("1", "6", "6")))
ANOTHER_BAG = DrawPrompt("1", "Ann: draw", (Option("blank"), Option("adult-3")), of=("token", "tag"))
REFUSED = DrawPrompt("1", "Ann: draw", (Option("skull", refused=Refusal("GONE", "It is out.")),), of=("token",))


@pytest.mark.parametrize(
    ("prompts", "throws"),
    [
        ((), DEMO.throws),
        ((ChoosePrompt("1", "Ann: choose", (Option("go"),)),), DEMO.throws),
        ((ANOTHER_BAG,), ()),
        ((REFUSED,), ()),
    ],
    ids=["no prompt", "a choice", "another bag", "refused"],
)
def test_demo_offers_throws_that_fit_the_prompts(prompts: tuple[Prompt, ...], throws: tuple[str, ...]) -> None:
    offered = fitting_offers(DEMO, RECORDED, prompts)
    assert offered is not None and offered.throws == throws
    assert fitting_offers(None, RECORDED, prompts) is None, "a real table offers nothing"


class Thing:
    """Equal to any other, but a distinct object."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    def __hash__(self) -> int:
        return 0


def test_cache_distinguishes_objects_order_and_viewer() -> None:
    made = iter(range(1, 10_000)).__next__
    kept, one, other = MemoCache[int](9), Thing(), Thing()
    asked = (((one,), "1"), ((other,), "1"), ((one,), "2"), ((one, other), "1"), ((other, one), "1"))
    for _number in range(2):
        assert [kept.of(things, how, made) for things, how in asked] == [1, 2, 3, 4, 5]
    few, things = MemoCache[int](2), [Thing() for _ in range(3)]
    assert [few.of((thing,), "", made) for thing in things] == [6, 7, 8]
    assert [few.of((thing,), "", made) for thing in reversed(things)] == [8, 7, 9], "only the newest are kept"
    large = MemoCache[int](1000)
    found = [large.of((Thing(),), "", made) for _ in range(500)]
    assert len(set(found)) == 500, "a new object may reuse the address of a deleted one"
