"""From a file to a table that is proved: nothing is written here, and whatever is wrong is a sentence."""

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
    """What a file holds, read and proved."""

    manifest: ArchiveManifest
    table: GameTable[Any, Any]
    holding: StoredTable
    pictures: Mapping[str, Mapping[str, bytes]]  # as of `pictures_in`
    differs: tuple[str, ...] = ()  # fields of the state that came out otherwise than where it was kept

    @property
    def answers(self) -> int:
        """Of people, that count."""
        return sum(given.prompt.seat != HOUSE for given in givens(self.table.known.in_force))

    @property
    def notes(self) -> tuple[Text, ...]:
        """What is to be said about a file that was taken, a sentence each."""
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
    """What the file holds; `as_is`: facts that the rules do not establish are taken as well. Raises ContentError.

    A state that comes out otherwise although every fact is the same is told and not refused: another version may keep more in it.
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
    """No picture of a roll came that no reading shows: nobody would ever see it, and it would lie there for ever. Raises ContentError."""
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
