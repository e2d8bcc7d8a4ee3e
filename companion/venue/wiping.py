"""All that is kept of a table is forgotten, before the next people sit down there."""

from __future__ import annotations

import shutil

from sqlalchemy import Engine, delete, update

from companion.settings import Settings
from companion.tables.schema import metadata
from companion.venue.divided import one_of
from companion.venue.schema import lamps
from companion.venue.summary import forget


def wipe(engine: Engine, settings: Settings) -> None:
    """Whoever serves the lamp has let go of it. Games, logs, readings, sheets, devices, files: whole or not at all.

    The files go last: what is left of them where the power fails is wiped with the next wish, which still stands. Raises
    StoreFails, OSError.
    """
    with one_of(engine, settings.place).begin() as connection:
        for table in metadata.sorted_tables:
            connection.execute(delete(table))  # of this lamp alone: the database sees to it
    if settings.data.exists():
        shutil.rmtree(settings.data)
    granted(engine, settings.place)


def granted(engine: Engine, lamp: str) -> None:
    """What was wished of it is done, and of how it was nothing is known any more."""
    with engine.begin() as connection:
        forget(connection, lamp)
        connection.execute(update(lamps).where(lamps.c.name == lamp).values(wish="", report=None, seen=None))


def helped(engine: Engine, lamp: str) -> None:
    """Somebody of the staff is there."""
    with engine.begin() as connection:
        connection.execute(update(lamps).where(lamps.c.name == lamp).values(wish=""))
