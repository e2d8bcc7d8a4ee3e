"""Take readings in at a table: interpret, answer, ask a person, and do what the person says."""

from __future__ import annotations

from companion.sessions.readings.decisions import (
    CorrectionPublisher,
    DecisionService,
    ReadingCorrection,
    UndoService,
    Which,
)
from companion.sessions.readings.graded_throw_mode import GradedThrowMode
from companion.sessions.readings.graded_throws import COUNTED, GradedThrow, GradedThrows
from companion.sessions.readings.interpretation import ReadingInterpreter
from companion.sessions.readings.reading_handler import PendingDecisions, ReadingHandler
from companion.sessions.readings.reading_recovery import ReadingRecovery
from companion.sessions.readings.tag_assignment import TagAssignment

__all__ = [
    "COUNTED",
    "CorrectionPublisher",
    "DecisionService",
    "GradedThrow",
    "GradedThrowMode",
    "GradedThrows",
    "PendingDecisions",
    "ReadingCorrection",
    "ReadingHandler",
    "ReadingInterpreter",
    "ReadingRecovery",
    "TagAssignment",
    "UndoService",
    "Which",
]
