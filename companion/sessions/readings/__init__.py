"""Handle readings at a table: interpret, answer, ask a player, and learn from what the player says."""

from __future__ import annotations

from companion.sessions.readings.corrections import CorrectionPublisher
from companion.sessions.readings.graded_throws import MOST_GRADED, GradedThrow, GradedThrowMode, GradedThrows
from companion.sessions.readings.reading_handler import PendingDecisions, ReadingHandler, ReadingInterpreter
from companion.sessions.readings.reading_recovery import ReadingRecovery
from companion.sessions.readings.tag_lesson import TagService
