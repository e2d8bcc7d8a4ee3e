"""Combat: turns, Actions, damage and what they refuse."""

from __future__ import annotations

import pytest

from companion.engine import Play, Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import RequirementFixed
from companion.games.draw_your_weapon.rules.actions import ACTIONS
from companion.games.draw_your_weapon.rules.combat import fighters, harm
from companion.games.draw_your_weapon.views.seat_view import heading
from companion.schema import Refused
from tests.games.course import give
from tests.games.draw_your_weapon.table import ANN, BEN, CLEO, GATEKEEPER, a_contest, having, state


def done(s, *answers):
    run = Run(GAME, s)
    for answer in answers:
        give(run, answer, seat=ANN)
    return run.state.characters[ANN]


@pytest.mark.parametrize(("used", "defending"), [("use_ability", False), ("attack", False), ("part_of_test", True)])
def test_feature_is_an_action_outside_a_test(used, defending):  # DYW-ABILITY-1, -2, DYW-SPECIAL-3
    assert done(having(state(), ANN, defending=True), "feature", used).defending is defending


def test_resting_character_takes_no_action():  # DYW-REST-2
    s = having(state(), ANN, resting=True)
    assert {no.code for a in ACTIONS if (no := a.refuse(s, ANN))} == {"RESTING", "IN_COMBAT_ONLY", "NOT_YOUR_TURN"}
    assert all(a.refuse(s, ANN) for a in ACTIONS)


def test_requirement_is_locked_after_the_card():  # DYW-SKILL-6
    run = a_contest()
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    with pytest.raises(Refused) as no:
        run.correct(RequirementFixed(3))
    assert no.value.code == "REQUIREMENT_LOCKED"


def fighting(s=None):
    run = Run(GAME, s or state())
    give(run, "combat")
    return run


def test_combat_begins_with_the_first_seat():
    s = fighting().state
    assert (s.in_combat, s.turn, s.round) == (True, ANN, 1)


def test_heading_names_round_and_turn_in_combat_only():
    s = fighting().state
    assert str(heading(state()).subtitle) == ""
    assert str(heading(s).subtitle) == f"Combat · Round 1 · {s.characters[ANN].called!s}"


def test_turn_marker_wraps_into_a_new_round():
    run = fighting()
    seen = []
    for _ in fighters(run.state):
        give(run, "next_turn")
        seen.append((run.state.turn, run.state.round))
    assert seen[0] == (BEN, 1)
    assert seen[-1] == (ANN, 2)
    assert len({turn for turn, _ in seen}) == len(seen)


def test_turn_is_ended_by_its_seat_only():
    run = fighting()
    with pytest.raises(Refused, match="It is not Ben’s turn"):
        give(run, "end_turn", seat=BEN)
    give(run, "end_turn", seat=ANN)
    assert run.state.turn == BEN


def test_turn_skips_characters_that_are_down():
    run = fighting(having(state(), BEN, conditions=("Down",)))
    give(run, "next_turn")
    assert run.state.turn == CLEO


def hurt(s, damage, target=BEN):
    g = Play(s, GAME.apply)
    harm(g, target, damage)
    return g


@pytest.mark.parametrize(
    ("rule", "guard", "hp"),
    [("guard_first", 0, 9), ("hp", 3, 6), ("by_hand", 3, 12)],
)
def test_the_table_decides_what_damage_takes_away(rule, guard, hp):
    ben = hurt(having(state(damage=rule), BEN, hp=12, guard=3), 6).state.characters[BEN]
    assert (ben.guard, ben.hp) == (guard, hp)


def test_losing_all_guard_breaks_a_character():  # DYW-GUARD-2
    assert hurt(having(state(), BEN, guard=3), 3).state.characters[BEN].conditions == ("Broken",)


def test_losing_all_hp_ends_the_defence():
    ben = hurt(having(state(), BEN, hp=4, defending=True), 9).state.characters[BEN]
    assert (ben.hp, ben.conditions, ben.defending) == (0, ("Down",), False)


def test_target_without_hp_takes_no_harm():
    assert hurt(having(state(), GATEKEEPER, hp=0, max_hp=None, guard=0), 9, GATEKEEPER).facts == []
    assert hurt(state(), 9, "something else").facts == []


def test_character_that_is_down_takes_no_action():
    run = Run(GAME, having(state(), ANN, hp=0, conditions=("Down",)))
    for action in ("defend", "simple_strike", "weapon_attack", "dash", "feature"):
        with pytest.raises(Refused) as no:
            give(run, action, seat=ANN)
        assert no.value.code == "DOWN"
