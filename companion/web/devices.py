"""Which device shows which seat: invitations by QR, and the cookie they are exchanged for."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.errors import LamplightError
from companion.wire.prompt import TABLE, Seat

VALID = 120.0  # s an invitation can be used, once
MOST_INVITATIONS = 200  # open at a time; the oldest go first
WALL: Seat = "wall"
"""A screen for all to see: it shows what everybody may know, and answers for nobody."""


class NotInvited(LamplightError):
    """The invitation was used, is too old, or never was."""


@dataclass(frozen=True, slots=True)
class Invitation:
    table: str
    seat: Seat
    until: float  # s, monotonic


class DeviceStore(Protocol):
    """Where the keys of devices last."""

    def admit(self, key: str, table: str, seat: Seat) -> None:
        """Remember a device."""

    def seat_of(self, key: str, table: str) -> Seat | None:
        """The seat of a device at a table, if it has one."""

    def claimed(self, table: str) -> frozenset[Seat]:
        """The seats that have a device of their own."""

    def dismiss(self, table: str, seat: Seat) -> None:
        """Forget the devices of a seat."""


class Devices:
    """Invitations in memory, keys of devices in the store. Safe for threads."""

    def __init__(self, store: DeviceStore, clock: Callable[[], float]) -> None:
        """`clock`: s, monotonic."""
        self._store = store
        self._clock = clock
        self._open: dict[str, Invitation] = {}
        self._lock = threading.Lock()

    def invite(self, table: str, seat: Seat) -> str:
        """A token of 128 bits for one device, usable once within two minutes."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            now = self._clock()
            alive = [(t, i) for t, i in self._open.items() if i.until > now]
            self._open = dict(alive[-MOST_INVITATIONS:])
            self._open[token] = Invitation(table, seat, now + VALID)
        return token

    def accept(self, token: str) -> tuple[Invitation, str]:
        """The invitation and a new key for the device's cookie; raises NotInvited."""
        with self._lock:
            invitation = self._open.pop(token, None)
        if invitation is None or invitation.until <= self._clock():
            raise NotInvited("This invitation was used or is too old. Ask for a new QR code in the menu.")
        key = secrets.token_urlsafe(32)
        self._store.admit(_hashed(key), invitation.table, invitation.seat)
        return invitation, key

    def seat(self, table: str, key: str) -> Seat:
        """The seat a device shows; without a key it is the tablet in the middle."""
        return (self._store.seat_of(_hashed(key), table) if key else None) or TABLE

    def claimed(self, table: str) -> frozenset[Seat]:
        """The seats with a device of their own: the tablet does not answer for them."""
        return self._store.claimed(table)

    def unseat(self, table: str, seat: Seat) -> None:
        """Take a seat back: no device of its own answers for it, and no invitation to it that is still open counts."""
        with self._lock:
            self._open = {t: i for t, i in self._open.items() if (i.table, i.seat) != (table, seat)}
        self._store.dismiss(table, seat)


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
