"""Carry devices and revisions from the present database over to a restored one.

A device that was dismissed since the backup must not come back. A display that has seen later states must not ignore the new ones.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.sessions import TABLET, boards, claims, devices, invitations, open_database, open_read_only

VERSION_LEAP = 1_000_000
"""By which the revisions rise beyond all that are known: what was sent and not written is far less."""
Rows: TypeAlias = "list[Mapping[str, Any]] | None"  # None: the database cannot be read


def knows_devices(present: Path) -> bool:
    """Return whether the devices of a database can be read."""
    return _rows(present, devices) is not None


def carry_over(present: Path, fresh: Path) -> bool:
    """Copy devices and revisions into the database `fresh`, and migrate that. Return whether its devices are the present ones.

    A present database without claims and devices has none to copy. Raises StoreError.
    """
    is_known = knows_devices(present) and bool(_rows(present, devices) or _rows(present, claims))
    engine = open_database(f"sqlite:///{fresh}")
    try:
        with engine.begin() as connection:
            connection.execute(delete(invitations))
            _leap_versions(connection, _rows(present, boards) or [])
            _keep_claim(connection, present)
        with engine.begin() as connection:
            if is_known:
                connection.execute(delete(devices))
                _insert(connection, devices, _rows(present, devices))
    except IntegrityError:
        is_known = False  # what can be read of them makes no sense: they are as they were
    finally:
        engine.dispose()
    return is_known


def _leap_versions(connection: Connection, before: list[Mapping[str, Any]]) -> None:
    known = [row["rev"] for row in before if isinstance(row["rev"], int)]
    highest = max((*known, connection.scalar(select(func.max(boards.c.rev))) or 0))
    connection.execute(update(boards).values(rev=highest + VERSION_LEAP))


def _keep_claim(connection: Connection, present: Path) -> None:
    """Keep the claim of a tablet: an old backup must not make the installation claimable. With unreadable claims, one with tables is claimed."""
    before = _rows(present, claims)
    is_lost = before is None and present.exists() and bool(connection.scalar(select(func.count()).select_from(boards)))
    if (before or is_lost) and not connection.scalar(select(func.count()).select_from(claims)):
        _insert(connection, claims, before or [{"what": TABLET, "at": 0.0}])


def _insert(connection: Connection, stored: Table, rows: Rows) -> None:
    if rows:
        connection.execute(insert(stored), rows)


def _rows(path: Path, stored: Table) -> Rows:
    columns = ", ".join(column.name for column in stored.columns)
    try:
        with closing(open_read_only(path)) as database:
            return [dict(row) for row in database.execute(f"SELECT {columns} FROM {stored.name} NOT INDEXED")]  # noqa: S608 - names of ours
    except (sqlite3.Error, UnicodeDecodeError):
        return None
