"""What readers told, as people hear it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine.answer_check import begun, named
from companion.schema.reading import Reading
from companion.sessions.matching.draw import CountedDraw
from companion.sessions.matching.outcome import OtherReading

CAMERA = "vision/"


def reader_words(source: str) -> str:
    """A reader as people call it."""
    return "the camera" if source.startswith(CAMERA) else "the tag reader"


def face_words(values: Sequence[str]) -> str:
    return ", ".join(named(value) for value in values)


def which(told: Reading, draw: CountedDraw, extra: Counter[str]) -> str:
    """What is asked where two readers surely tell different things; `extra`: what only the second tells."""
    one, other = reader_words(draw.source), reader_words(told.source)
    if one == other:
        one, other = f"{one} “{_name(draw.source)}”", f"{other} “{_name(told.source)}”"
    return f"{begun(one)} told {face_words(draw.values)}, {other} tells {face_words(tuple(extra))}. Which is it?"


def cannot_be(told: Reading, draw: CountedDraw, extra: Counter[str]) -> str:
    """What is said where the second cannot be right."""
    one, other, counts = begun(reader_words(told.source)), reader_words(draw.source), face_words(draw.values)
    return f"{one} tells {face_words(tuple(extra))}, which cannot be here: {counts} counts, as {other} told."


def unsure_words(claim: OtherReading, other: str) -> str:
    """What is asked where one is sure of what the other can hardly have seen."""
    one = begun(reader_words(claim.source))
    return f"{one} tells {face_words(claim.values)}, {reader_words(other)} hardly: which is it?"


def _name(source: str) -> str:
    """As people named it: "bag" of "bridge/bag"."""
    return source.rpartition("/")[2]
