"""A button is a tap where one prompt alone can mean it."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import choose, draw
from companion.schema import Meaning, Option, Prompt, Reading, Refusal, SeenObject
from companion.sessions.matching.button_press import ButtonAnswer, ButtonConfirm, ButtonIgnored, press

GOLD = SeenObject("deed", "go", 1.0)
PATH = choose("1", "Ann: go on?", [Option("go", "Go on"), Option("stay", "Stay")])


def asked(*prompts: Prompt) -> tuple[Prompt, ...]:
    return tuple(replace(p, id=f"p7.{i}") for i, p in enumerate(prompts))


def pressed(expect: str = "p7", zone: str = "bag") -> Reading:
    return Reading("r1", "lamp", "bridge/desk", "e", 1, expect, zone, (SeenObject("press", "B0:1", 1.0),))


def told(found: ButtonAnswer | ButtonConfirm | ButtonIgnored) -> str | tuple[str, ...]:
    return found.answer.values if isinstance(found, ButtonAnswer) else found.why


def test_the_golden_button_goes_on() -> None:
    found = press(pressed(), GOLD, asked(PATH))
    assert isinstance(found, ButtonAnswer)
    answer = found.answer
    assert (answer.id, answer.prompt, answer.values, answer.by, answer.reading) == ("r1", "p7.0", ("go",), "1", "")


def test_the_golden_button_takes_the_one_thing_that_is_possible() -> None:
    no = Refusal("NO", "Not now.")
    options = [Option("run"), Option("rest", refused=no)]
    assert told(press(pressed(), GOLD, asked(choose("1", "Ann: what?", options)))) == ("run",)


def test_a_button_may_stand_for_any_option() -> None:
    assert told(press(pressed(), SeenObject("deed", "stay"), asked(PATH))) == ("stay",)


def test_golden_button_with_many_options_shows_a_notice() -> None:
    prompts = asked(choose("1", "Ann: what?", ["run", "rest"]))
    assert str(told(press(pressed(), GOLD, prompts))) == "Nothing goes on by a button now: tap what you do."


def test_button_for_another_option_names_it() -> None:
    assert str(told(press(pressed(), SeenObject("deed", "end_turn"), asked(PATH)))) == (
        "The button says “end turn”, and that is not asked now."
    )


def test_a_refused_option_says_why() -> None:
    options = [Option("go", "Go on", Refusal("NO", "The door is shut.")), Option("stay"), Option("look")]
    assert told(press(pressed(), GOLD, asked(choose("1", "Ann: go on?", options)))) == "The door is shut."


def test_button_that_two_prompts_offer_must_be_tapped() -> None:
    prompts = asked(PATH, replace(PATH, seat="2", title="Ben: go on?"))
    assert (
        str(told(press(pressed(), GOLD, prompts))) == "The button may mean “Ann: go on?” or “Ben: go on?”: tap which."
    )


def test_button_prefers_options_outside_the_menu() -> None:
    prompts = asked(replace(PATH, at="menu", title="Ann: the menu"), PATH)
    found = press(pressed(), GOLD, prompts)
    assert isinstance(found, ButtonAnswer) and found.answer.prompt == "p7.1"


def test_long_press_option_is_pressed_twice() -> None:
    prompts = asked(choose("1", "Ann: what?", ["run", "rest", Option("hold", "End the phase")]))
    first = press(pressed(), GOLD, prompts)
    assert isinstance(first, ButtonConfirm) and (first.prompt, first.option) == ("p7.0", "hold")
    assert str(first.why) == "Press it again: End the phase."
    assert told(press(pressed(), GOLD, prompts, armed=("p7.0", "hold"))) == ("hold",)
    assert isinstance(press(pressed(), GOLD, prompts, armed=("p6.0", "hold")), ButtonConfirm)


def test_end_of_turn_is_pressed_once_with_few_options() -> None:
    assert told(press(pressed(), GOLD, asked(choose("1", "Ann: what?", ["run", "end"])))) == ("end",)
    much = asked(choose("1", "Ann: what?", ["run", "rest", "look", "end"]))
    assert isinstance(press(pressed(), GOLD, much), ButtonConfirm)


def test_a_press_of_before_the_question_answers_nothing() -> None:
    assert str(told(press(pressed("p6"), GOLD, asked(PATH)))) == (
        "The button was pressed before this was asked: press it again."
    )


def test_a_secret_is_answered_by_no_button() -> None:
    assert isinstance(press(pressed(), GOLD, asked(replace(PATH, secret=True))), ButtonIgnored)


def test_phone_and_own_button_answer_for_their_seat() -> None:
    assert isinstance(press(pressed(), GOLD, asked(PATH), claimed={"1"}), ButtonIgnored)
    assert told(press(pressed(zone="seat-1"), GOLD, asked(PATH), claimed={"1"})) == ("go",)


def test_the_button_of_a_seat_answers_for_no_other() -> None:
    assert isinstance(press(pressed(zone="seat-2"), GOLD, asked(PATH)), ButtonIgnored)


def test_no_button_draws_a_token() -> None:
    prompts = asked(draw("1", "Ann: a token", ("go", "skull"), of=("token",)))
    assert isinstance(press(pressed(), GOLD, prompts), ButtonIgnored)


def test_an_untaught_button_is_named() -> None:
    deed = pressed().deed({})
    assert deed is not None
    assert str(told(press(pressed(), deed, asked(PATH)))) == (
        "The button B0:1 is not taught yet: say on the page of readers what it does."
    )


def test_the_tag_book_says_what_a_button_does() -> None:
    assert pressed().deed({"B0:1": Meaning("deed", "go")}) == GOLD
    assert replace(pressed(), objects=(SeenObject("tag", "B0:1"),)).deed({}) is None
