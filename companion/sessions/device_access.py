"""Which device is what: invitations by QR, the keys they are exchanged for, and how long those count.

Permissions of a device: see `companion.web.permissions`.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import threading
from collections.abc import Callable, Collection
from dataclasses import replace

from sqlalchemy.exc import DBAPIError

from companion.errors import LamplightError, StoreError
from companion.i18n import _
from companion.schema import TABLE, WALL, Seat
from companion.sessions.store import OWN_LETTERS, Device, DeviceRepository, Invitation
from companion.system.clock_jumps import ClockJumpDetector

logger = logging.getLogger(__name__)

INVITATION_VALID = 120.0  # s an invitation can be used, once
ACCESS_LASTS = 30 * 24 * 3600.0  # s after it was here last, a device counts for nothing
LONGEST_ACCESS = 365 * 24 * 3600.0  # s after it was let in, however often it is here
USE_NOTED_EVERY = 3600.0  # s between two notes that a device is here: a card in a small computer wears out
LONGEST_NAME = 60  # of a device's name

KEEPER = "keeper"
"""Sets up the installation, and plays no seat."""
HOUSE_ROLES = (TABLE, KEEPER, WALL)
"""That a device can have in the whole house."""


class InvitationError(LamplightError):
    """The invitation was used, is too old, or never was."""

    code = "NOTINVITED"


class AlreadyClaimedError(LamplightError):
    """The installation has its tablet already."""

    code = "CLAIMED"


class Devices:
    """Devices and invitations. Only hashes of keys are stored. Thread-safe."""

    def __init__(
        self, store: DeviceRepository, clock: Callable[[], float], steady: Callable[[], float] | None = None
    ) -> None:
        """`clock`: s, Unix. It says when something ends, and decides nothing else.

        `steady`: s, of a monotonic clock. Stored times are shifted when `clock` is set.
        """
        self._store, self._clock = store, clock
        self._steps = ClockJumpDetector(clock, steady or clock)
        self._owed = 0.0  # s by which the clock was set, and times could not be moved yet
        self._lock = threading.Lock()
        self._seen: dict[str, float] = {}  # id -> s, Unix; newer than what is on disk
        self._is_at_home = False  # a browser on a demo's own machine acts as the tablet without a key

    def invite(self, table: str, role: str) -> str:
        """Return a token of 128 bits for one device, usable once within two minutes. `table`: "" = the whole house."""
        token, now = secrets.token_urlsafe(16), self.now()
        self._store.invite(_hash(token), Invitation(role, table, now, now + INVITATION_VALID))
        return token

    def accept(self, token: str, name: str = "", browser: str = "") -> tuple[Device, str]:
        """Return the device and the key for its cookie; raises InvitationError.

        `browser`: what its browser has as a key for all it is, "" = it gets a new one for this alone.
        """
        now = self.now()
        key, hashed = _new_key(browser)

        def device_of(invited: Invitation) -> Device | None:
            return self._make_device(invited.role, invited.table, name) if invited.at <= now < invited.ends else None

        device = self._store.accept(_hash(token), hashed, device_of)
        if device is None:
            raise InvitationError(_("This invitation was used or is too old. Ask for a new QR code in the menu."))
        return device, key

    def bind(self, keys: Collection[str], browser: str) -> None:
        """Give the devices of these keys to this browser, unless it has one. Where the disk is full, do it later.

        Another page on the machine can give a browser keys: they never replace an admitted device.
        """
        devices = self._store.find([_hash(key) for key in keys])
        if not devices or self.find([browser]):
            return
        try:
            self._store.change_keys({key: _new_key(browser)[1] for key in devices})
        except (DBAPIError, StoreError) as error:
            logger.debug("keys could not be bound to their browser: %s", error)

    def claim(self, name: str = "", browser: str = "") -> tuple[Device, str]:
        """Admit the first tablet of an installation, once. Raises AlreadyClaimedError."""
        device, (key, hashed) = self._make_device(TABLE, "", name), _new_key(browser)
        if self._is_at_home or not self._store.claim(hashed, device):
            raise AlreadyClaimedError(
                _("This house has its tablet already. Ask there for a QR code: Menu, then Devices.")
            )
        return device, key

    @property
    def is_claimed(self) -> bool:
        """Return whether there is or was a tablet: from then on devices need an invitation."""
        return self._is_at_home or self._store.is_claimed()

    def sit_at_home(self) -> None:
        """Make a browser on the demo's own machine the tablet. No other device can claim it afterwards."""
        self._is_at_home = True

    def find(self, keys: Collection[str]) -> tuple[Device, ...]:
        if not keys:
            return ()
        now, devices = self.now(), self._store.find([_hash(key) for key in keys])
        alive = {key: device for key, device in devices.items() if device.ends > now}
        for key, device in alive.items():
            self._note_use(key, device, now)
        return tuple(alive.values())

    def now(self) -> float:
        """Return the time in s, Unix. Shift stored times first where the clock was set."""
        with self._lock:
            self._owed += self._steps.jump()
            now = self._clock()
            if self._owed:
                self._shift_times(self._owed, now)
        return now

    def reread(self) -> None:
        """Read all devices again: another process may have admitted or dismissed some."""
        self._store.reread()

    def all(self) -> tuple[Device, ...]:
        """Every device that counts now, the oldest first; `seen` to the second where it was here since the start."""
        now = self.now()
        alive = (device for device in self._store.all() if device.ends > now)
        return tuple(replace(device, seen=max(device.seen, self._seen.get(device.id, 0.0))) for device in alive)

    def claimed(self, table: str) -> frozenset[Seat]:
        """Return the seats with a device of their own: the tablet does not answer for them."""
        now = self.now()
        return frozenset(device.role for device in self._store.all(table) if device.ends > now)

    @property
    def has_keeper(self) -> bool:
        """True where a device of its own administers the installation; else the tablet does."""
        return KEEPER in self.claimed("")

    def rename(self, id: str, name: str) -> bool:
        """Rename a device; return False where it is gone."""
        return self._store.rename(id, name[:LONGEST_NAME])

    def dismiss(self, id: str) -> bool:
        """Dismiss a device; return False where it is gone."""
        return self._store.dismiss(id)

    def dismiss_all(self, but: Collection[str] = ()) -> None:
        """Send every device away except these, and let no invitation count that is still open."""
        self._store.withdraw()
        self._store.dismiss_all(but)

    def unseat(self, table: str, seat: Seat) -> None:
        """Dismiss the devices of a seat, and withdraw its open invitations."""
        self._store.withdraw(seat, table)
        self._store.dismiss_from(table, seat)

    def _make_device(self, role: str, table: str, name: str) -> Device:
        now = self.now()
        return Device(secrets.token_hex(8), role, table, name[:LONGEST_NAME], now, now, now + ACCESS_LASTS)

    def _note_use(self, key: str, device: Device, now: float) -> None:
        """Store the last use at most hourly. A full disk admits the device all the same."""
        self._seen[device.id] = now
        if (
            now - device.seen < USE_NOTED_EVERY
        ):  # also by a clock that is years behind: what it notes would soon be long ago
            return
        try:
            self._store.record_seen(key, now, min(now + ACCESS_LASTS, device.at + LONGEST_ACCESS))
        except (DBAPIError, StoreError) as error:
            logger.debug("device=%s: that it was here could not be noted: %s", device.id, error)

    def _shift_times(self, by: float, now: float) -> None:
        """Shift stored times by a clock change. Retry after a failed write."""
        try:
            self._store.shift_times(by, now)
        except (DBAPIError, StoreError) as error:
            logger.warning("the clock was set by %.0f s, and how long devices count could not be moved: %s", by, error)
            return
        logger.info("the clock was set by %.0f s: devices count as long as before", by)
        self._seen = {}
        self._owed = 0.0


def _new_key(browser: str) -> tuple[str, str]:
    """Return a key and what is kept of it; several devices may be of one browser."""
    key = browser or secrets.token_urlsafe(32)
    hashed = _hash(key)
    return key, secrets.token_hex(OWN_LETTERS // 2) + hashed[: len(hashed) - OWN_LETTERS] if browser else hashed


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
