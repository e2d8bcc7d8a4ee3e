"""Logs of a made-up game, entry by entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.engine import draw, roll
from companion.fairness.played_table import PlayedTable
from companion.fairness.throws import LoggedThrow, throws
from companion.schema import Answer, Faces, Prompt
from companion.sessions import AnswerGiven, LogEntry, RedoMade, UndoMade, entries_in_force
from companion.sessions.table.entry import What

SIX: Faces = ("1", "2", "3", "4", "5", "6")
BAG: Faces = ("skull", "skull", "-1", "star")


class Book:
    """A log that is written by hand."""

    def __init__(self) -> None:
        self.entries: list[LogEntry[Any]] = []

    def write(self, what: What[Any]) -> int:
        """Its seq."""
        self.entries.append(LogEntry(len(self.entries) + 1, what))
        return len(self.entries)

    def give(self, prompt: Prompt, *values: str, closes: bool = True, **told: Any) -> int:
        number = len(self.entries) + 1
        answer = Answer(told.pop("id", f"a{number}"), f"p{number}", values, prompt.seat, **told)
        return self.write(AnswerGiven(answer, prompt, closes))

    def dice(self, *values: str, seat: str = "1", locked: Faces = (), **told: Any) -> int:
        """Return an entry of a camera reading, unless changed."""
        prompt = roll(seat, f"Seat {seat}: roll", SIX, len(values), of=("d6",), locked=locked)
        return self.give(prompt, *values, **(by_camera(len(self.entries)) | told))

    def token(self, *values: str, seat: str = "1", **told: Any) -> int:
        prompt = draw(seat, f"Seat {seat}: draw", BAG, of=("token", "tag"), count=len(values))
        return self.give(prompt, *values, **(by_camera(len(self.entries)) | told))

    def undo(self, to: int, amends: int = 0) -> int:
        return self.write(UndoMade(to, amends))

    def redo(self, undone: int) -> int:
        return self.write(RedoMade(undone))

    def throws(self) -> tuple[LoggedThrow, ...]:
        return throws(self.entries, entries_in_force(self.entries))

    def evening(self, id: str = "t1", began: float = 0.0) -> PlayedTable:
        return PlayedTable(id, "toy", "Toy", {"1": "Ann", "2": "Ben"}, self.throws(), began)


def by_camera(number: int) -> dict[str, str]:
    return {"reading": f"r{number + 1}", "source": "vision/cam0"}


def secretly(prompt: Prompt) -> Prompt:
    return replace(prompt, secret=True)


def values(found: Iterable[LoggedThrow]) -> list[Faces]:
    return [throw.values for throw in found]
