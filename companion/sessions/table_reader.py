"""Read a table from its log: from a stored state at rest on where there is one, else from its first entry."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion import engine, games, schema
from companion.engine import Game, GameSetup
from companion.errors import CodecError, LamplightError
from companion.i18n import _
from companion.schema import codec
from companion.sessions import table as table_package
from companion.sessions.store import (
    DATABASE_ERRORS,
    ReadOnlyTransactionError,
    RestingStates,
    SqlEventLog,
    StoredState,
    TableRecord,
)
from companion.sessions.table import (
    AnswerGiven,
    Earlier,
    GameTable,
    KnownLog,
    LogEntry,
    RestingState,
    RuleError,
    TableBegan,
    UndoMade,
    to_entry,
    to_row,
)

logger = logging.getLogger(__name__)

AT_HAND = 240  # newest entries that are kept in memory: a page shows 60 lines of the log, which up to 230 make
MOST_AT_HAND = 340
OLD_STATES_LAST = 7 * 24 * 3600.0  # s after which states of older rules are deleted
EVERY = 50  # entries after which, at the next rest, a state is stored
RULE_FILES = frozenset({".py", ".toml", ".json"})
FINGERPRINT_DIGITS = 32
SHARED_RULES = (engine, schema, table_package)  # packages that take part in folding every game's log


@dataclass(frozen=True, slots=True)
class LogUpTo:
    """The log of a table up to a rest; an `EarlierLog`."""

    log: SqlEventLog
    table: str
    game: Game[Any, Any]
    seq: int

    def read(self) -> Sequence[LogEntry[Any]]:
        return [to_entry(self.game, row) for row in self.log.read(self.table, upto=self.seq)]

    def answer(self, id: str) -> AnswerGiven | None:
        rows = self.log.of_request(self.table, id)
        row = next((row for row in rows if row.kind == "answer" and row.seq <= self.seq), None)
        given = to_entry(self.game, row).what if row is not None else None
        return given if isinstance(given, AnswerGiven) else None

    def has_request(self, id: str) -> bool:
        rows = self.log.of_request(self.table, id)
        return any(row.kind != "answer" and row.seq <= self.seq for row in rows)


class TableReader:
    """Read tables, and store their states from time to time. The caller holds the table's lock."""

    def __init__(self, log: SqlEventLog) -> None:
        self._log, self._states = log, RestingStates(log.database, log.clock)
        self._unfit: set[str] = set()  # games whose states do not come back as they were
        self._classes: dict[str, type[Any]] = {}  # of states, by fingerprint

    def read(self, name: str, game: str) -> GameTable[Any, Any]:
        """Return the table as it is on disk. Raises RuleError where its game has changed too much, and StoreError."""
        played = games.find(game)
        try:
            table = self._load_resumed(name, played) or self._load_whole(name, played)
        except (LamplightError, ReadOnlyTransactionError):
            raise
        except Exception as error:  # a fact names what the game's content no longer has: this table alone stays shut
            raise RuleError(
                _("its log does not fit {game} as it is now ({error}).", game=played.title, error=repr(error))
            ) from error
        return table

    def _load_whole(self, name: str, game: Game[Any, Any]) -> GameTable[Any, Any]:
        stored = [to_entry(game, row) for row in self._log.read(name)]
        table = GameTable(game, stored)
        self._write_new(name, table, stored[-1].seq)
        rest = next((state for state in table.known.resting_states() if state.seq <= table.seq - AT_HAND), None)
        if rest is not None and rest.seq >= EVERY:
            self._store(name, game, rest)
        self._shorten(name, table)
        return table

    def _load_resumed(self, name: str, game: Game[Any, Any]) -> GameTable[Any, Any] | None:
        """Load the table from a stored state; None where none can be used."""
        newest = self._log.newest_seq(name)
        made_by = self._made_by(game)
        stored = self._states.newest(name, made_by, newest - AT_HAND) if made_by and newest > AT_HAND else None
        if stored is None:
            return None
        entries = [to_entry(game, row) for row in self._log.read(name, after=stored.seq)]
        rest = self._decode(name, game, stored)
        if rest is None or any(isinstance(e.what, UndoMade) and e.what.to < stored.seq for e in entries):
            return None
        table = GameTable(game, entries, Earlier(game, rest, LogUpTo(self._log, name, game, stored.seq)))
        self._write_new(name, table, newest)
        table.known.stored_seq = newest
        return table

    def _decode(self, name: str, game: Game[Any, Any], stored: StoredState) -> RestingState[Any] | None:
        (first,) = self._log.read(name, upto=1)
        began = to_entry(game, first).what
        if not isinstance(began, TableBegan):
            return None
        try:
            state = codec.load(self._class_of(game, began), stored.state)
        except CodecError as error:
            logger.warning("table=%s: the state after entry %s cannot be read: %s", name, stored.seq, error)
            return None
        return RestingState(stored.seq, stored.question, began, state)

    def _class_of(self, game: Game[Any, Any], began: TableBegan) -> type[Any]:
        """Return the class of its states. Setting up a game takes longer than reading a state, so it is done once."""
        made_by = self._made_by(game)
        if made_by not in self._classes:
            self._classes[made_by] = type(game.setup(began.setup))
        return self._classes[made_by]

    def _write_new(self, name: str, table: GameTable[Any, Any], newest: int) -> None:
        """Write the facts that replaying the log established."""
        if made := [to_row(entry) for entry in table.log if entry.seq > newest]:
            self._log.append(name, made)

    def prepare(self, name: str, game: str) -> bool:
        """Store the state at which these rules open a table, where it is long and none is stored; whether one was.

        Nothing else is written: others may play it by other rules meanwhile. Raises LamplightError where these cannot read it.
        """
        played, newest = games.find(game), self._log.newest_seq(name)
        made_by = self._made_by(played)
        if newest <= MOST_AT_HAND or not made_by or self._states.newest(name, made_by, newest - AT_HAND) is not None:
            return False
        known = KnownLog(played, [to_entry(played, row) for row in self._log.read(name, upto=newest)])
        rest = next((state for state in known.resting_states() if state.seq <= newest - AT_HAND), None)
        if rest is not None:
            self._store(name, played, rest)
        return rest is not None

    def follow(self, name: str, table: GameTable[Any, Any]) -> bool:
        """Append what another process has written. Return False where the table must be reloaded."""
        entries = [to_entry(table.game, row) for row in self._log.read(name, after=table.seq)]
        newest = entries[-1].seq if entries else table.seq
        if newest != table.seq + len(entries):
            return False
        if any(isinstance(e.what, UndoMade) and not table.known.is_at_hand(e.what.to) for e in entries):
            return False
        if entries:
            table.follow(entries)
            self._shorten(name, table)
        return table.seq == newest

    def keep(self, name: str, table: GameTable[Any, Any]) -> None:
        """Store the newest rest since the last stored one, and drop old entries from memory."""
        rest = next(table.known.resting_states(table.known.stored_seq), None)
        if rest is not None:
            table.known.stored_seq = rest.seq
            try:
                self._store(name, table.game, rest)
            except DATABASE_ERRORS as error:  # the answer is committed
                logger.warning("table=%s: no state is stored: %s", name, error)
        self._shorten(name, table)

    def _store(self, name: str, game: Game[Any, Any], rest: RestingState[Any]) -> None:
        """Store a state, unless it cannot be loaded unchanged: that game is then loaded from its log."""
        if not self._made_by(game):
            return
        try:
            text = codec.dump(rest.state)
            is_fit = codec.load(type(rest.state), text) == rest.state
        except Exception:  # a third-party game may hold anything in its state
            logger.info("%s: its state cannot be stored", game.name, exc_info=True)
            is_fit = False
        if is_fit:
            self._states.write(name, fingerprint(game.name), StoredState(rest.seq, rest.question, text))
        else:
            self._unfit.add(game.name)

    def _made_by(self, game: Game[Any, Any]) -> str:
        """Return the fingerprint of its rules; "" where no states of it are stored."""
        return fingerprint(game.name) if game.name not in self._unfit else ""

    def _shorten(self, name: str, table: GameTable[Any, Any]) -> None:
        if len(table.log) <= MOST_AT_HAND:
            return
        rest = next((state for state in table.known.resting_states() if state.seq <= table.seq - AT_HAND), None)
        if rest is not None and table.known.earlier_seq < rest.seq:
            table.shorten(Earlier(table.game, rest, LogUpTo(self._log, name, table.game, rest.seq)))

    def is_unfinished(self, record: TableRecord, plays: Callable[[GameSetup], bool]) -> bool:
        """Return whether a set-up satisfies `plays` and the game is not over. A table that cannot be loaded counts as unfinished."""
        game, rows = games.find(record.game), tuple(self._log.read(record.table))
        try:
            began = to_entry(game, rows[0]).what
            if isinstance(began, TableBegan) and not plays(began.setup):
                return False  # do not replay the rest: a long log takes seconds
            return not GameTable(game, [to_entry(game, row) for row in rows]).run.over
        except Exception:  # any error of a rule, or of content that the game no longer has: another version may load it
            logger.info("table=%s cannot be loaded, so it counts as not over", record.table, exc_info=True)
            return True

    def has_true_states(self, name: str, game: str) -> bool:
        """Compare each stored state with the log. Delete them all where one differs. Raises StoreError.

        Delete states of rules that are no longer used, too.
        """
        played, made_by = games.find(game), fingerprint(game)
        self._states.prune(OLD_STATES_LAST)
        states = {stored.seq: stored for stored in self._states.all(name, made_by)}
        if not states:
            return True
        rows = [to_entry(played, row) for row in self._log.read(name, upto=max(states))]
        for seq, stored_state in states.items():
            last = KnownLog(played, [entry for entry in rows if entry.seq <= seq]).states[-1]
            if last.entry.seq != seq or not _is_same(last.state, stored_state.state):
                self._states.delete(name)
                return False
        return True


def _is_same(state: object, stored: bytes) -> bool:
    try:
        return bool(codec.load(type(state), stored) == state)
    except CodecError:
        return False


def fingerprint(game: str) -> str:
    """Return a hash of the rules that fold a game's log, read once per process; "" where the game has no folder.

    A stored state with another fingerprint was made by other rules.
    """
    return _fingerprint(games.folder(game)) if game in games.names() else ""


@cache
def _fingerprint(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in _rule_files([*(Path(place) for module in SHARED_RULES for place in module.__path__), folder]):
        content = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:FINGERPRINT_DIGITS]


def _rule_files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.suffix in RULE_FILES and path.is_file())
