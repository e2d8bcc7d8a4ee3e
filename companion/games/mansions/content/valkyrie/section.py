"""Read the INI dialect of community scenarios into sections with typed values."""

from __future__ import annotations

import math
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.games.mansions.content.scenario import replace_marks

Sections: TypeAlias = dict[str, dict[str, str]]
"""Section -> key -> value."""
LARGEST_NUMBER = 1e6  # larger ones are typing errors
MOST_NAMES = 500  # in one list; real ones have 40
MOST_BUTTONS = 20
MOST_LETTERS = 10_000  # of an expanded text, because texts may name each other without end
MOST_NESTED = 4  # texts in texts
TEXT_MARK = re.compile(r"\{qst:([^{}]+)\}")


def expand_text(text: str, texts: Mapping[str, str]) -> str:
    """Replace each `{qst:KEY}` by the text of that key. Unknown keys stay as they are."""
    for _level in range(MOST_NESTED):
        if "{qst:" not in text:
            break
        text = replace_marks(TEXT_MARK, lambda mark: texts.get(mark[1], mark[0]), text, MOST_LETTERS)
    return text


@dataclass(frozen=True, slots=True)
class Section:
    """A section, with the texts and pictures that its values name. Guesses are reported in `notes`."""

    name: str
    values: Mapping[str, str]
    texts: Mapping[str, str]  # of all sections, in the language of the evening
    pictures: Mapping[str, str] = field(default_factory=dict)  # lower-case path -> spelling of the file
    notes: list[str] = field(default_factory=list)

    def word(self, key: str) -> str:
        """Return a value without spaces around it, "" for none."""
        return self.values.get(key, "").strip()

    def names(self, key: str) -> tuple[str, ...]:
        """Return a list of names that spaces separate."""
        return tuple(self.values.get(key, "").split()[:MOST_NAMES])

    def flag(self, key: str, default: bool = False) -> bool:
        """Return True for "true" in any case, and False for any other word."""
        return self.values[key].strip().lower() == "true" if key in self.values else default

    def number(self, key: str, default: float = 0.0) -> float:
        """Return a number, also with a comma. Other values are reported and give `default`."""
        word = self.word(key)
        if not word:
            return default
        try:
            number = float(word.replace(",", "."))
        except ValueError:
            number = math.nan
        if math.isfinite(number) and abs(number) <= LARGEST_NUMBER:
            return number
        self.note(f"{key}: {word!a} is no number, {default:g} is used.")
        return default

    def whole(self, key: str, default: int = 0) -> int:
        return int(self.number(key, default))

    def text(self, suffix: str) -> str:
        """Return the text from the localization files, or from the section itself, as in old files."""
        localized = self.texts.get(f"{self.name}.{suffix}")
        return localized if localized is not None else self.word(suffix).replace("\\n", "\n")

    def title(self, suffix: str) -> str:
        """Return a text in which the texts that it names replace their marks."""
        return expand_text(self.text(suffix), self.texts)

    def picture(self, key: str = "image") -> str:
        """Return the path of a file in its original spelling, or the value itself."""
        path = self.word(key).replace("\\", "/")
        return self.pictures.get(path.lower(), path)

    def note(self, sentence: str) -> None:
        """Report a finding about this section."""
        self.notes.append(f"{self.name}: {sentence}")


def decode(content: bytes) -> str:
    """Decode a file: UTF-16 by its byte order mark, UTF-8, or the encoding of old Windows editors."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text = content.decode("utf-16", errors="replace")
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252", errors="replace")
    return text.replace("\0", "")  # databases reject a letter 0


def read_ini(text: str) -> Sections:
    r"""Return section -> key -> value. A bare line is a key with the value "".

    >>> read_ini('[EventA]\nbuttoncolor1="red"\n; a comment\n[QuestData]\nevents.ini')
    {'EventA': {'buttoncolor1': 'red'}, 'QuestData': {'events.ini': ''}}
    """
    sections: Sections = {}
    keys: dict[str, str] = {}  # of the current section; those before the first section are dropped
    for raw_line in text.replace("\r", "\n").split("\n"):
        line = raw_line.strip()
        if not line or line[0] == ";":
            continue
        if line[0] == "[":
            name, keys = line.strip("[]").strip(), {}
            if name and name not in sections:  # a repeated section is dropped
                sections[name] = keys
            continue
        key, _, value = line.partition("=")
        keys.setdefault(key.strip(), value.strip().strip('"'))
    return sections


def stated_buttons(section: Section) -> int:
    """Return the number of buttons that a section states, at most MOST_BUTTONS. Not each need be described."""
    return min(max(section.whole("buttons"), 0), MOST_BUTTONS)
