"""An evening in a few numbers, for whoever sat there to take home."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema import Words


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """What anybody in the room could have seen: no name, nothing that lay hidden."""

    game: Words
    where: Words  # the round or phase in which it stands, "" = it is told nowhere
    over: Words  # how it ended, "" = it goes on
    people: int
    answers: int
    dice: int  # thrown on the table; of what lay there already none is counted again
    drawn: int  # tokens and cards
    taken_back: int
    began: float  # s, Unix
    ended: float  # s, Unix: the newest answer
