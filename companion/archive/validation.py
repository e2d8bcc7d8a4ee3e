"""From a file to a table that is proved: nothing is written here, and whatever is wrong is a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from companion import games
from companion.archive.images import pictures_in
from companion.archive.json_lines import entries_in, readings_in, written
from companion.archive.manifest import ArchiveManifest, opened
from companion.archive.replay_check import retold
from companion.archive.state_digest import differing, digests
from companion.archive.zip_file import AGAIN, LOG, READINGS, unpack
from companion.engine import Game, short
from companion.errors import ContentError, LamplightError
from companion.presentation import DeviceContext, acts_for, build_snapshot, prove_setup, require_shallow, seats
from companion.schema import HOUSE, TABLE, to_json
from companion.sessions import GameTable, LogEntry, StoredReading, StoredTable, TableBegan, TableSnapshot, givens

MOST_WORDS = 600  # letters of a refusal
MOST_LEFT = 100_000  # bytes of JSON that an ended evening leaves to the next; a campaign has a few thousand
ALONE = DeviceContext("", 0, "", frozenset(), {}, (), "", None)


@contextmanager
def in_words() -> Iterator[None]:
    """What is refused is said in letters that a page and a terminal can show: a file may call things as it likes."""
    try:
        yield
    except ContentError as error:
        told = f"{error}"
        if told.isprintable() and len(told) <= MOST_WORDS:
            raise
        shown = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in told)
        raise ContentError(shown if len(shown) <= MOST_WORDS else f"{shown[:MOST_WORDS]}… {AGAIN}.") from error


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
        return sum(given.prompt.seat != HOUSE for given in givens(self.table.trail.in_force))


@in_words()
def validate(file: str, packed: bytes, *, as_is: bool = False) -> ValidatedArchive:
    """What the file holds; `as_is`: facts that the rules do not establish are taken as well. Raises ContentError.

    A state that comes out otherwise although every fact is the same is told and not refused: another version may keep more in it.
    """
    members = unpack(file, packed)
    manifest = opened(file, members)
    game = _game(file, manifest.game)
    entries, times = entries_in(file, game, members[LOG])
    choices = _begins_soundly(file, game, entries)
    pictures = pictures_in(file, members, choices)
    heard = readings_in(file, members[READINGS], pictures)
    _each_is_shown(file, pictures, heard)
    try:
        table = _folded(game, entries) if as_is else retold(game, entries)
    except LamplightError as error:
        raise ContentError(f"{file}: {error}") from error
    sources = {(seat, kind): source for seat, kind, source in _chosen(file, table, manifest)}
    log = written(table.log, [*times, *times[-1:] * (len(table.log) - len(times))])
    holding = StoredTable(manifest.game, manifest.opened_at, log, heard, sources, manifest.saved)
    differs = differing(manifest.state, digests(table.run.state)) if manifest.state else ()
    return ValidatedArchive(manifest, table, holding, pictures, differs)


@in_words()
def can_be_shown(file: str, picture: TableSnapshot) -> None:
    """Every seat's page can be drawn of it. Raises ContentError: one table must not take the shelf with it."""
    try:
        for seat in (TABLE, *seats(picture)):
            to_json(build_snapshot(picture, seat, ALONE))
            acts_for(seat, picture, frozenset())
    except Exception as error:  # whatever a view does with a state that no rule made
        raise ContentError(f"{file}: its table cannot be shown ({error}). {AGAIN}.") from error


def _game(file: str, name: str) -> Game[Any, Any]:
    if name not in games.names():
        there = ", ".join(games.names())
        raise ContentError(
            f"{file} is of a game {short(name)} that is not here; there are {there}. Put its folder there first."
        )
    return games.find(name)


def _begins_soundly(file: str, game: Game[Any, Any], entries: list[LogEntry[Any]]) -> Any:
    """The choices of the set-up, when a page could have made it. Raises ContentError."""
    first = entries[0].what if entries else None
    if not isinstance(first, TableBegan) or first.game != game.name:
        raise ContentError(f"{file} does not begin with the set-up of {game.title}. {AGAIN}.")
    try:
        require_shallow(first.setup.choices, 24)  # a sheet's own depth, below seat and choice
        _can_be_stored(first.setup.choices)
        _little_goes_on(game, first.setup.choices)
        prove_setup(game, first.setup)
    except LamplightError as error:
        raise ContentError(f"{file} cannot be begun: {error}") from error
    return first.setup.choices


def _can_be_stored(choices: Any) -> None:
    """Raise ContentError where a database would refuse a letter or a number: PostgreSQL knows no zero in JSON, and JSON no infinity."""
    try:
        told = json.dumps(choices, allow_nan=False)
    except ValueError as error:
        raise ContentError("There is a number in its choices that nobody can write.") from error
    if "\\u0000" in told:
        raise ContentError("There is a letter in its choices that nobody can write.")


def _little_goes_on(game: Game[Any, Any], choices: Mapping[str, Any]) -> None:
    """Raise ContentError where what no form asks for, and only an earlier evening leaves, is more than one leaves."""
    asked = {field.name for field in game.form.fields} if game.form else set()
    left = len(json.dumps({name: choice for name, choice in choices.items() if name not in asked}))
    if left > MOST_LEFT:
        raise ContentError(f"An earlier evening left it {left // 1000} kB: at most {MOST_LEFT // 1000} kB go on.")


def _each_is_shown(file: str, pictures: Mapping[str, Mapping[str, bytes]], heard: Iterable[StoredReading]) -> None:
    """No picture of a roll came that no reading shows: nobody would ever see it, and it would lie there for ever. Raises ContentError."""
    shown = {(kind, name) for one in heard for kind, name in (("pictures", one.reading.picture), ("doubts", one.seen))}
    there = ((kind, digest) for kind in ("pictures", "doubts") for digest in pictures[kind])
    if strange := next((one for one in there if one not in shown), None):
        raise ContentError(f"{file}: {'/'.join(strange)} belongs to no reading of this evening. {AGAIN}.")


def _folded(game: Game[Any, Any], entries: list[LogEntry[Any]]) -> GameTable[Any, Any]:
    """As a house opens its own tables: what is at rest stands. Raises ContentError."""
    try:
        return GameTable(game, entries)
    except Exception as error:  # facts that no rule made may break whatever reads them
        raise ContentError(f"its facts do not fit {game.title} as it is now ({error!r})") from error


def _chosen(file: str, table: GameTable[Any, Any], manifest: ArchiveManifest) -> tuple[tuple[str, str, Any], ...]:
    """What seats of this table answer with. Raises ContentError."""
    there = {*table.setup.seats, TABLE, "dealer"}
    kinds = {"", *table.game.kinds}
    for seat, kind, _ in manifest.sources:
        if seat not in there or kind not in kinds:
            raise ContentError(f"{file}: {short(seat)} or {short(kind)} is no seat or thing of this table. {AGAIN}.")
    newest = table.seq
    if any(saved.seq > newest for saved in manifest.saved):
        raise ContentError(f"{file}: a saved moment comes after the evening's end. {AGAIN}.")
    return manifest.sources
