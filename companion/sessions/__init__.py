"""Open tables of one installation, their logs, and readings as answers."""

from __future__ import annotations

from companion.sessions.decisions import ReadingCorrection, Which
from companion.sessions.device_access import (
    HOUSE_ROLES,
    KEEPER,
    VALID,
    WALL,
    AlreadyClaimedError,
    Devices,
    InvitationError,
)
from companion.sessions.entry import (
    AnswerGiven,
    CorrectionMade,
    Fact,
    Kind,
    LogEntry,
    LogRow,
    RedoMade,
    TableBegan,
    UndoMade,
    answered_together,
    first_id,
    half_given,
    is_again,
    to_entry,
    to_row,
)
from companion.sessions.graded_throws import COUNTED, GradedThrow
from companion.sessions.history import (
    LogState,
    Retraction,
    can_be_kept,
    entries_in_force,
    fits_again,
    givens,
    readdressed,
    standing,
)
from companion.sessions.interpretation import GO
from companion.sessions.manager import SessionCallbacks, SessionManager
from companion.sessions.matching.candidates import is_of_a_seat
from companion.sessions.matching.context import ReadingConflict, left_of
from companion.sessions.matching.outcome import WHOSE, AmbiguousReading, is_still, is_sure
from companion.sessions.prompts import (
    SOURCE,
    FaceCount,
    addressee,
    faces_of,
    free_roll,
    is_own,
    own_prompts,
    question_of,
    request_of,
    roll_virtually,
    with_locked,
)
from companion.sessions.registry import UnknownTableError
from companion.sessions.session import TableNotice, TableSession, TableSnapshot, snapshot_of
from companion.sessions.store.answer_sources import Source, chosen_for, scanned, source_of
from companion.sessions.store.database import DATABASE_ERRORS, open_database
from companion.sessions.store.devices import TABLET, Device
from companion.sessions.store.event_log import SqlEventLog, TableRecord
from companion.sessions.store.images import DIGEST, ImageStore, digest_of, type_of
from companion.sessions.store.integrity import looked_at
from companion.sessions.store.replication import (
    AT_ONCE,
    ReplicationMark,
    ReplicationSource,
    Shipment,
    ShippedEntry,
    ShippedTable,
)
from companion.sessions.store.row_writer import sum_of, text_of
from companion.sessions.store.salvage import SalvagedTable
from companion.sessions.store.savepoints import MOST, SavePoint
from companion.sessions.store.schema import boards, claims, devices, entries, invitations, metadata
from companion.sessions.store.setup_choices import (
    SLOW,
    Grade,
    Read,
    SetupChoices,
    SetupChoiceStore,
    ThrowScore,
    Way,
    tally,
)
from companion.sessions.store.sheet_library import SheetLibrary, with_sheets
from companion.sessions.store.table_archive import StoredEntry, StoredReading, StoredTable
from companion.sessions.table import GameTable, RuleError
from companion.sessions.tag_book import TagBook, TagEntry, TagSighting

__all__ = [
    "AT_ONCE",
    "COUNTED",
    "DATABASE_ERRORS",
    "DIGEST",
    "GO",
    "HOUSE_ROLES",
    "KEEPER",
    "MOST",
    "SLOW",
    "SOURCE",
    "TABLET",
    "VALID",
    "WALL",
    "WHOSE",
    "AlreadyClaimedError",
    "AmbiguousReading",
    "AnswerGiven",
    "CorrectionMade",
    "Device",
    "Devices",
    "FaceCount",
    "Fact",
    "GameTable",
    "Grade",
    "GradedThrow",
    "ImageStore",
    "InvitationError",
    "Kind",
    "LogEntry",
    "LogRow",
    "LogState",
    "Read",
    "ReadingConflict",
    "ReadingCorrection",
    "RedoMade",
    "ReplicationMark",
    "ReplicationSource",
    "Retraction",
    "RuleError",
    "SalvagedTable",
    "SavePoint",
    "SessionCallbacks",
    "SessionManager",
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
    "TableBegan",
    "TableNotice",
    "TableRecord",
    "TableSession",
    "TableSnapshot",
    "TagBook",
    "TagEntry",
    "TagSighting",
    "ThrowScore",
    "UndoMade",
    "UnknownTableError",
    "Way",
    "Which",
    "addressee",
    "answered_together",
    "boards",
    "can_be_kept",
    "chosen_for",
    "claims",
    "devices",
    "digest_of",
    "entries",
    "entries_in_force",
    "faces_of",
    "first_id",
    "fits_again",
    "free_roll",
    "givens",
    "half_given",
    "invitations",
    "is_again",
    "is_of_a_seat",
    "is_own",
    "is_still",
    "is_sure",
    "left_of",
    "looked_at",
    "metadata",
    "open_database",
    "own_prompts",
    "question_of",
    "readdressed",
    "request_of",
    "roll_virtually",
    "scanned",
    "snapshot_of",
    "source_of",
    "standing",
    "sum_of",
    "tally",
    "text_of",
    "to_entry",
    "to_row",
    "type_of",
    "with_locked",
    "with_sheets",
]
