"""What has happened, as one device is told: lines, ways back, moments with a name, and what another answer would change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from companion.schema import Option, Seat, Words


@dataclass(frozen=True, slots=True)
class LogLineView:
    """One line of the log that this seat may read."""

    seq: int
    text: Words
    kind: Literal["fact", "answer", "choice", "correction", "undo", "note"]
    source: Literal["camera", "serial", "virtual", "hand", "rules"]
    undo: int | None = None  # `undo` to this seq takes the line back, and what came after it
    amend: int | None = None  # seq of the answer that this device may amend
    values: tuple[str, ...] = ()  # of an answer; of an undo those of the first roll that it took back
    object: str = ""  # kind of these values
    where: Words = ""  # "Round 2 · Mythos": the chapter it stands in
    at: int = 0  # the table after it is the past at this seq
    seat: Seat = ""  # who answered
    chosen: tuple[Words, ...] = ()  # what was tapped
    was: tuple[str, ...] = ()  # the values before it was amended
    unsure: tuple[int, ...] = ()  # places of values that nobody is sure of
    sent: Annotated[Words, Field(exclude_if=lambda words: not words)] = (
        ""  # "photograph, Ann’s phone": in place of the source, where a device sent what was read
    )


@dataclass(frozen=True, slots=True)
class UndoableStep:
    """A step that can be taken back, or one that was and can be brought back."""

    to: int  # back to there; of what is brought back the entry that took it back
    text: Words  # the first thing that it takes or brings back: "Investigate"
    steps: int = 1  # answers of people
    amends: int = (
        0  # instead of going back: this answer alone is asked again; of what is brought back: it was an amendment
    )
    things: int = 0  # dice, tokens and cards in it


@dataclass(frozen=True, slots=True)
class SavePointView:
    """A moment with a name."""

    id: int
    seq: int
    name: Words
    at: float  # s, Unix
    there: bool  # False: it was taken back
    steps: int  # answers of people since
    mine: bool = False  # this device may take its name away


@dataclass(frozen=True, slots=True)
class PastView:
    """This is no picture of now: nothing can be answered in it."""

    at: int  # the entry after which it was so
    step: int  # its place among the steps of the evening, 0 = before anything was answered
    steps: int  # of them all: the present
    where: Words  # "Round 2 · Mythos"
    now: Words  # the Now line of the present
    next: tuple[LogLineView, ...] = ()  # what was answered then
    back: int | None = None  # `undo` to this seq makes it the present; None: this device may not


@dataclass(frozen=True, slots=True)
class LogChapter:
    """From a step on the evening was there."""

    step: int
    where: Words


@dataclass(frozen=True, slots=True)
class EveningSteps:
    """The steps of an evening: each is the moment before somebody answered."""

    at: tuple[int, ...]  # the entry after which each stood; the present is the last
    chapters: tuple[LogChapter, ...]
    rolls: tuple[int, ...]  # steps at which things were thrown or drawn


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some lines of the log, the newest last."""

    lines: tuple[LogLineView, ...]
    more: bool  # older ones are there


@dataclass(frozen=True, slots=True)
class AmendableAnswer:
    """An answer that may be amended, and all that it could have been."""

    seq: int
    title: Words  # what was asked
    kind: str  # of the prompt
    object: str  # kind of the things, "" = a tap
    values: tuple[str, ...]
    faces: tuple[str, ...]  # none: any
    options: tuple[Option, ...]  # of a choice
    least: int
    most: int
    likely: tuple[tuple[tuple[str, float], ...], ...]  # for each value what else was read there, likeliest first


@dataclass(frozen=True, slots=True)
class AmendmentPreview:
    """What an amendment would change."""

    gone: tuple[Words, ...]  # sentences of the log that would not be there
    come: tuple[Words, ...]  # and those in their place
    verdict: tuple[Words, Words]  # of the test it is about: before and after; "" = none
    replayed: int  # later answers that would be given again as they are
    dropped: tuple[Words, ...]  # what was asked where later answers do not fit any more, in their order
    kept: int  # of them those whose things would be offered again
    asks: Words  # the Now line then; "" = as now
    later: int  # answers of people since
    newest: int  # entry that was known of: what is answered after it is not lost by what was tried here
    words: Words  # all of it in a sentence


@dataclass(frozen=True, slots=True)
class RetractedDice:
    """Dice or tokens of an answer that was taken back: keep them, or roll again?"""

    id: str
    text: Words
    values: tuple[str, ...]
    prompts: tuple[str, ...] = ()  # the open ones that they can answer
    object: str = ""  # kind of the values
    more: int = 0  # further answers of things that were taken back with it
