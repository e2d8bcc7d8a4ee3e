"""Answers and throws of a player at the table "t1"."""

from __future__ import annotations

from companion.schema import Answer, Reading, SeenObject
from companion.sessions import SessionManager, question_of

COINS = tuple(SeenObject("coin", face, 0.99) for face in ("heads", "heads", "tails"))


def tap(hall: SessionManager, *values: str, id: str = "") -> None:
    """Answer the first open prompt."""
    prompt = hall.snapshot("t1").open[0]
    hall.answer("t1", Answer(id or f"{prompt.id} {values}", prompt.id, values, prompt.seat))


def asked(hall: SessionManager) -> str:
    """Return the open question, as readers name it."""
    return f"t1.{question_of(hall.snapshot('t1').open)}"


def threw(hall: SessionManager, seq: int, *objects: SeenObject, source: str = "vision/cam0") -> Reading:
    """Return a reading of what was thrown for the open question."""
    return Reading(f"r{seq}", "lamp", source, "e", seq, asked(hall), "tray", objects)
