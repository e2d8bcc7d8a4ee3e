"""Delete the data of a table: before the next group, or when the table is removed."""

from __future__ import annotations

import shutil

from sqlalchemy import Connection, Engine, delete

from companion.errors import LamplightError, own_command
from companion.hall.database import HERE, begin_era, delete_rows, engine_for_table, find_place, lamps
from companion.hall.evening_summary import delete_summaries
from companion.hall.replication import is_table_used
from companion.settings import Settings


class TableRemovalError(LamplightError):
    """The table stays unchanged."""

    code = "NOTREMOVED"


def remove_table(engine: Engine, settings: Settings) -> None:
    """Remove a table, and the copy of one that plays at its own machine.

    Its counts in shared events stay. Raises TableRemovalError, StoreError, OSError.
    """
    name = settings.place
    with engine_for_table(engine, name).begin() as connection:
        plays = find_place(connection, name, lock=True)
        if plays is None:
            raise TableRemovalError(
                f"The hall has no table {name}. {own_command('hall list')} names those that it has."
            )
        if plays == HERE and is_table_used(connection):
            raise TableRemovalError(
                f"Somebody sits at {name}, or sat there, and it was not wiped since. Wipe it on the staff's page (New group), or give it"
                " to its own machine, and remove it then."
            )
        _delete_all(connection, settings)
        connection.execute(delete(lamps).where(lamps.c.name == name))


def wipe_table(engine: Engine, settings: Settings) -> None:
    """Delete games, logs, readings, sheets, devices and files, completely or not at all. Workers cannot write
    afterwards.

    A table that has moved to its own machine stays unchanged. Files are deleted last: run it again after a power cut
    in between. Raises StoreError, OSError.
    """
    name = settings.place
    with engine_for_table(engine, name).begin() as connection:
        if find_place(connection, name, lock=True) != HERE:
            return
        begin_era(connection, name)
        _delete_all(connection, settings)


def _delete_all(connection: Connection, settings: Settings) -> None:
    delete_rows(connection)
    delete_summaries(connection, settings.place)
    if settings.data.exists():
        shutil.rmtree(settings.data)
