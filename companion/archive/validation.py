"""Validate a file and build its table, without storing it. Every fault is a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.archive.file import (
    AGAIN,
    LOG,
    READINGS,
    ArchiveManifest,
    differing,
    digests,
    entries_in,
    must_fit,
    read_manifest,
    readings_in,
    unpack,
    written_entries,
)
from companion.archive.images import pictures_in
from companion.archive.proofs import find_game, in_words, prove_beginning
from companion.archive.replay_check import rebuild_table
from companion.errors import ContentError
from companion.i18n import Text, _
from companion.schema import HOUSE, Words
from companion.sessions import GameTable, StoredReading, StoredTable, givens


@dataclass(frozen=True, slots=True)
class ValidatedArchive:
    """The validated contents of a file."""

    manifest: ArchiveManifest
    table: GameTable[Any, Any]
    holding: StoredTable
    pictures: Mapping[str, Mapping[str, bytes]]  # as of `pictures_in`
    differs: tuple[str, ...] = ()  # fields of the state that differ from the exporting installation

    @property
    def answers(self) -> int:
        """Return the number of answers of players in force."""
        return sum(given.prompt.seat != HOUSE for given in givens(self.table.known.in_force))

    @property
    def notes(self) -> tuple[Text, ...]:
        """Return remarks about an accepted file, one sentence each."""
        if not self.differs:
            return ()
        fields, other = ", ".join(self.differs), self.manifest.lamplight
        return (
            _(
                "Every fact is the same, but the state differs in: {fields}. Lamplight {version} has kept it.",
                fields=fields,
                version=other,
            ),
        )


@in_words()
def validate(file: Words, packed: bytes, *, as_is: bool = False) -> ValidatedArchive:
    """Validate a file. `as_is` accepts facts that the rules do not give. Raises ContentError.

    A state that differs with equal facts is reported, not refused: another version may store more.
    """
    members = unpack(file, packed)
    manifest = read_manifest(file, members)
    game = find_game(file, manifest.game)
    entries, times = entries_in(file, game, members.pop(LOG))
    choices = prove_beginning(file, game, entries)
    pictures = pictures_in(file, members, choices)
    heard = readings_in(file, members[READINGS], pictures)
    _each_is_shown(file, pictures, heard)
    table = rebuild_table(file, game, entries, as_is=as_is)
    must_fit(file, manifest, table)
    sources = {(seat, kind): source for seat, kind, source in manifest.sources}
    log = written_entries(table.log, [*times, *times[-1:] * (len(table.log) - len(times))])
    holding = StoredTable(manifest.game, manifest.opened_at, log, heard, sources, manifest.saved)
    differs = differing(manifest.state, digests(table.run.state)) if manifest.state else ()
    return ValidatedArchive(manifest, table, holding, pictures, differs)


def _each_is_shown(file: Words, pictures: Mapping[str, Mapping[str, bytes]], heard: Iterable[StoredReading]) -> None:
    """Refuse pictures without a reading: they would never be shown or deleted. Raises ContentError."""
    shown = {(kind, name) for one in heard for kind, name in (("pictures", one.reading.picture), ("doubts", one.seen))}
    there = ((kind, digest) for kind in ("pictures", "doubts") for digest in pictures[kind])
    if strange := next((one for one in there if one not in shown), None):
        raise ContentError(
            _(
                "{file}: {member} belongs to no reading of this evening. {again}.",
                file=file,
                member="/".join(strange),
                again=AGAIN,
            )
        )
