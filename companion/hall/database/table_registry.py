"""The tables of a hall: their names, where each is played and which worker serves it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from sqlalchemy import Engine, select
from sqlalchemy.dialects.postgresql import insert as upsert

from companion.errors import LamplightError
from companion.hall.database.schema import HERE, lamps
from companion.hall.database.worker_registry import living_workers

NAMES = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,30}[a-z0-9_])?")
"""What a lamp may be called: as topics name it, and as an address may begin."""


class InvalidTableNameError(LamplightError):
    """A table of a hall cannot be called so."""

    code = "NONAME"


def check_table_name(lamp: str) -> str:
    """`lamp` itself, where it may be called so. Raises InvalidTableNameError."""
    if not NAMES.fullmatch(lamp):
        raise InvalidTableNameError(
            f'No table can be called "{lamp[:40]}": its name begins its address. 1 to 32 of a-z, 0-9, "_" and "-" are needed, "-" neither'
            " first nor last."
        )
    return lamp


def add_tables(engine: Engine, names: Collection[str], plays: str = HERE) -> None:
    """These lamps belong to the hall; who did already stays as it was."""
    with engine.begin() as connection:
        for name in names:
            connection.execute(upsert(lamps).values(name=name, plays=plays).on_conflict_do_nothing())


def list_tables(engine: Engine) -> Sequence[tuple[str, str, int | None]]:
    """All lamps by name: where each is played, and which worker serves it; one that is dead serves nobody."""
    with engine.connect() as connection:
        living = living_workers(connection)
        rows = connection.execute(select(lamps.c.name, lamps.c.plays, lamps.c.worker).order_by(lamps.c.name))
        return [(row.name, row.plays, row.worker if row.worker in living else None) for row in rows]
