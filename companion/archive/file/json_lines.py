"""Encode and decode log entries and readings as JSON lines, with strict validation."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from typing import Any, TypeVar

from companion.archive.file.manifest import is_time, parse_record
from companion.archive.file.zip_file import EXPORT_AGAIN, LOG, READINGS
from companion.engine import Game, short
from companion.errors import CodecError, ContentError, LamplightError, sentence_of
from companion.i18n import Text, _
from companion.schema import Reading, SeenObject, Words, from_json, to_json
from companion.sessions import Kind, LogEntry, LogRow, StoredEntry, StoredReading, to_entry, to_row

T = TypeVar("T")
MOST_ENTRIES = 60_000  # of one table; 2,000 answers make 4,000
MOST_READINGS = 20_000
MOST_LINE = 200_000  # bytes of any line but the first, which holds custom sheets
MOST_FIRST_LINE = 24_000_000  # bytes of the first line; the largest known scenario has 8 million characters
MOST_VALUES = 140_000  # of any line; each takes 300 bytes in memory, and may take 2 in the file
MOST_MARKS = 2_000_000  # counted at most
MOST_TEXT = 60_000  # letters of a text, as a story has them
MOST_LETTERS = 160  # of a name or an id; as long as the longest column of the database
MOST_SEEN = 400  # objects of a reading
MOST_OTHERS = 100  # other faces that an object may show
FARTHEST_PIXEL = 1e6  # px
VALUE_MARKS = (b",", b"[", b"{")  # before each value of JSON stands one of them, or a name
MARK = re.compile(rb'\\.|[",\[{]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry in the file; fields as in `LogRow`."""

    seq: int
    at: float  # s, Unix
    kind: Kind
    name: str
    by: str
    rest: bool
    v: int
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """A reading in the file."""

    at: float  # s, Unix
    settled: bool
    of: str
    reading: Reading
    seen: str = ""  # the digest of its picture as the camera saw it


def log_lines(log: Iterable[StoredEntry]) -> bytes:
    """Return one line per entry, in order."""
    return _join({"seq": w.row.seq, "at": w.at, **_without_seq(w.row)} for w in log)


def reading_lines(readings: Iterable[StoredReading]) -> bytes:
    """Return one line per reading, the oldest first."""
    return _join(
        to_json(ReadingLine(stored.at, stored.settled, stored.of, stored.reading, stored.seen)) for stored in readings
    )


def entries_in(file: Words, game: Game[Any, Any], content: bytes) -> tuple[list[LogEntry[Any]], list[float]]:
    """Return the entries and their times. Raises ContentError naming the line."""
    entries: list[LogEntry[Any]] = []
    times: list[float] = []
    for number, place, line in _lines(file, LOG, content, MOST_ENTRIES, LogLine):
        placeholders = {"place": place, "again": EXPORT_AGAIN}
        if line.seq != number:
            text = _("{place} is entry {seq}: an evening has each entry once, in their order. {again}.",
                     seq=str(line.seq), **placeholders)  # fmt: skip
            raise ContentError(text)
        if not is_time(line.at) or line.v != 1:
            raise ContentError(_("{place} has a time or a version that no entry has. {again}.", **placeholders))
        row = LogRow(line.seq, line.kind, line.name, line.data, line.by, line.rest, line.v)
        try:
            entries.append(to_entry(game, row))
        except LamplightError as error:
            why = error.sentence if isinstance(error.sentence, Text) else f"{str(error).rstrip('.')}."
            raise ContentError(
                _("{place} is nothing that this Lamplight knows: {why} {again}.", why=why, **placeholders)
            ) from error
        times.append(line.at)
    return entries, times


def stored_entries(entries: Iterable[LogEntry[Any]], times: Iterable[float]) -> tuple[StoredEntry, ...]:
    """Return the entries as stored here, without unknown fields."""
    return tuple(StoredEntry(at, to_row(entry)) for entry, at in zip(entries, times, strict=True))


def readings_in(file: Words, content: bytes, pictures: Mapping[str, Container[str]]) -> tuple[StoredReading, ...]:
    """Return the readings, without pictures that are missing. `pictures`: digests by kind. Raises ContentError naming the line."""
    readings = []
    for _number, place, line in _lines(file, READINGS, content, MOST_READINGS, ReadingLine):
        _check_reading(place, line)
        picture = line.reading.picture if line.reading.picture in pictures["pictures"] else ""
        seen = line.seen if line.seen in pictures["doubts"] else ""
        reading = replace(line.reading, picture=picture, part_of="")
        readings.append(StoredReading(line.at, reading, line.settled, line.of, seen))
    return tuple(readings)


def _without_seq(row: LogRow) -> dict[str, Any]:
    return {**{name: value for name, value in asdict(row).items() if name not in ("seq", "data")}, "data": row.data}


def _join(lines: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in lines).encode()


def _lines(file: Words, member: str, content: bytes, most: int, cls: type[T]) -> Iterator[tuple[int, Text, T]]:
    """Yield each line with its number and place. Only a newline ends a line: texts may hold other line ends."""
    of_file = {"file": file, "member": member, "again": EXPORT_AGAIN}
    if content and not content.endswith(b"\n"):
        raise ContentError(_("{file}: {member} breaks off in its last line. {again}.", **of_file))
    if (lines := content.count(b"\n")) > most:
        text = _("{file}: {member} has {lines} lines, {most} at most are read. {again}.",
                 lines=lines, most=most, **of_file)  # fmt: skip
        raise ContentError(text)
    for number, line in enumerate(BytesIO(content), 1):
        place = _("{file}: {member}, line {number}", file=file, member=member, number=str(number))
        placeholders, longest = {"place": place, "again": EXPORT_AGAIN}, MOST_LINE if number > 1 else MOST_FIRST_LINE
        if len(line) > longest:
            text = _("{place} has {size} kB, {most} at most are read. {again}.",
                     size=len(line) // 1000, most=longest // 1000, **placeholders)  # fmt: skip
            raise ContentError(text)
        if sum(map(line.count, VALUE_MARKS)) > MOST_VALUES and _holds_more(line, MOST_VALUES):
            raise ContentError(
                _(
                    "{place} holds more than {n} values: no evening begins with so many. {again}.",
                    n=MOST_VALUES,
                    **placeholders,
                )
            )
        try:
            yield number, place, from_json(cls, parse_record(place, line))
        except CodecError as error:
            raise ContentError(
                _("{place} is not as such a line is ({error}). {again}.", error=sentence_of(error), **placeholders)
            ) from error


def _holds_more(line: bytes, most: int) -> bool:
    """Return whether the line has more values, estimated by its commas outside texts. True if counting takes too long."""
    is_text, values = False, 0
    for count, match in enumerate(MARK.finditer(line)):
        mark = match[0]
        if mark == b'"':
            is_text = not is_text
        values += not is_text and mark in VALUE_MARKS
        if values > most or count > MOST_MARKS:
            return True
    return False


def _check_reading(place: Text, line: ReadingLine) -> None:
    """Refuse fields of a reading that a sensor does not send: the page draws them."""
    reading, place_and_again = line.reading, {"place": place, "again": EXPORT_AGAIN}
    names = (reading.id, reading.table, reading.source, reading.epoch, reading.expect, reading.zone, line.of)
    labels = [word for item in reading.objects for word in _words(item)]
    numbers = [number for item in reading.objects for number in _numbers(item)]
    numbers += [number for corner in reading.tray for number in corner]
    if strange := next((word for word in (*names, *labels) if len(word) > MOST_LETTERS or not word.isprintable()), ""):
        name = short(strange)
        raise ContentError(
            _("{place}: {name} is no name of a thing or a reader. {again}.", name=name, **place_and_again)
        )
    if not reading.id or not all(map(is_time, (line.at, reading.settled_at))) or _is_crowded(reading):
        raise ContentError(_("{place} is no reading that a sensor makes. {again}.", **place_and_again))
    if not all(-FARTHEST_PIXEL <= number <= FARTHEST_PIXEL for number in numbers) or not 0 <= reading.seq < 2**31:
        raise ContentError(_("{place} has a number that no reading has. {again}.", **place_and_again))


def _is_crowded(reading: Reading) -> bool:
    """Return whether the reading shows more than fits into a tray."""
    most = max((len(seen.alternatives) for seen in reading.objects), default=0)
    return len(reading.objects) > MOST_SEEN or most > MOST_OTHERS or len(reading.tray) > 4


def _words(seen: SeenObject) -> Iterator[str]:
    yield seen.kind
    yield seen.value or ""
    yield from (value for value, _ in seen.alternatives)


def _numbers(seen: SeenObject) -> Iterator[float]:
    yield seen.conf
    yield from (conf for _, conf in seen.alternatives)
    yield from seen.box or ()
