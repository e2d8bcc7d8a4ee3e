"""Simple Strike and Weapon Attack."""

from __future__ import annotations

import pytest

from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Weapon
from companion.games.draw_your_weapon.rules.actions.attacks import (
    cannot_strike,
    cannot_use_weapon,
    simple_strike,
    weapon_attack,
)
from companion.schema import Refused, Sum
from tests.games.course import alone, give
from tests.games.draw_your_weapon.table import ANN, GATEKEEPER, having, shared, state

MACE = Weapon("mace", 4, 10, ("C",))


def struck(s, *answers):
    run = alone(GAME, s, lambda g: simple_strike(g, ANN))
    for answer in answers:
        give(run, answer)
    return run


def attacked(s, *answers):
    run = alone(GAME, s, lambda g: weapon_attack(g, ANN))
    for answer in answers:
        give(run, answer)
    return run


def mighty(might, **changes):
    s = having(state(), ANN, **changes)
    return having(s, ANN, attributes={**s.characters[ANN].attributes, "might": might})


@pytest.mark.parametrize(("might", "damage"), [(-5, 0), (0, 1), (1, 1), (2, 2), (3, 2), (4, 3)])
def test_a_strike_deals_one_and_half_of_might_rounded_down(might, damage):  # DYW-STRIKE-5
    run = struck(mighty(might), GATEKEEPER, "yes", "KC")
    assert run.state.blow.damage == damage


def test_strike_damage_ignores_the_card():  # DYW-STRIKE-4, -7
    low, high = (struck(state(), GATEKEEPER, "yes", card) for card in ("2S", "KC"))
    assert low.state.blow.damage == high.state.blow.damage
    assert (shared(low.state).pile, low.state.characters[ANN].hand) == (("2S",), 4)


def test_strike_can_target_an_object():  # DYW-STRIKE-6
    assert struck(state(), "something else", "yes", "2S").state.blow.target == "something else"


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"conditions": ("Restricted",)}, "RESTRICTED"), ({"resting": True}, "RESTING"), ({"hand": 0}, "NO_CARD_TO_PLAY")],
)
def test_a_strike_is_refused(changes, code):  # DYW-STRIKE-1
    assert cannot_strike(having(state(), ANN, **changes), ANN).code == code


def test_strike_is_possible_with_full_hands():  # DYW-STRIKE-2, -3
    assert cannot_strike(having(state(), ANN, weapons=(MACE, MACE)), ANN) is None


@pytest.mark.parametrize(("card", "damage"), [("4C", 6), ("10C", 12), ("7C", 9), ("7H", 7), ("10S", 10)])
def test_the_result_of_a_weapon_is_its_damage(card, damage):  # DYW-WEAPON-6 to -8
    assert attacked(mighty(2, weapons=(MACE,)), GATEKEEPER, card).state.blow.damage == damage


@pytest.mark.parametrize("card", ["3C", "JC", "AC"])
def test_the_printed_value_must_be_in_the_range(card):  # DYW-WEAPON-3, -5, -9
    run = attacked(mighty(2, weapons=(MACE,)), GATEKEEPER)
    with pytest.raises(Refused, match="the mace takes values from 4 to 10") as no:
        give(run, card)
    assert no.value.code == "VALUE_OUT_OF_RANGE"


def test_a_weapon_without_suits_never_adds_might():  # DYW-WEAPON-4, DYW-AMB-17
    assert attacked(mighty(3, weapons=(Weapon("bow", 1, 13),)), GATEKEEPER, "7C").state.blow.damage == 7


def test_weapon_attack_asks_for_one_of_several_weapons():  # DYW-WEAPON-1
    run = attacked(mighty(2, weapons=(MACE, Weapon("bow", 1, 13))), "bow", GATEKEEPER, "KC")
    assert (run.state.blow.weapon, run.state.blow.damage) == ("bow", 13)


def test_weapon_attack_needs_a_weapon():  # DYW-WEAPON-1
    assert cannot_use_weapon(having(state(), ANN, weapons=()), ANN).code == "WEAPON_NOT_EQUIPPED"
    assert cannot_use_weapon(having(state(), ANN, weapons=(MACE,)), ANN, "bow").code == "WEAPON_NOT_EQUIPPED"


def test_attack_result_is_shown_with_its_terms():
    run = attacked(mighty(2, weapons=(MACE,)), GATEKEEPER, "7C")
    verdict = next(b for b in GAME.view(run.state, "table") if isinstance(b, Sum))
    assert [(str(t.label), t.value) for t in verdict.terms] == [("7 of Clubs", 7), ("Might", 2)]
    assert str(verdict.sentence) == "Ann strikes The gatekeeper with the mace: 9 damage."
