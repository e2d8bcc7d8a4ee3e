"""One section as it stands in a file, and its values as flags, numbers, names and texts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

FARTHEST = 1e6  # a number beyond it is a slip of the pen
MOST_NAMES = 500  # in one list; real ones have 40


@dataclass(frozen=True, slots=True)
class Section:
    """A section, and what its readers have to know beside it. What had to be guessed is noted."""

    name: str
    values: Mapping[str, str]
    texts: Mapping[str, str]  # of all sections, in the language of the evening
    pictures: Mapping[str, str] = field(
        default_factory=dict
    )  # path in small letters -> the path of a file that was brought
    notes: list[str] = field(default_factory=list)

    def word(self, key: str) -> str:
        return self.values.get(key, "").strip()

    def names(self, key: str) -> tuple[str, ...]:
        return tuple(self.values.get(key, "").split()[:MOST_NAMES])

    def flag(self, key: str, default: bool = False) -> bool:
        """In letters of any size "true" is true; any other word is false."""
        return self.values[key].strip().lower() == "true" if key in self.values else default

    def number(self, key: str, default: float = 0.0) -> float:
        """The number, also with a comma; what is none is noted and counts as `default`."""
        told = self.word(key)
        if not told:
            return default
        try:
            found = float(told.replace(",", "."))
        except ValueError:
            found = math.nan
        if math.isfinite(found) and abs(found) <= FARTHEST:
            return found
        self.note(f"{key}: {told!a} is no number, {default:g} is used.")
        return default

    def whole(self, key: str, default: int = 0) -> int:
        return int(self.number(key, default))

    def text(self, suffix: str) -> str:
        """The text of this section in the localization files, or one that stands in the section itself, as old files have."""
        found = self.texts.get(f"{self.name}.{suffix}")
        return found if found is not None else self.word(suffix).replace("\\n", "\n")

    def picture(self, key: str = "image") -> str:
        """The path of a file that was brought, as it is spelt there; else the name as it stands."""
        told = self.word(key).replace("\\", "/")
        return self.pictures.get(told.lower(), told)

    def note(self, sentence: str) -> None:
        self.notes.append(f"{self.name}: {sentence}")
