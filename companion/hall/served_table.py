"""A table that a hall serves: its players can call the staff and take part in an event of many tables."""

from __future__ import annotations

from companion.hall.shared_event import Keep, SharedEventClient
from companion.hall.staff_call import StaffCall
from companion.i18n.languages import Languages
from companion.messaging.bus import Bus
from companion.ops.health.metrics import Metrics
from companion.schema.shared_event import EventCount
from companion.sessions.store.event_log import SqlEventLog
from companion.settings import Settings
from companion.table_runtime import TableRuntime
from companion.web.sse import RenderGate


def keep_nothing(_event: int, count: EventCount) -> EventCount:
    """There is no event of many tables."""
    return count


class ServedTable(TableRuntime):
    """A table's runtime, with its call for the staff and its part in an event of many tables."""

    def __init__(
        self,
        settings: Settings,
        log: SqlEventLog,
        bus: Bus,
        languages: Languages,
        metrics: Metrics,
        *,
        keep: Keep = keep_nothing,
        screens: RenderGate | None = None,
    ) -> None:
        """`keep`: where its part in an event of many is kept; `screens`: those of all tables of this process. Raises StoreError."""
        super().__init__(settings, log, bus, languages, metrics, screens=screens)
        self.calling = StaffCall(self.hub.touch_all)
        self.sharing = SharedEventClient(self.hub.touch_all, keep)
