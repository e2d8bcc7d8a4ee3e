"""A table that takes in what another process wrote is the same as that one's, whatever was done there."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from companion import games
from companion.schema import Refused
from companion.sessions import GameTable, RuleError, to_entry, to_row
from tests.sessions.table.chance import any_values, likely_answer

GAMES = ("arkham", "draw_your_weapon", "mansions", "nemesis")
STEPS = 250


def act(table: GameTable[Any, Any], number: int, random: Random) -> None:
    """Answer, mostly; sometimes undo, redo or amend."""
    deed = random.random()
    with suppress(Refused, RuleError):
        if deed < 0.06:
            table.undo(max(1, table.seq - random.randint(1, 8)), id=f"u{number}")
        elif deed < 0.1 and table.trail.way_back is not None:
            table.redo(table.trail.way_back.seq, id=f"b{number}")
        elif deed < 0.13 and table.trail.answers:
            entry = random.choice(table.trail.answers[-4:])
            table.amend(entry.seq, any_values(entry.what.prompt, random), id=f"m{number}")
        elif (answer := likely_answer(table, f"a{number}", random)) is not None:
            table.answer(answer)


def brought(one: GameTable[Any, Any], other: GameTable[Any, Any]) -> None:
    other.follow([to_entry(one.game, to_row(entry)) for entry in one.log if entry.seq > other.seq])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.slow
def test_following_table_equals_the_original(name: str) -> None:
    random, game = Random(name), games.find(name)
    one, other = (GameTable.begin(game, game.sample) for _ in range(2))
    for number in range(STEPS):
        act(one, number, random)
        if random.random() < 0.6:
            brought(one, other)
            assert (other.seq, other.run.state, other.run.at_rest) == (one.seq, one.run.state, one.run.at_rest)
            assert other.open == one.open
            assert list(other.known.in_force) == list(one.known.in_force)
            assert (other.trail.aside, other.trail.way_back) == (one.trail.aside, one.trail.way_back)
            assert [rest.seq for rest in other.known.resting_states()] == [r.seq for r in one.known.resting_states()]
    assert one.seq > STEPS / 2


def test_following_run_restarts_after_an_undo() -> None:
    game = games.find("arkham")
    one, other = (GameTable.begin(game, game.sample) for _ in range(2))
    run, random = other.run, Random(4)
    while (answer := likely_answer(one, f"a{one.seq}", random)) is not None and one.seq < 30:
        with suppress(Refused):
            one.answer(answer)
    brought(one, other)
    assert other.run is run
    one.undo(one.seq - 4)
    brought(one, other)
    assert other.run is not run
    assert other.open == one.open


def test_following_with_other_rules_undoes_the_procedure() -> None:
    game = games.find("arkham")
    one, other = (GameTable.begin(game, game.sample) for _ in range(2))
    answer = likely_answer(one, "a", Random(1))
    assert answer is not None
    one.answer(answer)
    (given, *_) = [to_entry(game, to_row(entry)) for entry in one.log if entry.seq > other.seq]
    other.follow([given])  # its facts are missing
    assert other.seq > given.seq
