"""The devices that were let in, and who is invited: as hashes of what they hold, so that the database opens no door."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.sessions.store.database import Database
from companion.sessions.store.schema import claims, devices, invitations

SELECT_DEVICES = select(
    *(devices.c.key, devices.c.id, devices.c.role, devices.c.table_id, devices.c.name),
    *(devices.c.at, devices.c.seen, devices.c.ends),
).order_by(devices.c.at, devices.c.id)
FRESH = 1.0
"""Seconds for which loaded rows are used. Each snapshot checks permissions half a dozen times. Changes by this process
are seen at once, those by another process, such as `./table pair`, within a second.
"""
OWN_LETTERS = 16
"""Letters of a stored key that identify the device; the rest identifies its browser, which several devices may share."""
TABLET = "tablet"  # claim of the first tablet


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that was let in; one that has two roles is two of these."""

    id: str
    role: str  # "table", "keeper", "wall", "dealer", or a seat
    table: str  # "" = the whole house
    name: str
    at: float  # s, Unix; when it was let in
    seen: float  # s, Unix; to the hour
    ends: float  # s, Unix; from then on it counts for nothing


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation for one device."""

    role: str
    table: str  # "" = the whole house
    at: float  # s, Unix
    ends: float  # s, Unix


class DeviceRepository:
    """Devices and invitations. Keys and tokens are stored as hashes. Safe for threads and processes."""

    def __init__(self, engine: Database, clock: Callable[[], float] = time.monotonic, fresh: float = FRESH) -> None:
        """`clock`: s, monotonic; `fresh`: s for which loaded rows are used."""
        self._engine, self._clock, self._fresh = engine, clock, fresh
        self._lock = threading.Lock()
        self._read: tuple[float, Mapping[str, Device]] | None = None  # when, and by key
        self._changes = 0

    def invite(self, token: str, invited: Invitation) -> None:
        """Store the token of an invitation for one device, and delete expired ones."""
        values = {"role": invited.role, "table_id": invited.table, "at": invited.at, "ends": invited.ends}
        with self._engine.begin() as connection:
            connection.execute(delete(invitations).where(invitations.c.ends <= invited.at))
            connection.execute(insert(invitations), {"token": token, **values})

    def accept(self, token: str, key: str, device_of: Callable[[Invitation], Device | None]) -> Device | None:
        """Let in whom the token is for, once: of two who come with it at the same moment, one is.

        The token is consumed and its device admitted in one transaction, so dismissing all devices misses none.
        `device_of`: None = the invitation counts no more.
        """
        by_token = invitations.c.token == token
        with self._changing() as connection:
            row = connection.execute(select(invitations).where(by_token)).one_or_none()
            if row is None or not connection.execute(delete(invitations).where(by_token)).rowcount:
                return None
            device = device_of(Invitation(row.role, row.table_id, row.at, row.ends))
            if device is not None:
                _let_in(connection, key, device)
        return device

    def withdraw(self, role: str = "", table: str = "") -> None:
        """Delete the open invitations to a role at a table, or all of them."""
        of_role = (invitations.c.role == role) & (invitations.c.table_id == table)
        with self._engine.begin() as connection:
            connection.execute(delete(invitations).where(of_role) if role else delete(invitations))

    def admit(self, key: str, device: Device) -> None:
        """Admit a device. From the first tablet on the installation is claimed."""
        with self._changing() as connection:
            _let_in(connection, key, device)

    def claim(self, key: str, device: Device) -> bool:
        """Admit the first tablet; return False where there is or was one. One of two simultaneous calls wins."""
        try:
            with self._changing() as connection:
                connection.execute(insert(claims), {"what": TABLET, "at": device.at})
                connection.execute(insert(devices), _values(key, device))
        except IntegrityError:
            return False
        return True

    def is_claimed(self) -> bool:
        with self._engine.connect() as connection:
            return _is_claimed(connection)

    def find(self, keys: Collection[str]) -> dict[str, Device]:
        """Return the devices of these keys, and of their browsers, those of the whole installation first."""
        known = self._load_all()
        browsers = {key[: len(key) - OWN_LETTERS] for key in keys}
        bound = [(key, device) for key, device in known.items() if key[OWN_LETTERS:] in browsers]
        return {
            **{key: known[key] for key in keys if key in known},
            **dict(sorted(bound, key=lambda pair: pair[1].table != "")),
        }

    def all(self, table: str | None = None) -> tuple[Device, ...]:
        """Return all devices, the oldest first; or those of a table, "" = of the whole installation."""
        return tuple(device for device in self._load_all().values() if table is None or device.table == table)

    def _load_all(self) -> Mapping[str, Device]:
        """Return all devices by key, the oldest first."""
        with self._lock:
            read, changes, now = self._read, self._changes, self._clock()
        if read is not None and now - read[0] < self._fresh:
            return read[1]
        with self._engine.connect() as connection:
            by_key = {key: Device(*of_device) for key, *of_device in connection.execute(SELECT_DEVICES)}
        with self._lock:
            if changes == self._changes:  # else it may have been read before the change
                self._read = now, by_key
        return by_key

    def reread(self) -> None:
        """Read all devices again: another process may have changed some."""
        self._forget_read()
        self._load_all()

    def _forget_read(self) -> None:
        """Discard loaded rows."""
        with self._lock:
            self._read, self._changes = None, self._changes + 1

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        """Yield a transaction, and discard rows that were loaded before it ended."""
        try:
            with self._engine.begin() as connection:
                yield connection
        finally:
            self._forget_read()

    def record_seen(self, key: str, seen: float, ends: float) -> None:
        """Record the last use of a device and the end of its access; s, Unix."""
        with self._changing() as connection:
            connection.execute(update(devices).where(devices.c.key == key).values(seen=seen, ends=ends))

    def shift_times(self, by: float, now: float) -> None:
        """Correct times after the clock was set by so many s and shows `now`.

        After a jump forwards, shift all earlier times; later ones were written by a correct clock. After a jump
        backwards, shift those in the future.
        """
        with self._changing() as connection:
            for table, last in ((devices, devices.c.seen), (invitations, invitations.c.at)):
                is_wrong = last <= now - by if by > 0 else last > now
                columns = table.c
                at = case((columns.at > now, columns.at + by), else_=columns.at) if by < 0 else columns.at + by
                moved = {"at": at, "ends": columns.ends + by} | ({"seen": last + by} if table is devices else {})
                connection.execute(update(table).where(is_wrong).values(moved))

    def rename(self, id: str, name: str) -> bool:
        """Rename a device; return False where the id is unknown."""
        with self._changing() as connection:
            return bool(connection.execute(update(devices).where(devices.c.id == id).values(name=name)).rowcount)

    def dismiss(self, id: str) -> bool:
        """Dismiss a device; return False where the id is unknown."""
        return self._forget(devices.c.id == id)

    def change_keys(self, keys: Mapping[str, str]) -> None:
        """Replace keys of devices, all or none."""
        with self._changing() as connection:
            for key, new in keys.items():
                connection.execute(update(devices).where(devices.c.key == key).values(key=new))

    def dismiss_from(self, table: str, role: str) -> bool:
        """Dismiss the devices of a role at a table."""
        return self._forget((devices.c.table_id == table) & (devices.c.role == role))

    def dismiss_all(self, but: Collection[str] = ()) -> bool:
        """Dismiss all devices but those of these ids."""
        return self._forget(devices.c.id.not_in(but))

    def _forget(self, condition: ColumnElement[bool]) -> bool:
        with self._changing() as connection:
            return bool(connection.execute(delete(devices).where(condition)).rowcount)


def _let_in(connection: Connection, key: str, device: Device) -> None:
    if device.role == "table" and not _is_claimed(connection):
        with suppress(IntegrityError), connection.begin_nested():  # a simultaneous claim wins
            connection.execute(insert(claims), {"what": TABLET, "at": device.at})
    connection.execute(insert(devices), _values(key, device))


def _is_claimed(connection: Connection) -> bool:
    return connection.scalar(select(claims.c.what).where(claims.c.what == TABLET)) is not None


def _values(key: str, device: Device) -> dict[str, Any]:
    times = {"at": device.at, "seen": device.seen, "ends": device.ends}
    return {"key": key, "id": device.id, "role": device.role, "table_id": device.table, "name": device.name, **times}
