"""Synchronisation of a table with a server: log, report, staff calls and shared events."""

from __future__ import annotations

from companion.hall_link.log_sync import SyncRequest, SyncResponse
from companion.hall_link.shared_event import CountFile, SharedEventClient
from companion.hall_link.table_report import (
    NOTHING,
    UNREAD,
    TableReport,
    game_report,
    read_report,
    report_of,
    with_answered,
)

__all__ = [
    "NOTHING",
    "UNREAD",
    "CountFile",
    "SharedEventClient",
    "SyncRequest",
    "SyncResponse",
    "TableReport",
    "game_report",
    "read_report",
    "report_of",
    "with_answered",
]
