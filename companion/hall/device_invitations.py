"""Invite devices from the command line: the staff's, and a table's after a move or when its tablet was lost."""

from __future__ import annotations

import time

from sqlalchemy import Engine

from companion.errors import own_command
from companion.hall.database import HERE, engine_for_table, find_place
from companion.ops.pairing_command import PairingError
from companion.sessions import HOUSE_ROLES, KEEPER, DeviceRepository, Devices

STAFF_NAME = "@staff"
"""Lamp name for the rows of the staff's devices. No table can have it."""


def staff_devices(engine: Engine) -> Devices:
    """Those of the staff."""
    return Devices(DeviceRepository(engine_for_table(engine, STAFF_NAME)), time.time)


def invite_staff(engine: Engine) -> str:
    """Return a token for one device of the staff, for two minutes."""
    return staff_devices(engine).invite("", KEEPER)


def invite_to_table(engine: Engine, name: str, role: str) -> str:
    """Return a token for one device of that table. Valid for two minutes with every worker. Raises PairingError."""
    if role not in HOUSE_ROLES:
        raise PairingError(
            f"There is no role {role!r}; there are {', '.join(HOUSE_ROLES)}. Seats are invited on the tablet."
        )
    with engine.connect() as connection:
        plays = find_place(connection, name)
    if plays is None:
        raise PairingError(f"There is no table {name} in this hall: {own_command('hall list')} names them.")
    if plays != HERE:
        raise PairingError(f"{name} plays at its own machine, and lets devices in there: {own_command('pair')}")
    return Devices(DeviceRepository(engine_for_table(engine, name)), time.time).invite("", role)
