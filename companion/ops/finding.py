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
