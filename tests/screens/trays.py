"""Readings of recorded throws, as sure as a screen needs them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import vision
from companion.schema import Answer, Reading, SeenObject
from companion.sessions import AnswerGiven, SessionManager, Source, question_of
from companion.sessions.table import ALL
from companion.web.request import PREVIEW
from tests.screens.screen import Happens

THROWS = Path(vision.__file__).parent / "throws"
SURE, DOUBTFUL = 0.99, 0.55
Alternatives = Mapping[int, tuple[str, float]]
"""Alternatives of the unsure dice, by their place in the tray."""


def lay_out(folder: Path) -> None:
    """The recorded pictures at rest, by the names that readings give them."""
    for label in THROWS.glob("*/*/label.json"):
        shutil.copy(_frame(label), folder / picture_of(label.parent))
    shutil.copy(folder / picture_of(THROWS / "mom_d8" / "4_1"), folder / PREVIEW)


def picture_of(throw: Path) -> str:
    return f"{throw.parent.name}-{throw.name}.jpg"


def read(kind: str, throw: str, unsure: Alternatives | None = None, source: str = "vision/cam0") -> Happens:
    """Publish this throw as the camera."""

    def happens(hall: SessionManager, table: str) -> None:
        label = json.loads((THROWS / kind / throw / "label.json").read_text(encoding="utf-8"))
        objects = tuple(_seen(one, (unsure or {}).get(k)) for k, one in enumerate(label["reading"]))
        corners = tuple((x, y) for x, y in label["tray_corners"])
        _take(hall, table, source, objects, picture_of(THROWS / kind / throw), corners)

    return happens


def told(kind: str, value: str, source: str = "bridge/bag") -> Happens:
    """A reader of tags tells one thing."""
    return lambda hall, table: _take(hall, table, source, (SeenObject(kind, value, 1.0),))


def by(source: Source, seat: str = "1", kind: str = ALL) -> Happens:
    """Set the source of a seat for things of this kind."""
    return lambda hall, table: hall.readings.choose_source(table, (seat,), source, kind)


def answers(words: str, *values: str) -> Happens:
    """Tap an answer to the prompt with these words."""

    def happens(hall: SessionManager, table: str) -> None:
        prompt = next(prompt for prompt in hall.snapshot(table).open if words in str(prompt.title))
        hall.answer(table, Answer(f"tap-{prompt.id}", prompt.id, values, prompt.seat))

    return happens


def undone(words: str) -> Happens:
    """Undo the last answer to the prompt with these words."""

    def happens(hall: SessionManager, table: str) -> None:
        moments = hall.snapshot(table).moments
        entries = [moment.entry for moment in moments]
        given = [
            entry for entry in entries if isinstance(entry.what, AnswerGiven) and words in str(entry.what.prompt.title)
        ]
        hall.history.undo(table, max(entry.seq for entry in entries if entry.seq < given[-1].seq))

    return happens


def then(*all: Happens) -> Happens:
    """One after the other."""

    def happens(hall: SessionManager, table: str) -> None:
        for one in all:
            one(hall, table)

    return happens


def _take(
    hall: SessionManager, table: str, source: str, objects: tuple[SeenObject, ...], picture: str = "", tray: Any = ()
) -> None:
    seq = hall.snapshot(table).rev
    question = f"{table}.{question_of(hall.snapshot(table).open)}"
    zone = "tray" if picture else "bag"
    name = f"{table}-{source.replace('/', '-')}-{seq}"
    hall.readings.handle(
        Reading(name, hall.place, source, f"of-{table}", seq, question, zone, objects, 0.0, picture, tray)
    )


def _seen(one: Mapping[str, Any], other: tuple[str, float] | None) -> SeenObject:
    alternatives = (other,) if other else ()
    return SeenObject(one["kind"], one["value"], DOUBTFUL if other else SURE, alternatives, tuple(one["box"]))


def _frame(label: Path) -> Path:
    settled = json.loads(label.read_text(encoding="utf-8"))["settled_frame"]
    frames = sorted(label.parent.glob("frame_*.jpg"))
    return next((frame for frame in frames if frame.stem >= f"frame_{settled:03}"), frames[-1])
