"""All that is kept of a table is forgotten, before the next people sit down there."""

from __future__ import annotations

import shutil

from sqlalchemy import Connection, Engine, delete, select, update

from companion.hall.divided import one_of
from companion.hall.roll import HERE
from companion.hall.schema import lamps
from companion.hall.staff import HELPED, WIPE
from companion.hall.summary import forget
from companion.sessions import metadata
from companion.settings import Settings


def wipe(engine: Engine, settings: Settings, worker: int | None = None) -> None:
    """Whoever serves the lamp has let go of it. Games, logs, readings, sheets, devices, files: whole or not at all.

    `worker`: only while this one serves it. Where that is so no more, where the wish does not stand, or the lamp has moved to
    its own machine, nothing is wiped: what lies there may be the next people's. The lamp's row is held meanwhile, so it neither
    moves nor is served by another one. The files go last: what is left of them where the power fails is wiped with the next
    try, for the wish still stands. Raises StoreError, OSError.
    """
    with one_of(engine, settings.place).begin() as connection:
        if not _is_wished(connection, settings.place, worker):
            return
        for table in metadata.sorted_tables:
            connection.execute(delete(table))  # of this lamp alone: the database sees to it
        if settings.data.exists():
            shutil.rmtree(settings.data)
        _granted(connection, settings.place)


def helped(engine: Engine, lamp: str) -> None:
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
    forget(connection, lamp)
    connection.execute(update(lamps).where(lamps.c.name == lamp).values(wish="", report=None, seen=None))
