"""Delete the data of a table: before the next group, or when the table is removed."""

from __future__ import annotations

import shutil

from sqlalchemy import Connection, Engine, delete, select

from companion.errors import LamplightError, own_command
from companion.hall.database import HERE, begin_era, engine_for_table, lamps
from companion.hall.evening_summary import delete_summaries
from companion.hall.replication import is_table_used
from companion.sessions import metadata
from companion.settings import Settings


class TableRemovalError(LamplightError):
    """The table stays unchanged."""

    code = "NOTREMOVED"


def remove_table(engine: Engine, settings: Settings) -> None:
    """Remove a table, and the copy of one that plays at its own machine.

    Its counts in shared events stay. Raises TableRemovalError, StoreError, OSError.
    """
    lamp = settings.place
    with engine_for_table(engine, lamp).begin() as connection:
        plays = connection.scalar(select(lamps.c.plays).where(lamps.c.name == lamp).with_for_update())
        if plays is None:
            raise TableRemovalError(
                f"The hall has no table {lamp}. {own_command('hall list')} names those that it has."
            )
        if plays == HERE and is_table_used(connection):
            raise TableRemovalError(
                f"Somebody sits at {lamp}, or sat there, and it was not wiped since. Wipe it on the staff's page (New group), or give it"
                " to its own machine, and remove it then."
            )
        _delete_all(connection, settings)
        connection.execute(delete(lamps).where(lamps.c.name == lamp))


def wipe_table(engine: Engine, settings: Settings) -> None:
    """Delete games, logs, readings, sheets, devices and files, completely or not at all. Workers cannot write
    afterwards.

    A table that has moved to its own machine stays unchanged. Files are deleted last: run it again after a power cut
    in between. Raises StoreError, OSError.
    """
    lamp = settings.place
    with engine_for_table(engine, lamp).begin() as connection:
        if not _plays_here(connection, lamp):
            return
        begin_era(connection, lamp)
        _delete_all(connection, settings)


def _plays_here(connection: Connection, lamp: str) -> bool:
    """Lock the row of a table; return whether a worker serves it."""
    return connection.scalar(select(lamps.c.plays).where(lamps.c.name == lamp).with_for_update()) == HERE


def _delete_all(connection: Connection, settings: Settings) -> None:
    for table in metadata.sorted_tables:
        connection.execute(delete(table))  # row security limits this to its lamp
    delete_summaries(connection, settings.place)
    if settings.data.exists():
        shutil.rmtree(settings.data)
