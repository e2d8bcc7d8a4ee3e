"""What is kept of tables: the log and all that lies beside it in the database and in files."""

from __future__ import annotations

from companion.sessions.store.answer_sources import ALL, Chosen, Source, chosen_for, chosen_too, scanned, source_of
from companion.sessions.store.database import DAMAGED, DATABASE_ERRORS, open_database
from companion.sessions.store.devices import TABLET, Device, DeviceRepository, Invitation
from companion.sessions.store.event_log import EventLog, ReceivedReading, SqlEventLog, TableRecord
from companion.sessions.store.images import DIGEST, ImageStore, digest_of, type_of
from companion.sessions.store.repair import SalvagedTable, kept, looked_at
from companion.sessions.store.replication import (
    AT_ONCE,
    ReplicationMark,
    ReplicationSource,
    Shipment,
    ShippedEntry,
    ShippedTable,
)
from companion.sessions.store.row_writer import sum_of, text_of
from companion.sessions.store.savepoints import LONGEST, MOST, SavePoint
from companion.sessions.store.schema import boards, claims, entries, invitations, metadata
from companion.sessions.store.setup_choices import (
    SLOW,
    Grade,
    Read,
    SetupChoices,
    SetupChoiceStore,
    ThrowScore,
    Way,
    grade_of,
    grade_of_all,
    read_as,
    tally,
)
from companion.sessions.store.sheet_library import SheetLibrary, with_sheets
from companion.sessions.store.table_archive import StoredEntry, StoredReading, StoredTable

__all__ = [
    "ALL",
    "AT_ONCE",
    "DAMAGED",
    "DATABASE_ERRORS",
    "DIGEST",
    "LONGEST",
    "MOST",
    "SLOW",
    "TABLET",
    "Chosen",
    "Device",
    "DeviceRepository",
    "EventLog",
    "Grade",
    "ImageStore",
    "Invitation",
    "Read",
    "ReceivedReading",
    "ReplicationMark",
    "ReplicationSource",
    "SalvagedTable",
    "SavePoint",
    "SetupChoiceStore",
    "SetupChoices",
    "SheetLibrary",
    "Shipment",
    "ShippedEntry",
    "ShippedTable",
    "Source",
    "SqlEventLog",
    "StoredEntry",
    "StoredReading",
    "StoredTable",
    "TableRecord",
    "ThrowScore",
    "Way",
    "boards",
    "chosen_for",
    "chosen_too",
    "claims",
    "digest_of",
    "entries",
    "grade_of",
    "grade_of_all",
    "invitations",
    "kept",
    "looked_at",
    "metadata",
    "open_database",
    "read_as",
    "scanned",
    "source_of",
    "sum_of",
    "tally",
    "text_of",
    "type_of",
    "with_sheets",
]
