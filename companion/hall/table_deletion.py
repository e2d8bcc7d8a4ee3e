"""Delete what is kept of a table: before the next people sit down there, or because it leaves the hall."""

from __future__ import annotations

import shutil

from sqlalchemy import Connection, Engine, delete, select, update

from companion.errors import LamplightError, own_command
from companion.hall.database.row_security import engine_for_table
from companion.hall.database.schema import HELPED, HERE, WIPE, lamps
from companion.hall.replication import is_table_used
from companion.hall.summary_store import delete_summaries
from companion.sessions import metadata
from companion.settings import Settings


class TableRemovalError(LamplightError):
    """The table stays as it was."""

    code = "NOTREMOVED"


def remove_table(engine: Engine, settings: Settings) -> None:
    """Whoever serves the lamp lets go of it with the next roll. Of one that plays at its own machine the copy goes too.

    What it has done in an event of many tables stays counted. Raises TableRemovalError, StoreError, OSError.
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
        for table in metadata.sorted_tables:
            connection.execute(delete(table))  # of this lamp alone: the database sees to it
        if settings.data.exists():
            shutil.rmtree(settings.data)
        delete_summaries(connection, lamp)
        connection.execute(delete(lamps).where(lamps.c.name == lamp))


def wipe_table(engine: Engine, settings: Settings, worker: int | None = None) -> None:
    """Whoever serves the lamp has let go of it. Games, logs, readings, sheets, devices, files: whole or not at all.

    `worker`: only while this one serves it. Where that is so no more, where the wish does not stand, or the lamp has moved to
    its own machine, nothing is wiped: what lies there may be the next people's. The lamp's row is held meanwhile, so it neither
    moves nor is served by another one. The files go last: what is left of them where the power fails is wiped with the next
    try, for the wish still stands. Raises StoreError, OSError.
    """
    with engine_for_table(engine, settings.place).begin() as connection:
        if not _is_wished(connection, settings.place, worker):
            return
        for table in metadata.sorted_tables:
            connection.execute(delete(table))  # of this lamp alone: the database sees to it
        if settings.data.exists():
            shutil.rmtree(settings.data)
        _granted(connection, settings.place)


def clear_help_wish(engine: Engine, lamp: str) -> None:
    """Somebody of the staff is there. A wish to wipe, which may have come meanwhile, stands."""
    with engine.begin() as connection:
        here = (lamps.c.name == lamp) & (lamps.c.wish == HELPED)
        connection.execute(update(lamps).where(here).values(wish=""))


def _is_wished(connection: Connection, lamp: str, worker: int | None) -> bool:
    """From now on nobody changes what is so of it."""
    wished = select(lamps.c.name).where(lamps.c.name == lamp, lamps.c.wish == WIPE, lamps.c.plays == HERE)
    if worker is not None:
        wished = wished.where(lamps.c.worker == worker)
    return connection.scalar(wished.with_for_update()) is not None


def _granted(connection: Connection, lamp: str) -> None:
    """What was wished of it is done, and of how it was nothing is known any more."""
    delete_summaries(connection, lamp)
    connection.execute(update(lamps).where(lamps.c.name == lamp).values(wish="", report=None, seen=None))
