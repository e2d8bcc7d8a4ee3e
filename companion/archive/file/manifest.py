"""The manifest of a file: format, table, member hashes and state digests."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from companion.archive.file.zip_file import EXPORT_AGAIN, LOG, MANIFEST, READINGS
from companion.engine import fault_at, short
from companion.errors import CodecError, ContentError, sentence_of
from companion.i18n import Text, _
from companion.schema import TABLE, Words, from_json, no_number, to_json
from companion.sessions import LONGEST_NAME, MOST_SAVEPOINTS, GameTable, SavePoint, Source

FORMAT = 1
MOST_SOURCES = 200
LATEST_TIME = 1e11  # s, Unix; upper limit of a time
LAMPLIGHT = version("lamplight")
VERSION = re.compile(r"[\w.+-]{1,40}", re.ASCII)
FIELD = re.compile(r"\w{0,60}", re.ASCII)  # of a state
MOST_FIELDS = 200


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """Size and checksum of a file in the archive."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class ArchiveManifest:
    """The table of contents of an archive."""

    format: int
    lamplight: str  # which version kept it
    game: str
    table: str  # what it was called there
    opened_at: float  # s, Unix
    parts: Mapping[str, ArchiveMember]  # all members but this one
    state: Mapping[str, str] = field(default_factory=dict)  # as of `digest`; empty where the table could not be opened
    sources: tuple[tuple[str, str, Source], ...] = ()  # seat, kind of things, what it answers with
    saved: tuple[SavePoint, ...] = ()


def encode_manifest(manifest: ArchiveManifest) -> bytes:
    """Return the manifest as JSON."""
    return json.dumps(to_json(manifest), ensure_ascii=False, indent=1).encode()


def member_of(content: bytes) -> ArchiveMember:
    """Return size and checksum of a content."""
    return ArchiveMember(len(content), sha256(content).hexdigest())


def read_manifest(file: Words, members: Mapping[str, bytes]) -> ArchiveManifest:
    """Read the manifest and check the members that it names. Raises ContentError."""
    placeholders = {"file": file, "manifest": MANIFEST, "again": EXPORT_AGAIN}
    if MANIFEST not in members:
        raise ContentError(_("{file} is no evening that was kept: it has no {manifest}. {again}.", **placeholders))
    record = parse_record(fault_at(file, MANIFEST), members[MANIFEST])
    _check_format(file, record.get("format"))
    try:
        manifest = from_json(ArchiveManifest, record)
    except CodecError as error:
        raise ContentError(
            _(
                "{file}: {manifest} is not as one of Lamplight is ({error}). {again}.",
                error=sentence_of(error),
                **placeholders,
            )
        ) from error
    _check_members(file, manifest, members)
    if not _is_in_bounds(manifest):
        raise ContentError(
            _("{file}: a saved moment, a source, a time or a name in {manifest} is none. {again}.", **placeholders)
        )
    return manifest


def parse_record(place: Text, content: bytes) -> dict[str, Any]:
    """Parse one JSON record. Raises ContentError for damaged or deeply nested input."""
    try:
        record = json.loads(content, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise ContentError(
            _("{place} cannot be read ({error}). {again}.", place=place, error=sentence_of(error), again=EXPORT_AGAIN)
        ) from error
    if not isinstance(record, dict):
        raise ContentError(_("{place} is no record. {again}.", place=place, again=EXPORT_AGAIN))
    return record


def is_time(at: float) -> bool:
    """Return whether the value can be a time in s, Unix."""
    return 0 <= at < LATEST_TIME


def require_fit(file: Words, manifest: ArchiveManifest, table: GameTable[Any, Any]) -> None:
    """Raise ContentError for a source or a saved moment of another table."""
    placeholders = {"file": file, "again": EXPORT_AGAIN}
    seats = {*table.setup.seats, TABLE, "dealer"}
    kinds = {"", *table.game.kinds}
    for seat, kind, _source in manifest.sources:
        if seat not in seats or kind not in kinds:
            text = _("{file}: {seat} or {kind} is no seat or thing of this table. {again}.",
                     seat=short(seat), kind=short(kind), **placeholders)  # fmt: skip
            raise ContentError(text)
    if stranger := next((saved.by for saved in manifest.saved if saved.by not in {"", *seats}), None):
        raise ContentError(
            _(
                "{file}: {seat}, who named a moment, is no seat of this table. {again}.",
                seat=short(stranger),
                **placeholders,
            )
        )
    if any(saved.seq > table.seq for saved in manifest.saved):
        raise ContentError(_("{file}: a saved moment comes after the evening's end. {again}.", **placeholders))


def _check_format(file: Words, version: Any) -> None:
    if version != FORMAT or isinstance(version, bool):
        raise ContentError(
            _(
                "{file} has the format {came}, this Lamplight reads {format}: get a newer Lamplight, or have it kept by one"
                " like this.",
                file=file,
                came=short(version),
                format=FORMAT,
            )
        )


def _check_members(file: Words, manifest: ArchiveManifest, members: Mapping[str, bytes]) -> None:
    """Check that the members are complete and unchanged."""
    placeholders = {"file": file, "again": EXPORT_AGAIN}
    present, named = set(members) - {MANIFEST}, set(manifest.parts)
    for name in (LOG, READINGS):
        if name not in named:
            raise ContentError(_("{file} has no {name}, so it is no evening. {again}.", name=name, **placeholders))
    if unmatched := sorted(present ^ named):
        raise ContentError(
            _("{file}: {member} is missing, or nobody put it in. {again}.", member=short(unmatched[0]), **placeholders)
        )
    for name, part in manifest.parts.items():
        if member_of(members[name]) != part:
            raise ContentError(
                _(
                    "{file}: {name} is another one than was put in: its check sum differs. {again}.",
                    name=name,
                    **placeholders,
                )
            )


def _is_in_bounds(manifest: ArchiveManifest) -> bool:
    names = [str(saved.name) for saved in manifest.saved]
    times = [manifest.opened_at, *(saved.at for saved in manifest.saved)]
    ids = [saved.id for saved in manifest.saved]
    return (
        all(map(is_time, times))
        and len(manifest.saved) <= MOST_SAVEPOINTS
        and all(0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names)
        and len(set(ids)) == len(ids)
        and all(0 < number <= MOST_SAVEPOINTS * 1000 for number in (*ids, *(saved.seq for saved in manifest.saved)))
        and len({(seat, kind) for seat, kind, _source in manifest.sources}) == len(manifest.sources) <= MOST_SOURCES
        and VERSION.fullmatch(manifest.lamplight) is not None
        and all(map(FIELD.fullmatch, manifest.state))
        and len(manifest.state) <= MOST_FIELDS
    )
