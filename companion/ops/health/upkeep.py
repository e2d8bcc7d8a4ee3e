"""What a running house does for itself: forget old readings, compare stored states with the log, end a broker that hangs."""

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

TIDY = 3600.0  # s
DAY = 24 * 3600.0  # s
UNREACHED = 60.0  # s without our own broker, whose process lives: it hangs; the bus notices that after half a minute


@dataclass(frozen=True, slots=True)
class MonitoredServices:
    """What a house has beside its tables."""

    settings: Settings
    broker: EmbeddedBroker | None
    """None = somebody else's."""
    backups: BackupScheduler

    def backup_state(self) -> BackupState:
        """How the backups of a house stand; one that is not played at needs none."""
        standing, settings = self.backups.standing, self.settings
        at = standing.newest.manifest.at if standing.newest is not None else 0.0
        written = max((when for _, when in system_info.sizes(settings.data.glob("log.db*"))), default=0.0)
        return BackupState(standing.trouble, at, max(written - at, 0.0) if at and settings.backup.every_min else 0.0)


class Upkeep:
    """Called now and then, by one thread."""

    def __init__(self, log: SqlEventLog, bus: Bus, sessions: SessionManager, services: MonitoredServices) -> None:
        """What a start before has left of uploads goes: nobody waits for it."""
        self._log, self._bus, self._sessions, self._broker = log, bus, sessions, services.broker
        self._kept = services.settings.upkeep.readings
        self._tidy_at, self._reached = 0.0, time.monotonic()  # when the bus was last there
        self._compare_at, self._to_compare = time.monotonic() + DAY, list[str]()
        for left in (services.settings.data / "uploads").glob("*"):
            with suppress(OSError):  # whatever else somebody has put there
                left.unlink(missing_ok=True)

    def prune_readings(self) -> None:
        """Once an hour what lay there long ago is forgotten, a little at each turn until nothing is left to forget."""
        if time.monotonic() < self._tidy_at:
            return
        with suppress(StoreError):  # it is told elsewhere, and tried again
            count = self._log.inbox.prune(self._kept)
            logger.debug("of %s readings it is forgotten what lay there", count)
            self._tidy_at = time.monotonic() + TIDY if not count else 0.0

    def compare_states(self) -> None:
        """Once a day each open table is read from its first entry on, one at each turn; a stored state that differs is deleted."""
        if not self._to_compare and time.monotonic() >= self._compare_at:
            self._to_compare, self._compare_at = list(self._sessions.ids()), time.monotonic() + DAY
        if self._to_compare:
            with suppress(LamplightError):  # it was put away meanwhile, or the store fails, which is told elsewhere
                self._sessions.tables.compare_stored_states(self._to_compare.pop())

    def renew_hanging_broker(self) -> None:
        """One that ended is started again by its keeper; one that hangs is ended here, for nobody else can tell."""
        now = time.monotonic()
        if self._broker is None or self._bus.connected:
            self._reached = now
        elif now - self._reached > UNREACHED:
            logger.warning("the broker does not answer for %.0f s, and is ended", now - self._reached)
            self._broker.renew()
            self._reached = now
