"""Names of all tables, and where each is played."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, Engine, Text, cast, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from companion.errors import LamplightError
from companion.hall.database.schema import HERE, lamps
from companion.hall.database.table_database import NOTIFY_CHANNEL
from companion.sessions import metadata

WORKER_APPLICATION = "lamplight worker"
"""Application name of a worker's connection that listens for changes; PostgreSQL counts the workers by it."""
COUNT_WORKERS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"
TABLE_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,30}[a-z0-9_])?")
"""Valid in a topic and as the first label of a host name."""


class InvalidTableNameError(LamplightError):
    """The name of a table is not valid."""

    code = "NONAME"


def check_table_name(name: str) -> str:
    """Return a valid name of a table. Raises InvalidTableNameError."""
    if not TABLE_NAME.fullmatch(name):
        raise InvalidTableNameError(
            f'No table can be called "{name[:40]}": its name begins its address. 1 to 32 of a-z, 0-9, "_" and "-" are needed, "-" neither'
            " first nor last."
        )
    return name


def add_tables(engine: Engine, names: Collection[str], plays: str = HERE) -> None:
    """Add tables. Existing ones stay as they are."""
    with engine.begin() as connection:
        for name in names:
            connection.execute(upsert(lamps).values(name=name, plays=plays).on_conflict_do_nothing())


def find_place(connection: Connection, name: str, *, lock: bool = False) -> str | None:
    """Return HERE, THERE, or None where there is no such table. `lock` its row until the transaction ends."""
    query = select(lamps.c.plays).where(lamps.c.name == name)
    place: str | None = connection.scalar(query.with_for_update() if lock else query)
    return place


def delete_rows(connection: Connection) -> None:
    """Delete all rows of the connection's lamp, to which row security limits this."""
    for table in metadata.sorted_tables:
        connection.execute(delete(table))


def list_tables(engine: Engine) -> Sequence[tuple[str, str]]:
    """All lamps by name: where each is played."""
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(lamps.c.name, lamps.c.plays).order_by(lamps.c.name))]


def count_workers(connection: Connection) -> int:
    """How many workers are connected."""
    return int(connection.exec_driver_sql(COUNT_WORKERS, (WORKER_APPLICATION,)).scalar() or 0)


def begin_era(connection: Connection, name: str, **values: object) -> bool:
    """End the era of a table: cached state is invalid, and running writes fail. Return False where there is no such
    table.

    Waits for a running transaction of the table, and blocks others until this one ends.
    """
    anew = {"era": lamps.c.era + 1, "rev": lamps.c.rev + 1, "told": 0, "told_of": "", "called": 0, "report": None}
    changed = update(lamps).where(lamps.c.name == name).values({**anew, **values})
    notification = func.pg_notify(NOTIFY_CHANNEL, lamps.c.name + " " + cast(lamps.c.rev, Text))
    return connection.execute(changed.returning(notification)).one_or_none() is not None
