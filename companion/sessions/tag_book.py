"""The tag book: which token, card or deed each tag stands for."""

from __future__ import annotations

import json
import logging
import threading
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG
from types import MappingProxyType
from typing import TypeAlias

from companion.errors import CodecError, ContentError, LamplightError, sentence_of
from companion.i18n import _, from_data
from companion.schema import MOST_LETTERS, Meaning, Tags, codec, is_word
from companion.system.atomic_write import explain_os_error, make_folder, write_atomically
from companion.system.data_dir import alone
from companion.system.safe_load import json_of

logger = logging.getLogger(__name__)

MOST_TAUGHT = 4000  # a bag has some dozens, a collection of cards some hundreds
FileStamp: TypeAlias = tuple[int, int, int]
"""Inode, time of the last change and size of a file: another one means that it may hold something else."""


class TagBookError(LamplightError):
    """A lesson could not be stored."""

    code = "NOTKEPT"


@dataclass(frozen=True, slots=True)
class TaughtMeaning:
    """Taught meaning of one tag; None = it stands for nothing, whatever the file says."""

    meaning: Meaning | None
    reading: str = (
        ""  # the reading whose answer taught it, and with which it is retracted; "" = taught on the page of readers
    )


@dataclass(frozen=True, slots=True)
class TagEntry:
    """One tag of the book."""

    tag: str
    meaning: Meaning
    taught: bool  # taught at this table, not in the file
    file: Meaning | None = None  # what the file says of it


@dataclass(frozen=True, slots=True)
class _Kept:
    """The file of what was taught."""

    tags: Mapping[str, TaughtMeaning] = field(default_factory=dict)


class TagBook:
    """Meanings of tags. Safe for threads, and for processes that share the file. A taught tag counts at once.

    `now` maps each tag to its current meaning. `version` is another number for another book, and the same in all processes.
    """

    def __init__(self, file: Tags | None = None, path: Path | None = None) -> None:
        """`file`: the table's own tag table; `path`: file of taught tags, None = do not store them. Raises ContentError."""
        self._file = dict(file or {})
        self._path = path
        self._lock = threading.Lock()
        self._stamp = _stamp_of(path)
        self._fault = ""  # why the file of this stamp cannot be read
        self._set(_read(path) if path is not None and path.exists() else {})

    def refresh(self) -> bool:
        """Reload the file where another process has changed it; return whether the meanings changed.

        Keep the loaded meanings where the file is damaged or gone.
        """
        with self._lock:
            return self._refresh()

    def lines(self) -> tuple[TagEntry, ...]:
        """Return all tags with a meaning, those of the file first."""
        with self._lock:
            return tuple(
                TagEntry(tag, meaning, tag in self._taught, self._file.get(tag)) for tag, meaning in self.now.items()
            )

    def assign(self, tag: str, meaning: Meaning, reading: str = "") -> Meaning | None:
        """Give a tag this meaning from now on; return the old one. Raises TagBookError."""
        if not is_word(tag) or not is_word(meaning.value):
            raise TagBookError(
                _("A tag and what it stands for have 1 to {most} printable letters each.", most=MOST_LETTERS)
            )
        with self._editing():
            before = self.now.get(tag)
            if tag not in self._taught and len(self._taught) >= MOST_TAUGHT:
                raise TagBookError(_("{n} tags are taught, more are not kept: forget some first.", n=MOST_TAUGHT))
            self._keep({**self._taught, tag: TaughtMeaning(meaning, reading)})
            return before

    def unassign(self, tag: str) -> Meaning | None:
        """Take the lesson back: it stands for what the file says, or, where nothing was taught, for nothing.

        Returns what it stands for now. Raises TagBookError.
        """
        with self._editing():
            lesson, lessons = self._taught.get(tag), dict(self._taught)
            lessons.pop(tag, None)
            if tag in self._file and lesson is None:
                lessons[tag] = TaughtMeaning(None)
            self._keep(lessons)
            return self.now.get(tag)

    def retract(self, readings: frozenset[str]) -> tuple[str, ...]:
        """Forget what the answers to these readings taught; return the tags. Raises TagBookError."""
        with self._editing():
            gone = tuple(tag for tag, lesson in self._taught.items() if lesson.reading in readings - {""})
            if gone:
                self._keep({tag: lesson for tag, lesson in self._taught.items() if tag not in gone})
            return gone

    def taught_by(self, reading: str) -> tuple[str, ...]:
        """Return the tags that the answer to this reading taught."""
        with self._lock:
            return tuple(tag for tag, lesson in self._taught.items() if reading and lesson.reading == reading)

    @contextmanager
    def _editing(self) -> Iterator[None]:
        """Lock the book against other threads and processes, with the newest file loaded. Raises TagBookError."""
        with self._lock, ExitStack() as held:
            if self._path is not None:
                try:
                    make_folder(self._path.parent)
                    held.enter_context(alone(self._path.parent))
                except OSError as error:
                    raise _storing_error(self._path, error) from error
            self._refresh()
            if self._fault:
                raise TagBookError(self._fault)
            yield

    def _refresh(self) -> bool:
        """Reload a changed file. The caller holds the lock."""
        stamp = _stamp_of(self._path)
        if self._path is None or stamp is None:
            self._stamp, self._fault = None, ""
            return False
        if stamp == self._stamp:
            return False
        try:
            taught = _read(self._path)
        except ContentError as error:
            if error.sentence != self._fault:
                logger.warning("%s", error)
            self._fault = error.sentence
            self._stamp = (
                None if isinstance(error.__cause__, OSError) else stamp
            )  # what failed may be read the next time
            return False
        self._stamp, self._fault = stamp, ""
        is_other = taught != self._taught
        self._set(taught)
        return is_other

    def _set(self, taught: Mapping[str, TaughtMeaning]) -> None:
        self._taught = dict(taught)
        meanings = {**self._file, **{tag: lesson.meaning for tag, lesson in self._taught.items()}}
        self.now: Tags = MappingProxyType({tag: meaning for tag, meaning in meanings.items() if meaning is not None})
        self.version = zlib.crc32(_text_of(self._taught).encode())

    def _keep(self, lessons: Mapping[str, TaughtMeaning]) -> None:
        """Store the lessons, on disk first. Raises TagBookError, and then nothing has changed."""
        if self._path is not None:
            _write(self._path, lessons)
            self._stamp = _stamp_of(self._path)
        self._set(lessons)


def _stamp_of(path: Path | None) -> FileStamp | None:
    """Return None where the file does not exist."""
    if path is None:
        return None
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_ino, status.st_mtime_ns, status.st_size) if S_ISREG(status.st_mode) else None


def _read(path: Path) -> dict[str, TaughtMeaning]:
    """Raise ContentError where the file is damaged: taught tags are the players' work, so do not start over."""
    try:
        return dict(codec.from_json(_Kept, json_of(path)).tags)
    except (OSError, ValueError, RecursionError, CodecError) as error:
        raise ContentError(
            _(
                "{path}: what was taught about tags cannot be read ({error}). Mend the file, or move it away to begin anew.",
                path=str(path),
                error=sentence_of(error),
            )
        ) from error


def _write(path: Path, lessons: Mapping[str, TaughtMeaning]) -> None:
    """Write the file atomically. Raises TagBookError."""
    try:
        write_atomically(path, _text_of(lessons))
    except OSError as error:
        raise _storing_error(path, error) from error


def _text_of(lessons: Mapping[str, TaughtMeaning]) -> str:
    """Return the content of the file."""
    return json.dumps(codec.to_json(_Kept(dict(lessons))), ensure_ascii=False, indent=1)


def _storing_error(path: Path, error: OSError) -> TagBookError:
    return TagBookError(
        _("What was taught could not be kept in {path}: {why}.", path=str(path), why=from_data(explain_os_error(error)))
    )
