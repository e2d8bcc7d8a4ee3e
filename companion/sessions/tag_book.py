"""The tag book: which token, card or deed each tag stands for."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from companion.errors import CodecError, ContentError, LamplightError
from companion.schema import MOST_LETTERS, Meaning, Prompt, Reading, SeenObject, Tags, codec, is_word
from companion.system.atomic_write import explain_os_error, write_atomically
from companion.system.safe_load import json_of

DEED, PRESS = "deed", "press"
TRANSLATED = frozenset({"tag", "press"})  # kinds of things that stand for something else
MOST_TAUGHT = 4000  # a bag has some dozens, a collection of cards some hundreds


class TagBookError(LamplightError):
    """What was taught could not be kept; the message says why."""

    code = "NOTKEPT"


@dataclass(frozen=True, slots=True)
class TaughtMeaning:
    """What people said of one tag; without a meaning, that it stands for nothing whatever the file says."""

    meaning: Meaning | None
    reading: str = ""  # whose answer taught it: it goes with that answer; "" = it was taught on the page of readers


@dataclass(frozen=True, slots=True)
class TagEntry:
    """One tag of the book."""

    tag: str
    meaning: Meaning
    taught: bool  # at this table; else the file says it
    file: Meaning | None = None  # what the file says of it


@dataclass(frozen=True, slots=True)
class _Kept:
    """The file of what was taught."""

    tags: Mapping[str, TaughtMeaning] = field(default_factory=dict)


class TagBook:
    """Safe for threads. A tag that was taught counts at once."""

    def __init__(self, file: Tags | None = None, path: Path | None = None) -> None:
        """`file`: the table's own tag table; `path`: where lessons are kept, None: nowhere. Raises ContentError."""
        self._file = dict(file or {})
        self._path = path
        self._lock = threading.Lock()
        self._taught = _read(path)
        self._now = self._meanings()
        self.version = 0  # rises with every lesson

    @property
    def now(self) -> Tags:
        """What each tag stands for now. It never changes any more: the next lesson makes another one."""
        return self._now

    def lines(self) -> tuple[TagEntry, ...]:
        """All tags that stand for something, those of the file first."""
        with self._lock:
            return tuple(
                TagEntry(tag, meaning, tag in self._taught, self._file.get(tag)) for tag, meaning in self._now.items()
            )

    def assign(self, tag: str, meaning: Meaning, reading: str = "") -> Meaning | None:
        """From now on `tag` stands for this; returns what it stood for before. Raises TagBookError."""
        if not is_word(tag) or not is_word(meaning.value):
            raise TagBookError(f"A tag and what it stands for have 1 to {MOST_LETTERS} printable letters each.")
        with self._lock:
            before = self._now.get(tag)
            if tag not in self._taught and len(self._taught) >= MOST_TAUGHT:
                raise TagBookError(f"{MOST_TAUGHT} tags are taught, more are not kept: forget some first.")
            self._keep({**self._taught, tag: TaughtMeaning(meaning, reading)})
            return before

    def unassign(self, tag: str) -> Meaning | None:
        """Take the lesson back: it stands for what the file says, or, where nothing was taught, for nothing.

        Returns what it stands for now. Raises TagBookError.
        """
        with self._lock:
            lesson, lessons = self._taught.get(tag), dict(self._taught)
            lessons.pop(tag, None)
            if tag in self._file and lesson is None:
                lessons[tag] = TaughtMeaning(None)
            self._keep(lessons)
            return self._now.get(tag)

    def retract(self, readings: frozenset[str]) -> tuple[str, ...]:
        """Forget what the answers to these readings taught; returns the tags. Raises TagBookError."""
        with self._lock:
            gone = tuple(tag for tag, lesson in self._taught.items() if lesson.reading in readings - {""})
            if gone:
                self._keep({tag: lesson for tag, lesson in self._taught.items() if tag not in gone})
            return gone

    def taught_by(self, reading: str) -> tuple[str, ...]:
        """The tags that the answer to this reading taught."""
        with self._lock:
            return tuple(tag for tag, lesson in self._taught.items() if reading and lesson.reading == reading)

    def _meanings(self) -> Tags:
        told = {tag: lesson.meaning for tag, lesson in self._taught.items()}
        both = {**self._file, **told}
        return MappingProxyType({tag: meaning for tag, meaning in both.items() if meaning is not None})

    def _keep(self, lessons: Mapping[str, TaughtMeaning]) -> None:
        """On disk first; raises TagBookError, and then nothing has changed."""
        if self._path is not None:
            _write(self._path, _Kept(lessons))
        self._taught = dict(lessons)
        self._now = self._meanings()
        self.version += 1


def _read(path: Path | None) -> dict[str, TaughtMeaning]:
    """Raises ContentError where the file is damaged: it is people's work, and is not begun anew over it."""
    if path is None or not path.exists():
        return {}
    try:
        return dict(codec.from_json(_Kept, json_of(path)).tags)
    except (OSError, ValueError, RecursionError, CodecError) as error:
        raise ContentError(
            f"{path}: what was taught about tags cannot be read ({error}). Mend the file, or move it away to begin anew."
        ) from error


def _write(path: Path, kept: _Kept) -> None:
    """Whole or not at all, also where the power fails."""
    text = json.dumps(codec.to_json(replace(kept, tags=dict(kept.tags))), ensure_ascii=False, indent=1)
    try:
        write_atomically(path, text)
    except OSError as error:
        raise TagBookError(f"What was taught could not be kept in {path}: {explain_os_error(error)}.") from error


def translate_tags(reading: Reading, tags: Tags) -> Reading:
    """The reading with what its tags and buttons stand for."""
    return replace(reading, objects=tuple(_translate(o, tags) for o in reading.objects))


def _translate(seen: SeenObject, tags: Tags) -> SeenObject:
    """A taught tag becomes a token or a card that was seen for certain; a tag or a button may stand for a deed."""
    meaning = tags.get(seen.value or "")
    if seen.kind not in TRANSLATED or meaning is None:
        return seen
    return replace(seen, kind=meaning.kind, value=meaning.value)


def deed_of(reading: Reading, tags: Tags) -> SeenObject | None:
    """The press or the deed in a reading, named by the tag book; None where it is about something else."""
    for seen in reading.objects:
        meaning = tags.get(seen.value or "") if seen.kind in {PRESS, "tag"} else None
        if meaning is not None and meaning.kind == DEED:
            return SeenObject(DEED, meaning.value, seen.conf)
        if seen.kind in {PRESS, DEED}:
            return seen
    return None


def stands_for(prompt: Prompt, value: str) -> Meaning:
    """What a tag stands for where it answers this prompt so."""
    return Meaning("card" if "card" in prompt.of and "token" not in prompt.of else "token", value)


def has_tag(reading: Reading) -> bool:
    """Whether what it says depends on the tag book."""
    return any(seen.kind in TRANSLATED for seen in reading.objects)
