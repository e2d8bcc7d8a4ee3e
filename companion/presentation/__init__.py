"""Build what pages and displays show of a table, from its session."""

from __future__ import annotations

from companion.presentation.log_lines import LogReader, line_and_note_texts, line_texts, page_of
from companion.presentation.pages.game_setup import prove_setup
from companion.presentation.pages.reader_health import ReaderState, ReaderStates
from companion.presentation.pages.sheets import prove_sheets, require_room, require_shallow
from companion.presentation.public_state import alarms_of, events_since, expect_of, lights_of, newest_entry, state_of
from companion.presentation.requests import (
    AmendRequest,
    AnswerRequest,
    BeginEventRequest,
    CallStaffRequest,
    ChooseSourceRequest,
    CountRequest,
    DecideRequest,
    DemoRequest,
    DismissRequest,
    ExportRequest,
    InviteDeviceRequest,
    JoinRequest,
    KeepThrowRequest,
    NameRequest,
    NewTableRequest,
    RedoRequest,
    SeatRequest,
    SettleRequest,
    TrayCornersRequest,
    UndoRequest,
    VirtualRollRequest,
)
from companion.presentation.responses import KeepAliveAnswer, ReaderSummary, SetupPage, SystemInfo
from companion.presentation.snapshot import DeviceContext, build_snapshot
from companion.presentation.tray import Recorded, slots
from companion.presentation.undo_view import (
    amendment_preview,
    answers_after_undo,
    answers_of,
    as_past,
    evening_steps,
    may_take_back,
    retracted_answer_for,
)
from companion.presentation.visibility import (
    acts_for,
    as_shown,
    hides_tray,
    is_free,
    is_of_people,
    may_see,
    moments_since,
    name,
    newest_first,
    now_line,
    private_view,
    seats,
    title_of,
    view_of,
)

__all__ = [
    "AmendRequest", "AnswerRequest", "BeginEventRequest", "CallStaffRequest", "ChooseSourceRequest", "CountRequest",
    "DecideRequest", "DemoRequest", "DeviceContext", "DismissRequest", "ExportRequest", "InviteDeviceRequest",
    "JoinRequest", "KeepAliveAnswer", "KeepThrowRequest", "LogReader", "NameRequest", "NewTableRequest", "ReaderState",
    "ReaderStates", "ReaderSummary", "Recorded", "RedoRequest", "SeatRequest", "SettleRequest", "SetupPage",
    "SystemInfo", "TrayCornersRequest", "UndoRequest", "VirtualRollRequest", "acts_for", "alarms_of",
    "amendment_preview", "answers_after_undo", "answers_of", "as_past",
    "as_shown", "build_snapshot", "evening_steps", "events_since", "expect_of", "hides_tray", "is_free", "is_of_people",
    "lights_of", "line_and_note_texts", "line_texts", "may_see", "may_take_back", "moments_since", "name",
    "newest_entry", "newest_first", "now_line", "page_of", "private_view", "prove_setup", "prove_sheets",
    "require_room", "require_shallow", "retracted_answer_for", "seats", "slots", "state_of", "title_of", "view_of"
]  # fmt: skip
