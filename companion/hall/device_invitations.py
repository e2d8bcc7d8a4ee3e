"""Letting a device in at a table of a hall, from the hall's own shell: after a move, and where the tablet was lost."""

from __future__ import annotations

import time

from sqlalchemy import Engine, select

from companion.hall.row_security import engine_for_table
from companion.hall.schema import HERE, lamps
from companion.ops.pairing_command import PairingError
from companion.sessions import HOUSE_ROLES, DeviceRepository, Devices, SqlEventLog


def invite_to_table(engine: Engine, lamp: str, role: str) -> str:
    """A token for one device of that table, for two minutes; whoever serves the table finds it in its rows. Raises PairingError."""
    if role not in HOUSE_ROLES:
        raise PairingError(
            f"There is no role {role!r}; there are {', '.join(HOUSE_ROLES)}. Seats are invited on the tablet."
        )
    with engine.connect() as connection:
        plays = connection.scalar(select(lamps.c.plays).where(lamps.c.name == lamp))
    if plays is None:
        raise PairingError(f"There is no table {lamp} in this hall: ./table hall list names them.")
    if plays != HERE:
        raise PairingError(f"{lamp} plays at its own machine, and lets devices in there: ./table pair")
    return Devices(DeviceRepository(SqlEventLog(engine_for_table(engine, lamp), time.time).database), time.time).invite(
        "", role
    )
