"""Warm-up of tables before an update."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random

import pytest
from sqlalchemy import Engine

from companion import games
from companion.hall.database import add_tables, log_of_table
from companion.hall.warming import warm_tables
from companion.schema import Refused
from companion.sessions import GameTable, SessionManager, to_row
from companion.sessions.table_reader import MOST_AT_HAND
from tests.sessions.table.chance import likely_answer

pytestmark = pytest.mark.postgres


def evening(entries: int) -> GameTable[object, object]:
    """A random game of Nemesis."""
    game, random = games.find("nemesis"), Random(2)
    table = GameTable.begin(game, game.sample)
    while table.seq < entries and (answer := likely_answer(table, f"a{table.seq}", random)) is not None:
        with suppress(Refused):
            table.answer(answer)
    return table


def rows(engine: Engine, name: str, table: str) -> int:
    with log_of_table(engine, name, time.time).database.connect() as connection:
        return int(connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() or 0)


def test_warm_tables_prepares_a_long_table_once(hall: Engine) -> None:
    add_tables(hall, ["lamp-1", "lamp-2"])
    played = evening(MOST_AT_HAND + 60)
    log_of_table(hall, "lamp-1", time.time).open("t1", "nemesis", [to_row(entry) for entry in played.log], 1)
    log_of_table(hall, "lamp-2", time.time).open("t1", "nemesis", [to_row(entry) for entry in evening(20).log], 1)
    assert warm_tables(hall, None) == (1, ())
    assert warm_tables(hall, None) == (0, ())
    assert [rows(hall, name, "resting_states") for name in ("lamp-1", "lamp-2")] == [1, 0]
    assert rows(hall, "lamp-1", "entries") == played.seq
    sessions = SessionManager(log_of_table(hall, "lamp-1", time.time), Random(1))
    assert sessions.snapshot("t1").state == played.run.state


def test_warm_tables_names_tables_with_unknown_games(hall: Engine) -> None:
    add_tables(hall, ["lamp-1"])
    log_of_table(hall, "lamp-1", time.time).open("t1", "backgammon", [to_row(e) for e in evening(400).log], 1)
    assert warm_tables(hall, None) == (0, ("lamp-1",))
