"""Everything that is shown of a table, built from its session."""

from __future__ import annotations

from companion.presentation.log_lines import LogReader, line_texts
from companion.presentation.prompts import now_line
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
    InviteSeatRequest,
    JoinRequest,
    KeepThrowRequest,
    NameDeviceRequest,
    NameRequest,
    NewTableRequest,
    RedoRequest,
    SettleRequest,
    TrayCornersRequest,
    UndoRequest,
    UnseatRequest,
    VirtualRollRequest,
)
from companion.presentation.snapshot import DeviceContext
from companion.presentation.tray import Recorded, slots
from companion.presentation.undo import amendment_preview, answers_of, as_past, evening, may_take_back, offered
from companion.presentation.views import private_view, view_of
from companion.presentation.visibility import acts_for, as_shown, hides_tray, may_see, name, seats

__all__ = [
    "AmendRequest",
    "AnswerRequest",
    "BeginEventRequest",
    "CallStaffRequest",
    "ChooseSourceRequest",
    "CountRequest",
    "DecideRequest",
    "DemoRequest",
    "DeviceContext",
    "DismissRequest",
    "ExportRequest",
    "InviteDeviceRequest",
    "InviteSeatRequest",
    "JoinRequest",
    "KeepThrowRequest",
    "LogReader",
    "NameDeviceRequest",
    "NameRequest",
    "NewTableRequest",
    "Recorded",
    "RedoRequest",
    "SettleRequest",
    "TrayCornersRequest",
    "UndoRequest",
    "UnseatRequest",
    "VirtualRollRequest",
    "acts_for",
    "alarms_of",
    "amendment_preview",
    "answers_of",
    "as_past",
    "as_shown",
    "evening",
    "events_since",
    "expect_of",
    "hides_tray",
    "lights_of",
    "line_texts",
    "may_see",
    "may_take_back",
    "name",
    "newest_entry",
    "now_line",
    "offered",
    "private_view",
    "seats",
    "slots",
    "state_of",
    "view_of",
]
