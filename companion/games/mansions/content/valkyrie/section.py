"""Read the INI dialect of community scenarios into sections with typed values, within limits."""

from __future__ import annotations

import math
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.errors import ContentError
from companion.games.mansions.content.scenario import replace_marks

FARTHEST = 1e6  # larger numbers are typing errors
MOST_SPELT_OUT = 10_000  # letters of an expanded text, because texts may name each other without end
MOST_NAMES = 500  # in one list; real ones have 40
MOST_BUTTONS = 20


OWN_WORDS = re.compile(r"\{qst:([^{}]+)\}")
DEEP = 4  # levels of texts in texts


def spelt_out(text: str, texts: Mapping[str, str]) -> str:
    """Expand the texts that a text names. Unknown ones stay as they are."""
    for _ in range(DEEP):
        if "{qst:" not in text:
            break
        text = replace_marks(OWN_WORDS, lambda named: texts.get(named[1], named[0]), text, MOST_SPELT_OUT)
    return text


@dataclass(frozen=True, slots=True)
class Section:
    """A section, with the context for its readers. Guesses are reported as findings."""

    name: str
    values: Mapping[str, str]
    texts: Mapping[str, str]  # of all sections, in the language of the evening
    pictures: Mapping[str, str] = field(default_factory=dict)  # lower-case path -> spelling of the file
    notes: list[str] = field(default_factory=list)

    def word(self, key: str) -> str:
        return self.values.get(key, "").strip()

    def names(self, key: str) -> tuple[str, ...]:
        return tuple(self.values.get(key, "").split()[:MOST_NAMES])

    def flag(self, key: str, default: bool = False) -> bool:
        """Return True for "true" in any case, and False for any other word."""
        return self.values[key].strip().lower() == "true" if key in self.values else default

    def number(self, key: str, default: float = 0.0) -> float:
        """Return a number, also with a comma. Other values are reported and give `default`."""
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
        """Return the text from the localization files, or from the section itself, as in old files."""
        found = self.texts.get(f"{self.name}.{suffix}")
        return found if found is not None else self.word(suffix).replace("\\n", "\n")

    def title(self, suffix: str) -> str:
        return spelt_out(self.text(suffix), self.texts)

    def picture(self, key: str = "image") -> str:
        """Return the path of a file in its original spelling, or the value itself."""
        told = self.word(key).replace("\\", "/")
        return self.pictures.get(told.lower(), told)

    def note(self, sentence: str) -> None:
        self.notes.append(f"{self.name}: {sentence}")


Sections: TypeAlias = dict[str, dict[str, str]]


def text_of(content: bytes) -> str:
    """Decode a file: UTF-8, UTF-16 by its mark, or the encoding of old Windows editors."""
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
    keys: dict[str, str] = {}  # ignored: lines before the first section, and repeated sections
    for raw in text.replace("\r", "\n").split("\n"):
        line = raw.strip()
        if not line or line[0] == ";":
            continue
        if line[0] == "[":
            name, keys = line.strip("[]").strip(), {}
            if name and name not in sections:
                sections[name] = keys
            continue
        key, _, value = line.partition("=")
        keys.setdefault(key.strip(), value.strip().strip('"'))
    return sections


Tables: TypeAlias = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a scenario, so that a small machine reads, checks and opens it quickly."""

    sections: int  # real ones have 850
    words: int  # keys, names, buttons, operations and comparisons of all sections; real ones have 10 000
    texts: int  # in all languages; real ones have 5 000
    letters: int  # of sections and texts in all languages; real ones have 900 000
    of_one: int  # letters of one text; real ones have 3 000


NEW = Bounds(sections=5_000, words=30_000, texts=40_000, letters=4_000_000, of_one=20_000)
BEFORE = Bounds(sections=20_000, words=100_000, texts=40_000, letters=8_000_000, of_one=8_000_000)
"""For an imported evening, which may have begun under larger limits. It is not checked by the linter again."""
MOST_LINES = 120_000  # of all files, before they are read; real ones have 12 000
LANGUAGES = "take languages out that you do not need"
EVENTS = "take events out that nothing leads to"


def check_size(sections: Tables, texts: Tables, name: str = "", most: Bounds = NEW) -> None:
    """Raise ContentError with the exceeded limit if a scenario is too large."""
    tables = (*sections.values(), *texts.values())
    _at_most(name, len(sections), most.sections, "sections", EVENTS)
    _at_most(name, sum(map(_words, sections.values())), most.words, "words in its sections", EVENTS)
    _at_most(name, sum(map(len, texts.values())), most.texts, "texts in all its languages", LANGUAGES)
    _at_most(name, sum(map(_letters, tables)), most.letters, "letters in all its languages", LANGUAGES)
    longest = max((one for table in tables for one in table.items()), key=lambda one: len(one[1]), default=("", ""))
    _at_most(
        f"{longest[0][:80]} of {name or 'the scenario'}", len(longest[1]), most.of_one, "letters", "make it shorter"
    )


def check_lines(name: str, texts: Iterable[bytes]) -> None:
    """Raise ContentError for too many lines, before files are split into lines."""
    lines = sum(text.count(b"\n") + text.count(b"\r") for text in texts)
    _at_most(name, lines, MOST_LINES, "lines in its texts", LANGUAGES)


def _at_most(name: str, number: int, most: int, what: str, remedy: str) -> None:
    if number > most:
        raise ContentError(f"{name or 'The scenario'} has {number} {what}, at most {most} are read: {remedy}.")


def _words(values: Mapping[str, str]) -> int:
    """Count words and buttons, which may be stated by a number alone."""
    return len(values) + sum(len(value.split()) for value in values.values()) + stated_buttons(Section("", values, {}))


def stated_buttons(section: Section) -> int:
    return min(max(section.whole("buttons"), 0), MOST_BUTTONS)


def _letters(table: Mapping[str, str]) -> int:
    return sum(len(key) + len(value) for key, value in table.items())
