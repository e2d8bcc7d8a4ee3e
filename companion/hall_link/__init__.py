"""A table at its own machine tells a hall of itself, and hears of its staff and of an event of many tables."""

from __future__ import annotations

from companion.hall_link.shared_event import CountFile, Keep, SharedEventClient, keep_nothing
from companion.hall_link.staff_call import StaffCall
from companion.hall_link.sync_messages import Hits, SyncRequest, SyncResponse
from companion.hall_link.table_report import (
    NOTHING,
    UNREAD,
    TableReport,
    of_game,
    read_report,
    report_of,
    with_answered,
)

__all__ = [
    "NOTHING",
    "UNREAD",
    "CountFile",
    "Hits",
    "Keep",
    "SharedEventClient",
    "StaffCall",
    "SyncRequest",
    "SyncResponse",
    "TableReport",
    "keep_nothing",
    "of_game",
    "read_report",
    "report_of",
    "with_answered",
]
