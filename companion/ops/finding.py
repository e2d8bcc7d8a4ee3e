"""One thing that the doctor has looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """A `note` says that something optional is absent and what happens instead."""

    name: str
    result: Literal["ok", "note", "bad"]
    sentence: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.result:4} {self.name}: {self.sentence!s}" + (f" {self.remedy!s}" if self.remedy else "")


def ok(name: str, sentence: str) -> DoctorFinding:
    """Report that something works."""
    return DoctorFinding(name, "ok", sentence)


def note(name: str, sentence: str, remedy: str = "") -> DoctorFinding:
    """Report that something optional is absent."""
    return DoctorFinding(name, "note", sentence, remedy)


def bad(name: str, sentence: str, remedy: str = "") -> DoctorFinding:
    """Report a fault."""
    return DoctorFinding(name, "bad", sentence, remedy)
