"""Validate an exported file and rebuild its table. Stores nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.archive.file import (
    EXPORT_AGAIN,
    LOG,
    READINGS,
    ArchiveManifest,
    differing_fields,
    digests,
    entries_in,
    read_manifest,
    readings_in,
    require_fit,
    stored_entries,
    unpack,
)
from companion.archive.images import pictures_in
from companion.archive.proofs import find_game, printable_errors, prove_beginning
from companion.archive.replay_check import rebuild_table
from companion.errors import ContentError
from companion.i18n import Text, _
from companion.schema import HOUSE, Words
from companion.sessions import GameTable, StoredReading, StoredTable, givens

Pictures: TypeAlias = Mapping[str, Mapping[str, bytes]]  # kind -> digest -> content


@dataclass(frozen=True, slots=True)
class ValidatedArchive:
    """The contents of a file that passed every check."""

    manifest: ArchiveManifest
    table: GameTable[Any, Any]
    stored: StoredTable
    pictures: Pictures
    differs: tuple[str, ...] = ()  # fields of the state whose digest is not the exported one

    @property
    def answers(self) -> int:
        """Return the number of answers in force that players gave."""
        return sum(given.prompt.seat != HOUSE for given in givens(self.table.known.in_force))

    @property
    def notes(self) -> tuple[Text, ...]:
        """Return remarks on an accepted file, one sentence each."""
        if not self.differs:
            return ()
        return (
            _(
                "Every fact is the same, but the state differs in: {fields}. Lamplight {version} has kept it.",
                fields=", ".join(self.differs),
                version=self.manifest.lamplight,
            ),
        )


@printable_errors()
def validate(file: Words, packed: bytes, *, as_is: bool = False) -> ValidatedArchive:
    """Check every member of a file and replay its log. Raises ContentError with a sentence about the first fault.

    `as_is`: accept facts that the rules do not give. Equal facts with another state are only noted, because another
    version may store more.
    """
    members = unpack(file, packed)
    manifest = read_manifest(file, members)
    game = find_game(file, manifest.game)
    entries, times = entries_in(file, game, members.pop(LOG))
    choices = prove_beginning(file, game, entries)
    pictures = pictures_in(file, members, choices)
    readings = readings_in(file, members[READINGS], pictures)
    _refuse_unused_pictures(file, pictures, readings)
    table = rebuild_table(file, game, entries, as_is=as_is)
    require_fit(file, manifest, table)
    sources = {(seat, kind): source for seat, kind, source in manifest.sources}
    without_time = len(table.log) - len(times)
    log = stored_entries(table.log, [*times, *times[-1:] * without_time])
    stored = StoredTable(manifest.game, manifest.opened_at, log, readings, sources, manifest.saved)
    differs = differing_fields(manifest.state, digests(table.run.state)) if manifest.state else ()
    return ValidatedArchive(manifest, table, stored, pictures, differs)


def _refuse_unused_pictures(file: Words, pictures: Pictures, readings: Iterable[StoredReading]) -> None:
    """Refuse pictures without a reading: they would never be shown or deleted. Raises ContentError."""
    named = {
        (kind, digest)
        for stored in readings
        for kind, digest in (("pictures", stored.reading.picture), ("doubts", stored.seen))
    }
    members = ((kind, digest) for kind in ("pictures", "doubts") for digest in pictures[kind])
    if unused := next((member for member in members if member not in named), None):
        placeholders = {"file": file, "member": "/".join(unused), "again": EXPORT_AGAIN}
        raise ContentError(_("{file}: {member} belongs to no reading of this evening. {again}.", **placeholders))
