"""`./table replay FILE`: repeat the answers of a stored log from the setup, and compare the facts.

Loading a table trusts stored facts. This does not, so it shows whether a changed rule would give an old game another
result. It reads a copy of the file.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from companion import games
from companion.archive.inspection import check, is_record
from companion.engine import Game
from companion.errors import ContentError, LamplightError, counted
from companion.schema import Refused
from companion.sessions import (
    AnswerGiven,
    CorrectionMade,
    GameTable,
    LogEntry,
    RuleError,
    SqlEventLog,
    entries_in_force,
    is_same_fact,
    readdress,
    to_entry,
)

Tell: TypeAlias = Callable[[str], None]
SQLITE_HEADER = b"SQLite format 3\0"


def run(file: Path, tell: Tell = print) -> bool:
    """Report one line per table. Returns False if one differs. Raises ContentError.

    An exported file is reported as by `record check`.
    """
    if file.is_file() and is_record(file):
        return check(file, tell)
    with tempfile.TemporaryDirectory() as folder:
        try:
            with closing(SqlEventLog(f"sqlite:///{copy_log(file, Path(folder))}", clock=lambda: 0.0)) as log:
                results = [replay_table(log, board.table, board.game, tell) for board in log.open_tables()]
        except (SQLAlchemyError, sqlite3.Error, ValueError, KeyError, TypeError) as error:
            why = str(error).partition("\n")[0]  # the rest is the SQL query
            raise ContentError(
                f"{file}: this log is damaged ({why}). Look at a copy of it that was kept before."
            ) from error
    tell(f"{sum(results)} of {counted(len(results), 'table')} {'comes' if len(results) == 1 else 'come'} out the same")
    return all(results)


def copy_log(file: Path, folder: Path) -> Path:
    """Copy the database with its write-ahead log. Raises ContentError if it is not a log."""
    if not file.is_file():
        raise ContentError(f"{file}: there is no such file; a log is a log.db in the data folder.")
    with file.open("rb") as opened:
        if opened.read(len(SQLITE_HEADER)) != SQLITE_HEADER:  # check before a large copy
            raise ContentError(f"{file}: this is no log of tables.")
    copy = folder / "log.db"
    for ending in ("", "-wal"):
        if (part := file.with_name(file.name + ending)).is_file():
            shutil.copyfile(part, folder / f"log.db{ending}")
    try:
        with closing(sqlite3.connect(copy)) as database:
            database.execute("select count(*) from entries")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # its words about damage may be damaged too
        raise ContentError(f"{file}: this is no log of tables ({error}).") from error
    return copy


def replay_table(log: SqlEventLog, name: str, played: str, tell: Tell) -> bool:
    """Replay one table. A failure is reported and does not stop the others."""
    try:
        game = games.find(played)
        entries = entries_in_force([to_entry(game, row) for row in log.read(name)])
        trouble = compare(game, entries)
    except LamplightError as error:
        trouble = str(error)
    tell(f"{name} ({played}): {trouble or counted(len(entries), 'entry', 'entries') + ', the same facts'}")
    return not trouble


def compare(game: Game[Any, Any], entries: Sequence[LogEntry[Any]]) -> str:
    """Return the first difference as a sentence, "" without one. Raises LamplightError for a damaged log."""
    table = GameTable(game, entries[:1])
    for entry in entries:
        try:
            repeat_entry(table, entry)
        except (Refused, RuleError) as error:
            return f"entry {entry.seq} cannot be repeated: {error}"
    return first_difference(facts_in(entries), facts_in(entries_in_force(table.log)))


def repeat_entry(table: GameTable[Any, Any], entry: LogEntry[Any]) -> None:
    """Repeat what players did; facts follow from the rules."""
    match entry.what:
        case AnswerGiven(answer, prompt):
            repeated = replace(answer, id=f"{entry.seq}", repeats="")
            table.answer(readdress(repeated, prompt, table.open, is_proved=True))
        case CorrectionMade(event):
            table.correct(event)
        case _:
            pass


def facts_in(entries: Sequence[LogEntry[Any]]) -> list[tuple[int, Any]]:
    """Return the facts of entries with their sequence numbers."""
    return [(entry.seq, event) for entry in entries for event in entry.establishes]


def first_difference(old: Sequence[tuple[int, Any]], new: Sequence[tuple[int, Any]]) -> str:
    """Describe the first difference between two lists of facts; "" without one."""
    for before, after in zip_longest(old, new):
        if before is None or after is None or not is_same_fact(before[1], after[1]):
            seq = before[0] if before else old[-1][0] if old else 1
            return f"from entry {seq} on: was {before and before[1]}, is now {after and after[1]}"
    return ""
