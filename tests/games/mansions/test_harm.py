"""Damage and horror, wounds and elimination."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.facts import investigators
from companion.games.mansions.rules.damage_and_horror import (
    InsaneCopy,
    TurnedCards,
    discard,
    flip_faceup,
    look_refused,
    suffer,
)
from companion.games.mansions.state import Harm, Space
from companion.schema import Refused
from tests.games.course import alone
from tests.games.mansions.manor import seat, situation


def after(effect, *arguments, state=None, **named):
    """Return the run after an effect."""

    def procedure(g):
        effect(g, *arguments, **named)
        yield from ()

    return alone(GAME, state or situation(), procedure)


def test_harm_of_one_effect_precedes_wounding():
    run = after(suffer, "1", "damage", 3, state=situation(seat("Ann", damage=Harm(1, 5))))
    assert run.state.seats["1"].damage == Harm(4, 0)
    assert run.state.seats["1"].conditions == ("Wounded",)


def test_second_breakdown_eliminates_and_drops_possessions():
    ann = seat("Ann", damage=Harm(6, 0), conditions=("Wounded",), possessions=("Lantern",))
    state = situation(ann, spaces=MappingProxyType({"A1": Space()}))
    run = after(suffer, "1", "damage", 1, state=state)
    assert run.state.seats["1"].eliminated
    assert run.state.spaces["A1"].items == ("Lantern",)


def test_turned_card_resolves_immediately():
    cards = MappingProxyType({"Slip": "resolve_immediately", "Dread": "keep_faceup"})
    turned = TurnedCards(("Dread", "Slip"))
    run = after(suffer, "1", "damage", 2, turned=turned, state=situation(cards=cards))
    assert [f.card for f in run.facts if isinstance(f, investigators.CardResolved)] == ["Slip"]


def test_insane_copy_without_another_is_kept():
    run = after(suffer, "1", "horror", 7, turned=TurnedCards(insane=(InsaneCopy("a", 6),)))
    assert investigators.InsaneTaken("1", "a", ()) in run.facts


@pytest.mark.parametrize(
    "effect", [lambda g: flip_faceup(g, "1", "damage", 1, True), lambda g: discard(g, "1", "damage", "down", True)]
)
def test_facedown_card_is_never_chosen(effect):
    with pytest.raises(Refused) as refused:
        after(effect)
    assert refused.value.code == "FACEDOWN_MUST_BE_RANDOM"


def test_card_back_is_hidden_from_others():
    state = situation(seat("Ann", conditions=("Insane",), possessions=("Lantern", "Wither")))
    assert look_refused(state, "1", "1", "Insane") is None
    assert look_refused(state, "2", "1", "Insane").code == "HIDDEN"
    assert look_refused(state, "1", "1", "Wither").code == "HIDDEN"
    assert look_refused(state, "1", "1", "Lantern") is None
