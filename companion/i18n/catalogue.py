"""What a language makes of our sentences: whole ones, patterns, and forms of names, out of PO files."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import PoFileError, read_po

from companion.errors import ContentError
from companion.i18n.message_pattern import HOLE, WORD, MessagePattern, pattern_of
from companion.system.safe_load import MOST_TEXT, bytes_of

TAG = re.compile(r"[<\[]/?[a-z]+(?:=[^>\]]*)?[>\]]")
SYMBOL = re.compile(r"\{([a-z]\w*)\}")
ANY = "{0}"  # with a form: of any name
LONG = 80  # marks of a text that may be cut short where it is told
PLAIN = ""  # the form of a name where none is asked for


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One sentence and what it is in the language; `form`: of a name, "dat"."""

    text: str
    said: str
    form: str = PLAIN
    is_open: bool = False  # nobody has translated it: `said` is the English


@dataclass(frozen=True, slots=True)
class PatternTranslation:
    """A pattern and, by form, what is made of it."""

    pattern: MessagePattern
    text: str
    said: Mapping[str, str]
    is_open: bool = False


class Catalogue:
    """Sentences by their English. The earlier of two entries counts: what people drop in comes first."""

    def __init__(self, entries: Iterable[CatalogueEntry]) -> None:
        self.whole: dict[str, dict[str, str]] = {}
        self.open: set[str] = set()  # whole sentences that nobody has translated
        patterns: dict[str, dict[str, str]] = {}
        for entry in entries:
            known = patterns if HOLE.search(entry.text) else self.whole
            known.setdefault(entry.text, {}).setdefault(entry.form, entry.said)
            if entry.is_open:
                self.open.add(entry.text)
        for there in (self.whole, patterns):
            there.update(
                {
                    text: {f: self._named(s) for f, s in said.items()}
                    for text, said in there.items()
                    if not SYMBOL.search(text)
                }
            )
        self.forms: Mapping[str, str] = patterns.pop(ANY, {})  # of names that have no form of their own
        self._sorted = sorted(self.whole)
        self._small = {text.lower(): text for text in self.whole if len(text) <= LONG}
        spoken = tuple(PatternTranslation(pattern_of(t), t, s, t in self.open) for t, s in patterns.items())
        self.index = _index(spoken)
        self._long = tuple(one for one in spoken if one.pattern.weight >= LONG)

    def _named(self, said: str) -> str:
        """With words of this language for symbols: their English has been told without marks."""
        return SYMBOL.sub(lambda symbol: self.whole.get(symbol[1], {}).get(PLAIN, symbol[1]), said)

    def cased(self, text: str) -> str:
        """A name that is written in small letters as the entry has it; "" = there is none."""
        return self._small.get(text, "")

    def beginning(self, text: str) -> str:
        """The shortest whole sentence or text that begins so and goes on; "" = there is none."""
        place = bisect(self._sorted, text)
        found = self._sorted[place] if place < len(self._sorted) else ""
        return found if found.startswith(text) else ""

    def begun(self, text: str) -> tuple[PatternTranslation, Mapping[int, str]] | None:
        """The long pattern that made a text of which this is the beginning, and what stands in its holes."""
        ways = ((one, one.pattern.begun(text)) for one in self._long)
        return next(((one, holes) for one, holes in ways if holes is not None), None)

    def candidates(self, text: str) -> list[PatternTranslation]:
        """The patterns that may have made a text, those with most of it written out first."""
        words = {word.lower() for word in WORD.findall(text)}
        found = [one for word in words for one in self.index.get(word, ()) if words.issuperset(one.pattern.words)]
        return sorted(found, key=lambda one: -one.pattern.weight)


def _index(patterns: tuple[PatternTranslation, ...]) -> dict[str, list[PatternTranslation]]:
    """Each pattern under the rarest of its words; one without any is found by nothing."""
    often = Counter(word for one in patterns for word in set(one.pattern.words))
    index: dict[str, list[PatternTranslation]] = {}
    for one in patterns:
        if one.pattern.words:
            index.setdefault(min(one.pattern.words, key=lambda word: (often[word], -len(word))), []).append(one)
    return index


def entries(path: Path, *, with_open: bool = False) -> Iterator[CatalogueEntry]:
    """The sentences of one file and what follows from them. Raises ContentError naming the file and what is wrong."""
    try:
        messages = list(read_po(BytesIO(bytes_of(path, MOST_TEXT)), abort_invalid=True))
    except (OSError, UnicodeDecodeError, PoFileError, ValueError, LookupError) as error:
        raise ContentError(f"{path}: this is no PO file that can be read ({error}).") from error
    for message in messages:
        text, said = str(message.id), str(message.string)
        if text and (said or (with_open and "not read" not in message.user_comments)):
            yield from _with_parts(CatalogueEntry(text, said or text, message.context or PLAIN, is_open=not said))


def _with_parts(entry: CatalogueEntry) -> Iterator[CatalogueEntry]:
    """A text of several lines is also found line by line, and one with marks also as the log tells it, without them."""
    yield entry
    lines, said = entry.text.split("\n"), entry.said.split("\n")
    if len(lines) > 1 and len(lines) == len(said):
        for line, its in zip(lines, said, strict=True):
            if line.strip():
                yield from _with_parts(CatalogueEntry(line.strip(), its.strip(), entry.form, entry.is_open))
    if (bare := plain(entry.text)) != entry.text:
        yield CatalogueEntry(bare, _untagged(entry.said), entry.form, entry.is_open)


def plain(text: str) -> str:
    """Without tags, with symbols as words, in one line.

    >>> plain("{action} <b>Search</b>: {lore}")
    'Search: lore'
    """
    return SYMBOL.sub(r"\1", _untagged(text))


def _untagged(text: str) -> str:
    return " ".join(TAG.sub("", text.replace("{action}", "")).split())
