"""What is worth a moment of everybody's attention: drawn large on every screen, with a sound, and over by itself.

A cue is public: every seat is sent the same one, so nothing hidden may stand in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.schema.prompt import Faces, Seat
from companion.schema.translatable import Words

CueKind: TypeAlias = Literal[
    "token", "clue", "agenda", "act", "encounter", "monster", "attack", "noise", "door", "alarm",
    "contest", "surprise", "fall", "triumph", "phase", "scene", "end",
]  # fmt: skip
Tone: TypeAlias = Literal["plain", "good", "bad"]
Air: TypeAlias = Literal["calm", "tense", "dread"]


@dataclass(frozen=True, slots=True)
class Cue:
    """One of them."""

    kind: CueKind
    title: Words  # the sentence, as the log tells it to everybody
    tone: Tone = "plain"
    faces: Faces = ()  # of `object`, side by side
    object: str = ""  # "token", "card"
    names: tuple[str, ...] = ()  # whose the faces are, in their order
    drawing: str = ""  # a creature of the page: "fish"; "" = the one of its kind
    seat: Seat = ""  # whom it befalls


@dataclass(frozen=True, slots=True)
class Cued:
    """A cue with its place in the log: one that was staged is not staged again."""

    seq: int
    cue: Cue
