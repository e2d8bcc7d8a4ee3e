"""Looks after a running house: what is wrong is noted and told, numbers are kept, and the watchdog is fed."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.errors import StoreError
from companion.messaging import MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.ops import system_info
from companion.ops.backup import BackupScheduler
from companion.ops.health import probes
from companion.ops.health.collector import HealthCollector, MonitoredParts
from companion.ops.health.inputs import BackupState, BrokerKind
from companion.ops.health.machine import free
from companion.ops.health.metrics import Gauge, Metrics, WarningCounter
from companion.ops.health.problems import ProblemList
from companion.ops.health.watchdog import NamedProbe, Watchdog
from companion.presentation.responses import HealthFigures, ProblemLine
from companion.schema import Alarm
from companion.settings import Settings
from companion.system.atomic_write import write_atomically
from companion.system.monitored_thread import MonitoredThread
from companion.web.sse import MOST_STREAMS

logger = logging.getLogger(__name__)

TOLD_ANYWAY = frozenset({"reader", "sight", "stumbled"})
"""Codes of what displays hear from `presentation/public_state.py`."""
TIDY = 3600.0  # s
TOKEN = "metrics-token"  # noqa: S105 - the name of the file that holds it
UNREACHED = 60.0  # s without our own broker, whose process lives: it hangs; the bus notices that after half a minute
HEARS = 2 * probes.HELD  # s for what one message brings: it waits for a table, and for the disk
PAHO = "paho-mqtt-client"  # what the thread of the bus is called


@dataclass(frozen=True, slots=True)
class MonitoredServices:
    """What a house has beside its tables."""

    broker: EmbeddedBroker | None
    """None = somebody else's."""
    backups: BackupScheduler
    is_demo: bool


class HealthMonitor:
    """Of one house; a `HealthService` to its page. Safe for threads."""

    def __init__(
        self,
        settings: Settings,
        parts: MonitoredParts,
        services: MonitoredServices,
        metrics: Metrics,
        *,
        changed: Callable[[], None],
        wall: Callable[[], float] = time.time,
    ) -> None:
        """`changed` is called when something else is wrong than before."""
        self._settings, self._hall, self._log, self._bus = settings, parts.sessions, parts.log, parts.bus
        self._ear, self._senses, self._hub = parts.consumer, parts.readers, parts.broadcaster
        self._broker = broker = services.broker
        kind: BrokerKind = broker.kind if broker is not None else "external"
        self._gathering = HealthCollector(
            parts,
            settings.data,
            broker=kind,
            is_demo=services.is_demo,
            backups=partial(saved, services.backups, settings),
        )
        self.health = ProblemList(self._gathering, changed, wall)
        self._metrics = metrics
        metrics.ask(self._numbers())
        self._counting = WarningCounter(metrics)
        self._began, self._tidy_at = wall(), 0.0
        for left in (settings.data / "uploads").glob("*"):  # of a start before: nobody waits for them
            with suppress(OSError):  # whatever else somebody has put there
                left.unlink(missing_ok=True)
        self.token = token_of(settings.data)
        self._watchdog: Watchdog | None = None
        self._reached = time.monotonic()  # when the bus was last there

    def start(self, port: int) -> None:
        """The house is there, its page at this port."""
        logging.getLogger().addHandler(self._counting)
        logger.info("Lamplight %s is there, its page at port %s", self.figures().version, port)
        host = self._settings.bind if self._settings.bind != "0.0.0.0" else "127.0.0.1"  # noqa: S104 - compared
        lasting = [thread for thread in threading.enumerate() if isinstance(thread, MonitoredThread)]
        asked = (
            NamedProbe("the page", partial(probes.page, host, port)),
            NamedProbe("a table", partial(probes.tables, self._hall)),
            NamedProbe("the database", partial(probes.store, self._log)),
            NamedProbe("the bus", partial(probes.thread, "the bus", self._is_heard)),
            NamedProbe("a thread", partial(probes.workers, lasting)),
        )
        self._watchdog = Watchdog(asked, self._looked, self._settings.data / "logs")
        self._watchdog.start()

    def stop(self) -> None:
        if self._watchdog is not None:
            self._watchdog.stop()
        logging.getLogger().removeHandler(self._counting)

    def wrong(self) -> tuple[ProblemLine, ...]:
        found = ((one.condition, one.since) for one in self.health.now)
        return tuple(ProblemLine(c.code, c.severity, c.sentence, c.remedy, c.about, since) for c, since in found)

    def alarms(self) -> tuple[Alarm, ...]:
        """The same for displays: what a person should look after, but for what the readers and the tables tell themselves."""
        found = (one.condition for one in self.health.now)
        return tuple(
            Alarm("house", one.sentence, one.about)
            for one in found
            if one.severity != "hint" and one.code not in TOLD_ANYWAY
        )

    def figures(self) -> HealthFigures:
        data = self._settings.data
        return HealthFigures(
            began=self._began,
            tables=len(self._hall.ids()),
            away=self._hall.away_count,
            free=self.health.facts.free,
            log=0 if self._settings.database else sizes(data, "log.db*"),
            memory=self._gathering.machine.memory,
            pages=self._hub.streams,
            most_pages=MOST_STREAMS,
            backup_at=self.health.facts.backups.at,
            version=dict(system_info.versions())["Lamplight"],
        )

    def metrics(self) -> bytes:
        return self._metrics.text()

    def answered(self, code: int) -> None:
        self._metrics.answered(code)

    def _looked(self, stuck: str) -> None:
        """After each turn of the watchdog."""
        self.health.stuck = stuck
        self.health.look()
        self._tidy()
        self._look_after_broker()
        wrong = self.health.now
        if self._watchdog is not None:
            self._watchdog.say(wrong[0].condition.sentence if wrong else "All is well.")

    def _tidy(self) -> None:
        """Once an hour what lay there long ago is forgotten, a little at each turn until nothing is left to forget."""
        if time.monotonic() < self._tidy_at:
            return
        with suppress(StoreError):  # it is told elsewhere, and tried again
            count = self._log.prune_readings(self._settings.upkeep.readings)
            logger.debug("of %s readings it is forgotten what lay there", count)
            self._tidy_at = time.monotonic() + TIDY if not count else 0.0

    def _look_after_broker(self) -> None:
        """One that ended is started again by its keeper; one that hangs is ended here, for nobody else can tell."""
        now = time.monotonic()
        if self._broker is None or self._bus.connected:
            self._reached = now
        elif now - self._reached > UNREACHED:
            logger.warning("the broker does not answer for %.0f s, and is ended", now - self._reached)
            self._broker.renew()
            self._reached = now

    def _is_heard(self) -> bool:
        """Whether the thread that hears the bus lives, and comes to an end with what it has heard."""
        if not isinstance(self._bus, MqttBus):
            return True
        lives = any(thread.name.startswith(PAHO) for thread in threading.enumerate())
        return lives and self._bus.busy.seconds <= HEARS

    def _numbers(self) -> tuple[Gauge, ...]:
        machine, data, heard = self._gathering.machine, self._settings.data, self._senses.details
        return (
            Gauge("lamplight_readings_total", "Readings off the bus.", lambda: dict(self._ear.counts), "outcome"),
            Gauge(
                "lamplight_readings_waiting",
                "Kept by a reader, not yet committed.",
                lambda: {one.reader: one.status.waiting for one in heard()},
                "reader",
            ),
            Gauge(
                "lamplight_reader_up",
                "1 = the reader is there.",
                lambda: {one.reader: float(one.state == "ready") for one in heard()},
                "reader",
            ),
            Gauge("lamplight_bus_connected", "1 = the broker is reached.", lambda: float(self._bus.connected)),
            Gauge("lamplight_bus_reconnects_total", "It was reached again.", lambda: self._bus.reconnects),
            Gauge(
                "lamplight_broker_restarts_total",
                "The broker of the house was started again.",
                lambda: self._broker.restarts if self._broker is not None else 0,
            ),
            Gauge("lamplight_streams", "Pages that are open.", lambda: self._hub.streams),
            Gauge("lamplight_tables", "Tables that are open.", lambda: len(self._hall.ids())),
            Gauge("lamplight_tables_away", "Tables that were put away.", lambda: self._hall.away_count),
            Gauge("lamplight_database_bytes", "With what is not in it yet.", lambda: sizes(data, "log.db*")),
            Gauge("lamplight_log_bytes", "Of the files that were logged to.", lambda: sizes(data, "logs/*")),
            Gauge(
                "lamplight_backup_seconds",
                "When the newest was made, Unix; 0 = there is none.",
                lambda: self.health.facts.backups.at,
            ),
            Gauge("lamplight_disk_free_bytes", "On the disk of the data folder.", lambda: free(data)),
            Gauge("lamplight_memory_bytes", "Resident.", lambda: machine.memory),
            Gauge("lamplight_handles", "Open files and sockets.", lambda: machine.handles),
            Gauge("lamplight_threads", "Threads of the rules service.", lambda: machine.threads),
            Gauge("lamplight_heat_celsius", "Of the processor; 0 = nobody knows.", lambda: machine.heat),
            Gauge(
                "lamplight_wrong",
                "1 = this is wrong now.",
                lambda: {one.condition.code: 1.0 for one in self.health.now},
                "code",
            ),
        )


def saved(backups: BackupScheduler, settings: Settings) -> BackupState:
    """How the backups of a house stand; one that is not played at needs none."""
    standing = backups.standing
    at = standing.newest.manifest.at if standing.newest is not None else 0.0
    written = max((when for _, when in system_info.sizes(settings.data.glob("log.db*"))), default=0.0)
    return BackupState(standing.trouble, at, max(written - at, 0.0) if at and settings.backup.every_min else 0.0)


def sizes(folder: Path, pattern: str) -> int:
    """Bytes of all the files of that name; one that is taken away meanwhile does not count."""
    return sum(size for size, _ in system_info.sizes(folder.glob(pattern)))


def token_of(data: Path) -> str:
    """The token with which the numbers may be read, made at the first start; its owner alone may read its file. Raises OSError."""
    path = data / TOKEN
    if not path.exists():
        write_atomically(path, f"{secrets.token_urlsafe(24)}\n", private=True)
    return path.read_text(encoding="ascii").strip()
