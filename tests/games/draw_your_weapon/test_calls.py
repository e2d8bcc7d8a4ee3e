"""Calls of the Dealer, and attacks of figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import DECK
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Effect, Feature, Weapon
from companion.games.draw_your_weapon.rules.actions.called_tests import (
    call_contest,
    call_surprise_contest,
    what_counts,
)
from companion.games.draw_your_weapon.rules.actions.figure_attacks import figure_attack
from companion.games.draw_your_weapon.rules.checks import contest
from companion.games.draw_your_weapon.state import Hand
from companion.schema import Refused
from tests.games.course import alone, give
from tests.games.draw_your_weapon.table import ANN, BEN, CLEO, GATEKEEPER, having, shared, state
from tests.games.draw_your_weapon.test_decks import with_rules

CLUB = Weapon("club", 3, 9, ("C",))


def named(*answers):
    """Return the attribute and suit that the Dealer named."""
    heard = []

    def play(g):
        heard.append((yield from what_counts(g)))

    run = alone(GAME, state(), play)
    for answer in answers:
        give(run, answer)
    return heard[0]


def attacked(s=None, *answers):
    """The gatekeeper attacks."""
    s = s or having(state(), GATEKEEPER, weapons=(CLUB,))
    run = alone(GAME, s, lambda g: figure_attack(g, "dealer"))
    for answer in (GATEKEEPER, *answers):
        give(run, answer)
    return run


def test_a_figure_attacks_with_its_weapon():  # DYW-ATTACK-1, DYW-WEAPON-6
    run = attacked(None, "club", ANN, "hits", "7C")
    assert run.state.blow.damage == 10  # Might 3
    assert run.state.characters[ANN].hp == 10
    assert run.state.decks["dealer"].pile == ("7C",)
    assert shared(run.state).pile == ()


def test_figure_without_weapon_strikes_without_reach_prompt():  # DYW-STRIKE-5
    run = attacked(having(state(), GATEKEEPER, weapons=()), ANN, "hits", "KC")
    assert (run.state.blow.weapon, run.state.blow.damage) == ("", 2)


def test_surprise_contest_can_avert_the_attack():  # DYW-SURPRISE-1, -2
    run = attacked(None, "club", ANN, "contest")
    give(run, "2H", seat="dealer")
    give(run, "KC", seat=ANN)
    give(run, "leave", seat=ANN)
    assert run.over
    assert (run.state.last.winners, run.state.blow, run.state.characters[ANN].hp) == ((ANN,), None, 20)


def test_lost_surprise_contest_lets_the_attack_hit():
    run = attacked(None, "club", ANN, "contest")
    give(run, "KC", seat="dealer")
    give(run, "2H", seat=ANN)
    give(run, "5C", seat="dealer")
    assert run.state.blow.damage == 8


def test_figure_attack_hits_an_object_at_once():
    run = attacked(None, "club", "something else", "5H")
    assert run.state.blow.target == "something else"


def test_contest_figures_are_limited_by_the_dealers_hand():
    s = replace(with_rules(dealer_hand=1), held=Hand(1))
    figures = [name for name, c in s.characters.items() if not c.is_player][:2]
    run = alone(GAME, s, lambda g: call_contest(g, "dealer"))
    give(run, "might")
    give(run, *figures)
    assert str(run.open[0].title).startswith("you hold 1 card:")
    give(run, ANN, figures[0])
    assert [p.seat for p in run.open] == [ANN, "dealer"]


def test_contest_leaves_out_figures_without_a_card():
    s = replace(with_rules(dealer_hand=1), held=Hand(1))
    figures = tuple(name for name, c in s.characters.items() if not c.is_player)[:2]
    run = alone(GAME, s, lambda g: contest(g, (ANN, *figures), "might", "C"))
    assert run.state.test.who == (ANN, figures[0])


def test_surprise_is_limited_by_the_library():  # DYW-SURPRISE-3, DYW-AMB-20
    s = state(library=2, void=DECK[:35])
    run = alone(GAME, s, lambda g: call_surprise_contest(g, "dealer"))
    give(run, "might")
    with pytest.raises(Refused, match="1 to 2 wanted, 3 came"):
        give(run, ANN, BEN, CLEO)


def test_cards_of_several_seats_have_separate_zones():
    run = alone(GAME, state(), lambda g: contest(g, (ANN, BEN, GATEKEEPER), "might", "C"))
    assert [p.zone for p in run.open] == ["seat-1", "seat-2", "seat-dealer"]
    run = alone(GAME, state(), lambda g: contest(g, (ANN, GATEKEEPER), "might", "C", (ANN,)))
    assert [p.zone for p in run.open] == ["tray"]


SNARL = Feature("Snarl", tags=("Attack",), reserve=3, effects=(Effect("condition", what="Afraid"),))
CLAW = Feature("Claw", tags=("Attack",), low=1, high=13, effects=(Effect("damage", 1),))


def test_figure_attacks_with_a_feature_at_no_cost():  # DYW-SPECIAL-1
    s = having(state(), GATEKEEPER, weapons=(), features=(SNARL, CLAW))
    run = attacked(s, "Claw", ANN, "hits", "5H")
    assert (run.state.blow.weapon, run.state.blow.damage, run.state.characters[ANN].hp) == ("Claw", 5, 14)
    run = attacked(s, "Snarl", ANN, "hits")
    assert run.state.characters[ANN].conditions == ("Afraid",)
    assert run.state.characters[GATEKEEPER].reserve == 0
