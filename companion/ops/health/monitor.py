"""Run the watchdog, the list of problems and the maintenance of one application."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from companion.ops.health.collector import HealthCollector, MonitoredParts
from companion.ops.health.figures import HouseFigures
from companion.ops.health.metrics import Metrics, WarningCounter, metrics_token
from companion.ops.health.probes import Connect, house_probes
from companion.ops.health.problems import ProblemList
from companion.ops.health.upkeep import MonitoredServices, Upkeep
from companion.ops.health.watchdog import Watchdog
from companion.presentation.responses import HealthFigures, ProblemLine

logger = logging.getLogger(__name__)

ALL_WELL = "All is well."  # for `systemctl status`


class HealthMonitor:
    """Monitors one application; the `HealthService` of its page. Thread-safe."""

    def __init__(
        self,
        parts: MonitoredParts,
        services: MonitoredServices,
        metrics: Metrics,
        *,
        changed: Callable[[], None],
        looked: Callable[[], None] = lambda: None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """Set up the monitor. `changed` is called when the set of problems changes, `looked` after each check."""
        self._look_further = looked
        self._parts, self._settings, self._metrics = parts, services.settings, metrics
        collector = HealthCollector(
            parts,
            services.settings.data,
            backups=services.backup_state,
        )
        self.health = ProblemList(collector, changed, wall)
        self._figures, self._began = HouseFigures(parts, services, collector, self.health), wall()
        metrics.ask(self._figures.gauges())
        self._counting = WarningCounter(metrics)
        self._upkeep = Upkeep(parts.log, parts.bus, parts.sessions, services)
        self.token = metrics_token(services.settings.data)
        self._watchdog: Watchdog | None = None

    def start(self, port: int, connect: Connect) -> None:
        """Start the watchdog. `port`: of the page. `connect` opens a connection to it."""
        logging.getLogger().addHandler(self._counting)
        logger.info("Lamplight %s is there, its page at port %s", self.figures().version, port)
        probes = house_probes(self._parts, connect)
        self._watchdog = Watchdog(probes, self._look, self._settings.data / "logs")
        self._watchdog.start()

    def stop(self) -> None:
        if self._watchdog is not None:
            self._watchdog.stop()
        logging.getLogger().removeHandler(self._counting)

    def wrong(self) -> tuple[ProblemLine, ...]:
        return self.health.lines()

    def figures(self) -> HealthFigures:
        return self._figures.page_figures(self._began)

    def metrics(self) -> bytes:
        return self._metrics.text()

    def count_response(self, code: int) -> None:
        self._metrics.count_response(code)

    def _look(self, stuck: str) -> None:
        """After each turn of the watchdog."""
        self.health.stuck = stuck
        self.health.look()
        self._upkeep.prune_readings()
        self._upkeep.compare_states()
        self._upkeep.renew_hanging_broker()
        self._look_further()
        wrong = self.health.now
        if self._watchdog is not None:
            self._watchdog.say(str(wrong[0].condition.sentence) if wrong else ALL_WELL)
