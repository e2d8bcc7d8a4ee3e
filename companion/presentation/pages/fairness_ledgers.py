"""Collect the throws of all tables. Caches each table until its log grows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from companion.engine import Game
from companion.fairness.ledger import Kind, Ledger
from companion.fairness.luck import ThrowLuck, throw_lucks
from companion.fairness.played_table import PlayedTable
from companion.fairness.throws import throws
from companion.presentation.visibility import MemoCache, name, seats
from companion.schema import TABLE
from companion.sessions import LogEntry, SessionManager, TableSnapshot

Entries: TypeAlias = Sequence[LogEntry[Any]]
_EVENINGS = MemoCache[PlayedTable](500)
_LUCKS = MemoCache[tuple[ThrowLuck, ...]](500)


def evening_of(hall: SessionManager, table: str, opened: float = 0.0) -> PlayedTable:
    """Return the throws of a table. Raises UnknownTableError."""
    log, counting = hall.history.entries(table)
    return _EVENINGS.of((log[-1],), (table, opened), lambda: _collect_evening(hall, table, log, counting, opened))


def lucks_of(picture: TableSnapshot) -> tuple[ThrowLuck, ...]:
    """Return the luck of each throw."""
    newest = picture.moments[-1].entry
    return _LUCKS.of((newest,), picture.id, partial(throw_lucks, picture.game, picture.moments))


def ledger_of_table(hall: SessionManager, table: str) -> Ledger:
    """Return the ledger of one table."""
    game = hall.snapshot(table).game
    return Ledger((evening_of(hall, table),), _kinds([game]))


def ledger_of_house(hall: SessionManager, games: Iterable[Game[Any, Any]], opened: Mapping[str, float]) -> Ledger:
    """Return the ledger of all tables that can be opened, without imported ones, which used other dice."""
    ours = (table for table in hall.ids() if not hall.tables.is_imported(table))
    names = sorted(ours, key=lambda table: opened.get(table, 0.0))
    return Ledger(tuple(evening_of(hall, table, opened.get(table, 0.0)) for table in names), _kinds(games))


def _kinds(games: Iterable[Game[Any, Any]]) -> tuple[Kind, ...]:
    return tuple((game.name, kind) for game in games for kind in game.kinds)


def _collect_evening(hall: SessionManager, table: str, log: Entries, counting: Entries, opened: float) -> PlayedTable:
    picture, written = hall.snapshot(table), hall.history.entry_times.of(table)
    names = {seat: name(picture, seat) for seat in (*seats(picture), TABLE)}
    game, thrown = picture.game, throws(log, counting)
    times = {throw.seq: written[throw.seq] for throw in thrown if throw.seq in written}
    return PlayedTable(picture.id, game.name, game.title, names, thrown, opened, times)
