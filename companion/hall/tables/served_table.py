"""A table that a hall serves: its players can call the staff and take part in an event of many tables."""

from __future__ import annotations

from dataclasses import dataclass

from companion.hall_link import Keep, SharedEventClient, StaffCall, keep_nothing
from companion.i18n import Languages
from companion.messaging import Bus
from companion.ops.health.metrics import Metrics
from companion.sessions import SqlEventLog
from companion.settings import Settings
from companion.table_runtime import RuntimeHooks, TableRuntime


@dataclass(frozen=True, slots=True)
class ServedHooks(RuntimeHooks):
    """The hooks of a table, and where its part in an event of many tables is kept."""

    keep: Keep = keep_nothing


class ServedTable(TableRuntime):
    """A table's runtime, with its call for the staff and its part in an event of many tables."""

    def __init__(
        self,
        settings: Settings,
        log: SqlEventLog,
        bus: Bus,
        languages: Languages,
        metrics: Metrics,
        hooks: ServedHooks = ServedHooks(),
    ) -> None:
        """Read the games from the log. Raises StoreError."""
        super().__init__(settings, log, bus, languages, metrics, hooks)
        self.calling = StaffCall(self.broadcaster.touch_all)
        self.sharing = SharedEventClient(self.broadcaster.touch_all, hooks.keep)
