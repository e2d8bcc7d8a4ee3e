"""Open tables of one installation, their logs, and readings as answers."""

from __future__ import annotations

from companion.schema import WALL
from companion.sessions.decisions import Which
from companion.sessions.device_access import (
    HOUSE_ROLES,
    KEEPER,
    VALID,
    AlreadyClaimedError,
    Devices,
    InvitationError,
)
from companion.sessions.manager import SessionManager
from companion.sessions.matching import (
    GO,
    WHOSE,
    AmbiguousReading,
    ReadingConflict,
    is_of_a_seat,
    is_still,
    is_sure,
    objects_left,
)
from companion.sessions.readings import MOST_GRADED, GradedThrow
from companion.sessions.readings.tag_lesson import TagSighting
from companion.sessions.registry import ReadingCorrection, SessionListener, UnknownTableError
from companion.sessions.session import SessionHost, TableNotice, TableSession
from companion.sessions.store import (
    DATABASE_ERRORS,
    DIGEST,
    FRESH,
    SLOW,
    TABLET,
    Device,
    DeviceRepository,
    EntryTimes,
    Grade,
    ImageStore,
    Invitation,
    Read,
    ReadOnlyTransactionError,
    ReceivedReading,
    ReplicationMark,
    ReplicationSource,
    SalvagedTable,
    SavePoint,
    SetupChoices,
    SetupChoiceStore,
    SheetLibrary,
    Shipment,
    ShippedEntry,
    ShippedTable,
    SqlEventLog,
    StoredEntry,
    StoredReading,
    StoredTable,
    TableArchive,
    TableRecord,
    ThrowScore,
    Way,
    boards,
    claims,
    digest_of,
    entries,
    grade_of,
    grade_of_all,
    invitations,
    metadata,
    open_database,
    open_read_only,
    read_as,
    request_id_of,
    resting_states,
    session_states,
    sum_of,
    tally,
    text_of,
    type_of,
    with_sheets,
)
from companion.sessions.store.beside_log import LONGEST_NAME, MOST_SAVEPOINTS
from companion.sessions.store.database import Database, JoinedDatabase
from companion.sessions.store.repair import SalvagedDatabase, find_faults, list_tables, salvage_database, write_salvaged
from companion.sessions.store.replication import ROWS_AT_ONCE
from companion.sessions.store.schema import devices
from companion.sessions.table import (
    MEANWHILE,
    VIRTUAL,
    AnswerGiven,
    CorrectionMade,
    FaceCount,
    Fact,
    GameTable,
    Kind,
    LateSequence,
    LogEntry,
    LogRow,
    LogState,
    Preview,
    RedoMade,
    Retraction,
    RuleError,
    Source,
    TableBegan,
    UndoMade,
    addressee,
    answered_together,
    can_be_kept,
    chosen_for,
    entries_in_force,
    faces_of,
    first_id,
    fits_again,
    free_roll,
    givens,
    is_again,
    is_own,
    is_same_entry,
    is_same_fact,
    is_same_request,
    last_standing,
    own_prompts,
    pending_answers,
    preview,
    question_of,
    readable_prompts,
    readdress,
    roll_virtually,
    seat_count_refusal,
    source_of,
    to_entry,
    to_row,
    trial_refusal,
    with_locked,
)
from companion.sessions.table.entry import reuse_answer
from companion.sessions.table_reader import TableReader
from companion.sessions.table_snapshot import TableSnapshot, snapshot_of
from companion.sessions.tag_book import TagBook, TagEntry
