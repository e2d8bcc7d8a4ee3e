"""Golden games: each repeats its log, loads and replays."""

from __future__ import annotations

from functools import cache

import pytest

from companion.archive.replay import compare
from companion.schema import DEALER, TABLE, to_json
from companion.sessions import AnswerGiven, GameTable, entries_in_force, to_entry, to_row
from tests.games.golden import Course, course, scripts

ALL = [(game, name) for game in ("draw_your_weapon", "nemesis") for name in scripts(game)]
ALL += [pytest.param("arkham", name, marks=pytest.mark.slow) for name in scripts("arkham")]


@cache
def played(game: str, name: str) -> Course:
    """Play a golden game once for all tests."""
    one = course(game, name)
    one.play()
    return one


@pytest.mark.parametrize(("game", "name"), ALL)
def test_golden_game_repeats_its_log(game, name):
    played(game, name).check_log()


@pytest.mark.parametrize(("game", "name"), ALL)
def test_golden_game_loads_and_replays_from_its_log(game, name):
    table = played(game, name).table
    again = GameTable(table.game, [to_entry(table.game, to_row(entry)) for entry in table.log])
    assert (again.run.state, again.open) == (table.run.state, table.open)
    assert compare(table.game, entries_in_force(table.log)) == ""
    asked = {m.entry.what.prompt.thing for m in table.known.states if isinstance(m.entry.what, AnswerGiven)} - {""}
    assert asked <= set(table.game.kinds)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), ALL)
def test_golden_game_can_be_shown_at_every_moment(game, name):
    table = played(game, name).table
    dealer = (DEALER,) if table.game.dealer else ()
    for moment in table.known.states[::5]:
        for seat in (*table.setup.seats, *dealer, TABLE):
            assert all(to_json(block)["kind"] for block in table.game.view(moment.state, seat))
