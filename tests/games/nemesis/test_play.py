"""Rounds, passes and turns."""

from __future__ import annotations

from companion.engine import Run
from companion.games.nemesis import GAME
from tests.games.course import give
from tests.games.nemesis.ship import ANN, BEN, answer, awake, page, state, with_character, with_room


def test_sample_asks_for_an_action_at_once():
    run = Run(GAME, awake())
    assert run.at_rest
    assert [str(p.title) for p in run.open if p.at != "menu"] == ["choose an action, 2 actions left"]


def test_round_ends_after_two_actions():  # NEM-X-TURN-1
    run = answer(Run(GAME, state()), "move:lab", "Search", "1", "move:nest", "Rest", "1")
    assert run.state.active == BEN
    assert run.at_rest


def test_passed_character_waits_for_the_next_turn():
    run = answer(Run(GAME, state()), "pass", "move:lab", "Search", "1", "move:nest", "Rest", "silence")
    assert run.state.active == BEN
    assert run.state.characters[BEN].actions == 2


def test_round_skips_a_dead_character():
    run = answer(Run(GAME, with_character(page(), BEN, fate="dead")), "pass")
    assert run.state.phase == "event"  # Ben is not asked


def test_new_turn_fills_hands_to_five_cards():  # NEM-X-TURN-1
    run = answer(Run(GAME, with_character(state(), ANN, deck=("Aim", "Weld"))), "pass", "pass")
    (draw,) = run.open
    assert (draw.seat, draw.kind, draw.least) == ("house", "draw", 1)
    give(run, "Weld")
    assert run.state.characters[ANN].hand[-1] == "Weld"
    assert (run.state.active, run.state.turns) == (BEN, 14)  # who begins the turn changes with it
    assert not any(c.passed for c in run.state.characters.values())


def test_phase_does_not_begin_without_a_crew():
    s = with_character(with_room(page(), "lab", marks=("fire",)), BEN, fate="dead")
    run = answer(Run(GAME, with_character(s, ANN, serious_wounds=3, room="lab")), "pass")
    assert run.over
    assert "PhaseBegan" not in {type(fact).__name__ for fact in run.facts}
