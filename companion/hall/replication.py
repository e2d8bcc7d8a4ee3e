"""Keep a copy of the log of each table that plays at its own machine, and its newest report.

Such a table does not depend on this. While offline it plays on, and later sends the missing entries after the mark
in the response. Repeated entries are stored once. A copy with another history is replaced by the table's own.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Collection
from dataclasses import asdict
from hmac import compare_digest
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, insert, select, true, update

from companion.errors import CodecError, LamplightError, own_command
from companion.hall.database import THERE, add_tables, begin_era, engine_for_table, find_place, lamps
from companion.hall.database.event_repository import merge_counts, read_standing
from companion.hall_link import SyncRequest, SyncResponse, TableReport, read_report
from companion.schema import from_json, to_json
from companion.sessions import (
    ROWS_AT_ONCE,
    ReplicationMark,
    ShippedEntry,
    ShippedTable,
    boards,
    claims,
    devices,
    entries,
    metadata,
    request_id_of,
    resting_states,
    session_states,
    sum_of,
    text_of,
)

EVENT_NUMBER = re.compile("[0-9]{1,10}")  # of an event


class ReplicationError(LamplightError):
    """The sync is refused; the message says why."""

    code = "NOTFOLLOWED"


class ChecksumError(LamplightError):
    """An entry differs from what was written."""

    code = "DAMAGED"


def create_key(engine: Engine, name: str) -> str:
    """Return a key with which the table's own machine may sync. The previous key is revoked. Raises
    ReplicationError.
    """
    key = secrets.token_urlsafe(24)
    add_tables(engine, [name], THERE)
    with engine_for_table(engine, name).begin() as connection:
        if find_place(connection, name, lock=True) != THERE and is_table_used(connection):
            raise ReplicationError(
                f"The hall plays {name} itself. Give it to its own machine first, or choose another name."
            )
        begin_era(connection, name, key=hash_key(key), plays=THERE, wish="")
    return key


def is_table_used(connection: Connection) -> bool:
    """Return whether a device or a game was ever at this table."""
    return any(connection.execute(select(table).limit(1)).first() for table in (boards, entries, claims, devices))


def check_key(engine: Engine, name: str, key: str) -> None:
    """Check a key before its message is processed. Raises ReplicationError, StoreError."""
    with engine.connect() as connection:
        _check_key_row(name, key, connection.execute(_select_key(name)).one_or_none())


def parse_request(body: bytes) -> SyncRequest:
    """Parse a message. Raises CodecError."""
    try:
        return from_json(SyncRequest, json.loads(body))
    except (ValueError, RecursionError) as error:
        raise CodecError(f"SyncRequest: not JSON ({error})") from error


def apply_sync(engine: Engine, name: str, key: str, request: SyncRequest) -> SyncResponse:
    """Add a message to the copy, completely or not at all, and return how far the copy goes. Raises
    ReplicationError, ChecksumError, StoreError.
    """
    if len(request.parts) > ROWS_AT_ONCE:
        raise ReplicationError(
            f"At most {ROWS_AT_ONCE} tables go into one message. Does another version of Lamplight run there?"
        )
    with engine_for_table(engine, name).begin() as connection:
        one_at_a_time = _select_key(name).with_for_update()
        _check_key_row(name, key, connection.execute(one_at_a_time).one_or_none())
        _forget(connection, request.gone)
        for part in request.parts:
            _keep_board(connection, part)
            _keep_lines(connection, part)
        if request.lit is not None:
            is_lit = boards.c.table_id == request.lit
            connection.execute(update(boards).where(boards.c.lit != is_lit).values(lit=is_lit))
        merge_counts(
            connection,
            name,
            {int(event): count for event, count in request.hits.items() if EVENT_NUMBER.fullmatch(event)},
        )
        standing = read_standing(connection)
        event = standing.of(name) if standing is not None else None
        return SyncResponse(_marks(connection), event, _store_report(connection, name, read_report(request.report)))


def hash_key(key: str) -> str:
    """Return the stored form: reading the database must not give access."""
    return hashlib.sha256(key.encode()).hexdigest()


def _store_report(connection: Connection, name: str, report: TableReport) -> str:
    """Store the report and return the pending wish of the staff. A wish applies to the call that it answered; a
    newer call of the table keeps waiting.
    """
    here = lamps.c.name == name
    row = connection.execute(select(lamps.c.wish, lamps.c.report).where(here)).one()
    wish = row.wish if report.help and report.help == read_report(row.report).help else ""
    noted = {"seen": func.now(), "report": to_json(report), "wish": wish}
    connection.execute(update(lamps).where(here).values(noted))
    return str(wish)


def _select_key(name: str) -> Select[Any]:
    return select(lamps.c.key, lamps.c.plays).where(lamps.c.name == name)


def _check_key_row(name: str, key: str, row: Any) -> None:
    if row is None or row.key is None or not compare_digest(row.key, hash_key(key)):
        raise ReplicationError(
            f"The hall does not know this key of {name}. Get a new one there: {own_command('hall invite')} {name}"
        )
    if row.plays != THERE:
        raise ReplicationError(
            f"The hall plays {name} itself by now. At its own machine nothing more may be played of it."
        )


def _forget(connection: Connection, names: Collection[str]) -> None:
    """Delete tables that the machine no longer has, after a wipe or a restore: they belong to other people."""
    forgotten = set(names) - {""}  # "" stands for all tables
    for table in metadata.sorted_tables:
        if forgotten and "table_id" in table.c:
            connection.execute(delete(table).where(table.c.table_id.in_(forgotten)))


def _keep_board(connection: Connection, part: ShippedTable) -> None:
    values = {"game": part.game, "opened_at": part.opened_at, "rev": part.rev, "closed": part.closed, "lit": part.lit}
    here = boards.c.table_id == part.table
    if not connection.execute(update(boards).where(here).values(values)).rowcount:
        connection.execute(insert(boards), {"table_id": part.table, **values})


def _keep_lines(connection: Connection, part: ShippedTable) -> None:
    here = entries.c.table_id == part.table
    if _mark(connection, part.table) != part.after:
        known = here & (entries.c.seq == part.after.seq) & (entries.c.sum == part.after.sum)
        is_ours = part.after.seq and connection.scalar(select(entries.c.seq).where(known)) is not None
        if part.after.seq and not is_ours:
            return  # a gap: the answer says how far the copy goes, and the table continues there
        connection.execute(delete(entries).where(here & (entries.c.seq > part.after.seq)))
        other = (resting_states.c.table_id == part.table) & (resting_states.c.seq > part.after.seq)
        connection.execute(delete(resting_states).where(other))
        connection.execute(delete(session_states).where(session_states.c.table_id == part.table))
    if part.lines:
        _check_lines(part)
        connection.execute(insert(entries), [_entry_row(part.table, line) for line in part.lines])


def _entry_row(table: str, line: ShippedEntry) -> dict[str, Any]:
    return {"table_id": table, **asdict(line), "request": request_id_of(line.kind, line.data)}


def _check_lines(part: ShippedTable) -> None:
    """Numbers without a gap, and sums that fit."""
    for number, line in enumerate(part.lines, part.after.seq + 1):
        if line.seq != number or (line.sum is not None and line.sum != _sum_of_line(part.table, line)):
            raise ChecksumError(
                f"Entry {number} of {part.table} is not what was written. Look at {own_command('doctor')} at the table."
            )


def _sum_of_line(table: str, line: ShippedEntry) -> str:
    return sum_of({"table_id": table, **asdict(line), "data": text_of(line.data)})


def _mark(connection: Connection, table: str) -> ReplicationMark:
    newest = select(entries.c.seq, entries.c.sum).where(entries.c.table_id == table).order_by(entries.c.seq.desc())
    row = connection.execute(newest.limit(1)).one_or_none()
    return ReplicationMark(row.seq, row.sum) if row is not None else ReplicationMark()


def _marks(connection: Connection) -> dict[str, ReplicationMark]:
    """Return the marks of all tables in one statement, since a log may have many."""
    of_it = select(entries.c.seq, entries.c.sum).where(entries.c.table_id == boards.c.table_id)
    newest = of_it.order_by(entries.c.seq.desc()).limit(1).lateral()
    rows = connection.execute(select(boards.c.table_id, newest.c.seq, newest.c.sum).outerjoin(newest, true()))
    return {row.table_id: ReplicationMark(row.seq or 0, row.sum) for row in rows}
