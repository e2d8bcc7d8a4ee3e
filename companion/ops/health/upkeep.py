"""Maintenance: forget old readings, compare stored states with the log, and restart a broker that hangs."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from dataclasses import dataclass

from companion.errors import LamplightError, StoreError
from companion.messaging import Bus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.ops import system_info
from companion.ops.backup import BackupScheduler
from companion.ops.health.inputs import BackupState
from companion.sessions import SessionManager, SqlEventLog
from companion.settings import Settings

logger = logging.getLogger(__name__)

TIDY_EVERY = 3600.0  # s
DAY = 24 * 3600.0  # s
UNREACHED = 60.0  # s without our own broker, whose process lives: it hangs; the bus notices that after half a minute


@dataclass(frozen=True, slots=True)
class MonitoredServices:
    """Services next to the tables."""

    settings: Settings
    broker: EmbeddedBroker | None
    """None for an external broker."""
    backups: BackupScheduler

    def backup_state(self) -> BackupState:
        """Return the state of the backups, for the health check."""
        standing, settings = self.backups.standing, self.settings
        at = standing.newest.manifest.at if standing.newest is not None else 0.0
        written = max((when for _, when in system_info.sizes(settings.data.glob("log.db*"))), default=0.0)
        return BackupState(standing.trouble, at, max(written - at, 0.0) if at and settings.backup.every_min else 0.0)


class Upkeep:
    """Maintenance steps, called regularly by one thread."""

    def __init__(self, log: SqlEventLog, bus: Bus, sessions: SessionManager, services: MonitoredServices) -> None:
        """Delete uploads of an earlier run."""
        self._log, self._bus, self._sessions, self._broker = log, bus, sessions, services.broker
        self._kept = services.settings.upkeep.readings
        self._tidy_at, self._reached = 0.0, time.monotonic()  # when the bus was last there
        self._compare_at, self._to_compare = time.monotonic() + DAY, list[str]()
        for left in (services.settings.data / "uploads").glob("*"):
            with suppress(OSError):  # a folder, or a file of another user
                left.unlink(missing_ok=True)

    def prune_readings(self) -> None:
        """Delete old readings once an hour, a batch a call."""
        if time.monotonic() < self._tidy_at:
            return
        with suppress(StoreError):  # reported elsewhere, and tried again
            count = self._log.inbox.prune(self._kept)
            logger.debug("of %s readings it is forgotten what lay there", count)
            self._tidy_at = time.monotonic() + TIDY_EVERY if not count else 0.0

    def compare_states(self) -> None:
        """Once a day replay each open table, one a call, and delete a stored state that differs."""
        if not self._to_compare and time.monotonic() >= self._compare_at:
            self._to_compare, self._compare_at = list(self._sessions.ids()), time.monotonic() + DAY
        if self._to_compare:
            with suppress(LamplightError):  # the table was put away, or the store fails, which is reported elsewhere
                self._sessions.tables.compare_stored_states(self._to_compare.pop())

    def renew_hanging_broker(self) -> None:
        """Restart our broker if it hangs. Its supervisor notices only an end."""
        now = time.monotonic()
        if self._broker is None or self._bus.connected:
            self._reached = now
        elif now - self._reached > UNREACHED:
            logger.warning("the broker does not answer for %.0f s, and is ended", now - self._reached)
            self._broker.renew()
            self._reached = now
