"""The database of many tables: rows separated by row security, their revisions, and shared events."""

from __future__ import annotations

from companion.hall.database.connection import open_hall
from companion.hall.database.event_repository import change_count, load_standing
from companion.hall.database.row_security import engine_for_table, log_of_table
from companion.hall.database.schema import HELPED_WISH, HERE, THERE, lamps, summaries
from companion.hall.database.table_database import NOTIFY_CHANNEL, TableDatabase, TableMark, table_mark
from companion.hall.database.table_registry import (
    WORKER_APPLICATION,
    add_tables,
    begin_era,
    check_table_name,
    count_workers,
    delete_rows,
    find_place,
    list_tables,
)

__all__ = [
    "HELPED_WISH",
    "HERE",
    "NOTIFY_CHANNEL",
    "THERE",
    "WORKER_APPLICATION",
    "TableDatabase",
    "TableMark",
    "add_tables",
    "begin_era",
    "change_count",
    "check_table_name",
    "count_workers",
    "delete_rows",
    "engine_for_table",
    "find_place",
    "lamps",
    "list_tables",
    "load_standing",
    "log_of_table",
    "open_hall",
    "summaries",
    "table_mark",
]
