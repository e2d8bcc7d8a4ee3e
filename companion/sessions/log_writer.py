"""Write what a table did to its log, and answer what needs no person."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Literal

from companion.errors import StaleError, StoreError
from companion.schema import HOUSE, Answer, Reading, Refused
from companion.sessions.matching import WHOSE, AmbiguousReading, MatchedReading, objects_for
from companion.sessions.session import TableNotice, TableSession
from companion.sessions.store import EventLog, ReceivedReading
from companion.sessions.table import VIRTUAL, GameTable, RuleError, as_it_was, roll_virtually, to_row
from companion.sessions.table_reader import TableReader

logger = logging.getLogger(__name__)


class LogWriter:
    """Writes what commands append, and reads it again where that fails."""

    def __init__(
        self, log: EventLog, random: Random, remember: Callable[[TableSession], None] = lambda _seated: None
    ) -> None:
        """`remember` adds to a table that was read what is kept of it beside its log."""
        self._log, self._random, self._remember = log, random, remember
        self._reader = TableReader(log)

    def execute(
        self, seated: TableSession, do: Callable[[GameTable[Any, Any]], object], received: ReceivedReading | None = None
    ) -> None:
        """A command, and its entries on disk in one transaction; where that fails the table is read again.

        Raises what the command raises, Stale, and StoreError: then the table stands as before, until it can be read again.
        """
        self.ensure_loaded(seated)
        before = seated.table.seq
        try:
            do(seated.table)
            rows = [to_row(entry) for entry in seated.table.log if entry.seq > before]
            if rows or received is not None:
                self._log.append(seated.name, rows, received)
                logger.debug("written: %s entries", len(rows))
        except Refused:
            self._as_stored(seated, before)
            raise
        except RuleError as error:
            self._as_stored(seated, before)
            logger.exception("table=%s seq=%s: a rule raised", seated.name, seated.table.seq)
            self.set_notice(seated, "stumbled", f"{error} Undo this action and settle it by hand?")
            raise
        except Exception:  # the store failed or somebody else wrote: only what is on disk is true
            self._take_back(seated, before)
            raise
        self._reader.keep(seated.name, seated.table)
        seated.notice = None
        self.answer_for_house(seated)

    def load_table(self, name: str, game: str) -> GameTable[Any, Any]:
        """The table as it is on disk. Raises RuleError where its game has changed too much."""
        return self._reader.read(name, game)

    def ensure_loaded(self, seated: TableSession) -> bool:
        """Read a table again that could not be when its store failed; whether it was one. Raises StoreError while it still fails."""
        if not seated.is_unsure:
            return False
        afresh = TableSession(seated.name, self.load_table(seated.name, seated.table.game.name))
        self._remember(afresh)
        seated.stand_as(afresh)
        with suppress(Refused, RuleError):
            self.answer_for_house(seated)  # it may have failed between an answer and the house's own
        return True

    def ensure_newest(self, seated: TableSession) -> None:
        """What answers nothing here may answer what another process has asked meanwhile. Raises StaleError."""
        if self._log.newest_seq(seated.name) != seated.table.seq:
            seated.is_unsure = True
            raise StaleError(f"Table {seated.name} was written to by somebody else.")

    def _take_back(self, seated: TableSession, before: int) -> None:
        """As it is on disk; where that cannot be read, as it was before, and not sure."""
        game = seated.table.game
        try:
            seated.table = self.load_table(seated.name, game.name)
        except StoreError:
            seated.table, seated.is_unsure = as_it_was(seated.table, before), True

    def set_notice(
        self, seated: TableSession, tone: Literal["refused", "stumbled", "stray", "info"], text: str
    ) -> None:
        """One sentence for the people at the table."""
        seated.notice = TableNotice(f"n{seated.rev + 1}", tone, text)

    def _as_stored(self, seated: TableSession, before: int) -> None:
        """Where a part of what was to be done is done already, it is not."""
        if seated.table.seq > before:
            self._take_back(seated, before)

    def answer_for_house(self, seated: TableSession) -> None:
        """What the app itself would draw in secret is answered at once, and logged like everything."""
        prompt = next((p for p in seated.table.open if p.seat == HOUSE), None)
        if prompt is not None:
            values = roll_virtually(prompt, self._random)
            own = Answer(_unused(seated.table, f"house-{prompt.id}"), prompt.id, values, HOUSE, source=VIRTUAL)
            self.execute(seated, lambda table: table.answer(own))  # which asks the house again, until others are asked


def _unused(table: GameTable[Any, Any], wanted: str) -> str:
    """A page may have sent this id, and a file may have brought it; an answer of an id that is known changes nothing."""
    while table.known.knows(wanted):
        wanted += "'"
    return wanted


def answer_all(table: GameTable[Any, Any], taken: MatchedReading) -> None:
    """Raises Refused and RuleError, perhaps in the midst of it."""
    for answer in taken.answers:
        table.answer(answer)


def refused(table: GameTable[Any, Any], reading: Reading, taken: MatchedReading, no: Refused) -> AmbiguousReading:
    """Together with what lies there already it cannot be: why, is said where it is asked."""
    last = taken.answers[-1]
    prompt = table.run.prompt(last.prompt)
    return AmbiguousReading(reading, (prompt,), objects_for(prompt, reading), no.sentence, refused=last.values)


def ask_player(table: GameTable[Any, Any], reading: Reading, taken: MatchedReading) -> AmbiguousReading:
    """It is sure, and nobody was there to take it in when it was: the one it may be of says so."""
    prompt = table.run.prompt(taken.answer.prompt)
    return AmbiguousReading(reading, (prompt,), objects_for(prompt, reading), WHOSE)
