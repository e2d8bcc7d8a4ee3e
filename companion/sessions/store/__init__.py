"""Stored data of tables: the log, and data apart from it in the database and in files."""

from __future__ import annotations

from companion.sessions.store.beside_log import (
    AnswerSources,
    SavePoint,
    SavePoints,
    TableNote,
    TableNotes,
)
from companion.sessions.store.database import (
    EntryTimes,
    ReadOnlyTransactionError,
    open_database,
)
from companion.sessions.store.devices import FRESH, OWN_LETTERS, TABLET, Device, DeviceRepository, Invitation
from companion.sessions.store.errors import DATABASE_ERRORS
from companion.sessions.store.event_log import SqlEventLog, TableRecord, request_id_of, sum_of, text_of
from companion.sessions.store.images import DIGEST, ImageStore, digest_of, type_of
from companion.sessions.store.inbox import ReceivedReading
from companion.sessions.store.repair import SalvagedTable, open_read_only
from companion.sessions.store.replication import (
    ReplicationMark,
    ReplicationSource,
    Shipment,
    ShippedEntry,
    ShippedTable,
)
from companion.sessions.store.resting_states import RestingStates, StoredState
from companion.sessions.store.schema import (
    boards,
    claims,
    entries,
    invitations,
    metadata,
    resting_states,
    session_states,
)
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
from companion.sessions.store.table_archive import StoredEntry, StoredReading, StoredTable, TableArchive
