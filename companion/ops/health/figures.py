"""Figures of the running application, for its page and for /metrics."""

from __future__ import annotations

import threading
from pathlib import Path

from companion.ops import system_info
from companion.ops.health.collector import HealthCollector, MonitoredParts
from companion.ops.health.machine import free
from companion.ops.health.metrics import Gauge
from companion.ops.health.problems import ProblemList
from companion.ops.health.upkeep import MonitoredServices
from companion.presentation.responses import HealthFigures
from companion.web.sse import MOST_STREAMS


class HouseFigures:
    """Figures of the running application, read at each call."""

    def __init__(
        self, parts: MonitoredParts, services: MonitoredServices, collector: HealthCollector, problems: ProblemList
    ) -> None:
        self._parts, self._broker, self._settings = parts, services.broker, services.settings
        self._data, self._machine, self._problems = services.settings.data, collector.machine, problems

    def page_figures(self, began: float) -> HealthFigures:
        """Return the figures of the page. `began`: start of the application, s, Unix."""
        return HealthFigures(
            began=began,
            tables=len(self._parts.sessions.ids()),
            away=self._parts.sessions.tables.away_count,
            free=self._problems.facts.free,
            log=0 if self._settings.database else sizes(self._data, "log.db*"),
            memory=self._machine.memory,
            pages=self._parts.broadcaster.streams,
            most_pages=MOST_STREAMS,
            backup_at=self._problems.facts.backups.at,
            version=dict(system_info.versions())["Lamplight"],
        )

    def gauges(self) -> tuple[Gauge, ...]:
        """Return the numbers of /metrics."""
        parts, problems, data, machine, broker = self._parts, self._problems, self._data, self._machine, self._broker
        readers, bus, sessions = parts.readers.details, parts.bus, parts.sessions
        return (
            Gauge("lamplight_readings_total", "Readings off the bus.", lambda: dict(parts.consumer.counts), "outcome"),
            Gauge(
                "lamplight_readings_waiting",
                "Kept by a reader, not yet committed.",
                lambda: {r.reader: r.status.waiting for r in readers()},
                "reader",
            ),
            Gauge(
                "lamplight_reader_up",
                "1 = the reader is there.",
                lambda: {r.reader: float(r.state == "ready") for r in readers()},
                "reader",
            ),
            Gauge("lamplight_bus_connected", "1 = the broker is reached.", lambda: float(bus.connected)),
            Gauge("lamplight_bus_reconnects_total", "It was reached again.", lambda: bus.reconnects),
            Gauge(
                "lamplight_broker_restarts_total",
                "The broker of the house was started again.",
                lambda: broker.restarts if broker else 0,
            ),
            Gauge("lamplight_streams", "Pages that are open.", lambda: parts.broadcaster.streams),
            Gauge("lamplight_tables", "Tables that are open.", lambda: len(sessions.ids())),
            Gauge("lamplight_tables_away", "Tables that were put away.", lambda: sessions.tables.away_count),
            Gauge("lamplight_database_bytes", "With what is not in it yet.", lambda: sizes(data, "log.db*")),
            Gauge("lamplight_log_bytes", "Of the files that were logged to.", lambda: sizes(data, "logs/*")),
            Gauge(
                "lamplight_backup_seconds",
                "When the newest was made, Unix; 0 = there is none.",
                lambda: problems.facts.backups.at,
            ),
            Gauge("lamplight_disk_free_bytes", "On the disk of the data folder.", lambda: free(data)),
            Gauge("lamplight_memory_bytes", "Resident.", lambda: machine.memory),
            Gauge("lamplight_handles", "Open files and sockets.", lambda: machine.handles),
            Gauge("lamplight_threads", "Threads of the rules service.", threading.active_count),
            Gauge("lamplight_heat_celsius", "Of the processor; 0 = nobody knows.", lambda: machine.heat),
            Gauge(
                "lamplight_wrong",
                "1 = this is wrong now.",
                lambda: {p.condition.code: 1.0 for p in problems.now},
                "code",
            ),
        )


def sizes(folder: Path, pattern: str) -> int:
    """Return the size of all files of that name, without those that are deleted meanwhile."""
    return sum(size for size, _ in system_info.sizes(folder.glob(pattern)))
