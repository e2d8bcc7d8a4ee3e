"""What a second look at a draw is: the two readers agree, or tell two things that a person decides between."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema.prompt import Answer, Faces
from companion.schema.reading import Reading, SeenObject
from companion.sessions.matching.draw import CountedDraw


@dataclass(frozen=True, slots=True)
class ReadingConfirmed:
    """The other reader told the same, or nothing that contradicts it."""

    draw: CountedDraw


@dataclass(frozen=True, slots=True)
class ReadingConflict:
    """Two readers tell different things of one draw. What counts goes on counting until a person says which it is."""

    reading: Reading  # of the second, with the ids of its tags
    objects: tuple[SeenObject, ...]  # of it, that are of this draw: their tags are named
    draw: CountedDraw
    others: tuple[Faces, ...] = ()  # what it was if the second is right, the likeliest first
    next: Answer | None = None  # or it is no second look, and answers what is asked now
    tag: str = ""  # nobody taught it: all that is asked is whether it stands for what counts
    why: str = ""  # the sentence
    first: Reading | None = None  # that the answer rests on, while it is kept in mind
