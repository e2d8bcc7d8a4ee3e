"""A table belongs to the hall no more: its name was mistyped, or it stays at its own machine for good."""

from __future__ import annotations

import shutil

from sqlalchemy import Engine, delete, select

from companion.errors import LamplightError
from companion.hall.divided import one_of
from companion.hall.following import is_used
from companion.hall.roll import HERE
from companion.hall.schema import lamps
from companion.hall.summary import forget
from companion.sessions import metadata
from companion.settings import Settings


class TableRemovalError(LamplightError):
    """The table stays as it was."""

    code = "NOTREMOVED"


def remove(engine: Engine, settings: Settings) -> None:
    """Whoever serves the lamp lets go of it with the next roll. Of one that plays at its own machine the copy goes too.

    What it has done in an event of many tables stays counted. Raises TableRemovalError, StoreError, OSError.
    """
    lamp = settings.place
    with one_of(engine, lamp).begin() as connection:
        plays = connection.scalar(select(lamps.c.plays).where(lamps.c.name == lamp).with_for_update())
        if plays is None:
            raise TableRemovalError(f"The hall has no table {lamp}. ./table hall list names those that it has.")
        if plays == HERE and is_used(connection):
            raise TableRemovalError(
                f"Somebody sits at {lamp}, or sat there, and it was not wiped since. Wipe it on the staff's page (New group), or give it"
                " to its own machine, and remove it then."
            )
        for table in metadata.sorted_tables:
            connection.execute(delete(table))  # of this lamp alone: the database sees to it
        if settings.data.exists():
            shutil.rmtree(settings.data)
        forget(connection, lamp)
        connection.execute(delete(lamps).where(lamps.c.name == lamp))
