"""Bad input is refused by name, nothing has changed then, and the prompt is still open."""

from __future__ import annotations

import pytest

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import RequirementFixed
from companion.games.draw_your_weapon.rules.actions.attacks import weapon_attack
from companion.schema import Answer, Refused
from tests.games.course import alone, give
from tests.games.draw_your_weapon.table import ANN, BEN, GATEKEEPER, a_contest, a_skill_test, having, state, whole_rest


def asked_for_a_card(s):
    run = a_skill_test(s)
    give(run, "9")
    return run


def surprised(s):
    run = a_skill_test(s, surprise=True)
    give(run, "9")
    return run


def resting(s):
    run = alone(GAME, having(s, ANN, hand=1), whole_rest)
    give(run, "completed")
    return run


def attacking(s):
    run = alone(GAME, s, lambda g: weapon_attack(g, ANN))
    give(run, GATEKEEPER)
    return run


@pytest.mark.parametrize(
    ("run", "cards", "code", "sentence"),
    [
        (asked_for_a_card(state(pile=("7C",))), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Pile"),
        (asked_for_a_card(state(void=("7C",))), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Void"),
        (
            asked_for_a_card(having(state(), BEN, known=("7C",))),
            ("7C",),
            "CARD_NOT_IN_HAND",
            "7 of Clubs .* is in the hand of Ben",
        ),
        (surprised(state(pile=("7C",))), ("7C",), "DUPLICATE_CARD", "7 of Clubs .* the Library: it lies in the Pile"),
        (
            surprised(having(state(), BEN, known=("7C",))),
            ("7C",),
            "DUPLICATE_CARD",
            "7 of Clubs .* the Library: it is in the hand of Ben",
        ),
        (resting(state(void=("7C",))), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Void"),
        (attacking(state()), ("KC",), "VALUE_OUT_OF_RANGE", "King of Clubs is out of range: .* from 4 to 10"),
        (asked_for_a_card(state()), ("14C",), "UNKNOWN_FACE", "14C is not possible"),
        (asked_for_a_card(state()), ("7C", "8C"), "WRONG_COUNT", "1 wanted, 2 came"),
        (a_contest(), ("7C", "8C"), "WRONG_COUNT", "1 wanted, 2 came"),
    ],
    ids=[
        "in the pile",
        "in the void",
        "another hand",
        "turned of the pile",
        "turned of a hand",
        "rest",
        "out of range",
        "no such card",
        "two cards",
        "three of two",
    ],
)
def test_impossible_card_is_refused_by_name(run, cards, code, sentence):
    before, asked = run.state, run.open
    with pytest.raises(Refused, match=sentence) as no:
        run.answer(Answer("a", run.open[0].id, cards, ANN))
    assert no.value.code == code
    assert (run.state, run.open) == (before, asked)


def way(run, key):
    return next(p for p in run.open if p.key == key and p.at == "menu")


def take(run, prompt, value):
    return run.answer(Answer(f"w-{prompt.id}", prompt.id, (value,), prompt.seat))


def test_requirement_may_change_before_the_card():  # DYW-SKILL-3, -6
    run = asked_for_a_card(state())
    take(run, way(run, "test.change"), "number")
    assert give(run, "7") == (RequirementFixed(7),)
    give(run, "7H")
    assert run.state.last.winners == (ANN,)


def test_requirement_option_is_grey_after_the_card():  # DYW-SKILL-6
    run = Run(GAME, state())
    for value in ("skill_test", "might", ANN, "9", "7H"):
        give(run, value)
    before = run.state
    with pytest.raises(Refused, match="cannot change once the card lies there") as no:
        take(run, way(run, "requirement"), "number")
    assert no.value.code == "REQUIREMENT_LOCKED"
    assert run.state == before


def test_requirement_is_locked_while_bonus_is_open():  # DYW-SKILL-6
    run = asked_for_a_card(state(asks_attribute=True))
    give(run, "7C")
    assert [p.rule for p in run.open] == ["DYW-TEST-7"]
    with pytest.raises(Refused) as no:
        run.correct(RequirementFixed(3))
    assert no.value.code == "REQUIREMENT_LOCKED"


def test_requirement_can_be_shown_once():
    run = Run(GAME, state())
    for value in ("skill_test", "might", ANN, "9", "7H"):
        give(run, value)
    take(run, way(run, "requirement"), "show")
    assert run.state.last.shown
    assert not [p for p in run.open if p.key == "requirement"]


def test_skill_test_can_be_called_off_before_the_card():
    run = asked_for_a_card(state())
    take(run, way(run, "test.change"), "off")
    assert (run.state.test, run.state.last, run.state.characters[ANN].experience) == (None, None, 0)
