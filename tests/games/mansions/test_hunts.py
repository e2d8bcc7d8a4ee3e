"""Moves and reach of monsters."""

from __future__ import annotations

from dataclasses import replace

from companion.games.mansions import GAME
from companion.games.mansions.facts import ActionsGiven, BarricadeDestroyed
from companion.games.mansions.rules.monsters.moves_and_attacks import go, monsters_reached
from companion.games.mansions.state import Barricade, Tokens
from tests.games.course import alone, give
from tests.games.mansions.manor import RAT, hall, tiles
from tests.games.mansions.table import B, S, request, seat

FAR = seat("Ann", space="A3")
GONE = seat("Bob", eliminated=True)


def gone(state, toward: str = "nearest", steps: int = 2):
    def procedure(g):
        yield from go(g, "Rat", toward, steps)
        g.emit(ActionsGiven("1", 0))  # a procedure must establish a fact

    return alone(GAME, state, procedure)


def where(run) -> str:
    return run.state.monsters["Rat"].space


def test_monster_moves_toward_its_prey():
    assert where(gone(hall(RAT, ann=FAR, bob=GONE))) == "A3"
    assert where(gone(hall(RAT, ann=FAR, bob=GONE), steps=1)) == "A2"


def test_monster_move_asks_between_equal_targets():
    run = gone(hall(replace(RAT, space="A2"), ann=FAR))
    assert request(run) == "Everybody: toward whom does Rat move?"
    give(run, "2")
    assert where(run) == "A1"


def test_monster_stops_at_a_barricade_unless_destroyed():
    shut = Tokens(barricades=(Barricade(frozenset(("A1", "A2")), "A2"),))
    run = gone(hall(RAT, ann=FAR, bob=GONE, tokens=shut))
    assert request(run) == "Anybody: roll 2 dice for Rat at the barricade, 2 successes needed"
    give(run, S, B)
    assert where(run) == "A1"
    run = gone(hall(RAT, ann=FAR, bob=GONE, tokens=shut))
    give(run, S, S)
    assert BarricadeDestroyed(("A1", "A2")) in run.facts
    assert where(run) == "A3"


def test_monster_with_own_movement_asks_for_the_space():
    run = gone(hall(RAT), toward="own", steps=1)
    assert [option.id for option in run.open[0].options if not run.open[0].seat.isdigit()] == ["A2", "stayed"]
    give(run, "A2")
    assert where(run) == "A2"


def test_monster_reaches_its_space_or_range():
    state = hall(RAT, ann=FAR)
    assert monsters_reached(state, "Rat", ranged=False) == ("2",)
    assert monsters_reached(state, "Rat", ranged=True) == ("1", "2")


def test_monster_on_tiles_may_reach_all():
    assert monsters_reached(tiles(RAT, bob=GONE), "Rat", ranged=False) == ("1",)


def test_monster_on_tiles_may_have_no_known_place():
    run = gone(tiles(replace(RAT, space="TileFoyer")))
    assert [option.id for option in run.open[0].options] == ["TileAttic", "stayed", "unsaid"]
    give(run, "unsaid")
    assert where(run) == ""
