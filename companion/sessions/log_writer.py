"""Write what a table did to its log, and answer what needs no person."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random
from typing import Any, Literal, Protocol

from companion.i18n import _
from companion.schema import HOUSE, Answer, Reading, Refused, Words
from companion.sessions.matching import AmbiguousReading, MatchedReading, ask_whose, objects_for
from companion.sessions.session import TableNotice, TableSession
from companion.sessions.store import EventLog, ReceivedReading
from companion.sessions.table import VIRTUAL, GameTable, RuleError, as_it_was, roll_virtually, to_row
from companion.sessions.table_reader import EVERY, TableReader

logger = logging.getLogger(__name__)

NO_DRAW = _("The referee stumbled at what the app draws by itself. Undo this action and settle it by hand?")


class KeptBeside(Protocol):
    """What is kept of a table beside its log."""

    def restore(self, seated: TableSession) -> None:
        """Add it to a table that was read just now."""

    def follow(self, seated: TableSession) -> bool:
        """Take in what another process has stored since. False where all of it must be read."""


class LogWriter:
    """Writes what commands append, within the transaction of a change."""

    def __init__(self, log: EventLog, random: Random, beside: KeptBeside | None = None) -> None:
        """`beside`: what is kept of a table beside its log; None: nothing is."""
        self._log, self._random, self._beside = log, random, beside
        self._reader = TableReader(log)

    def execute(
        self, seated: TableSession, do: Callable[[GameTable[Any, Any]], object], received: ReceivedReading | None = None
    ) -> None:
        """A command, and its entries on disk with what else is changed.

        Raises what the command raises: then the table stands as before. Raises StaleError and StoreError, which nobody may catch
        within the change.
        """
        before = seated.table.seq
        try:
            do(seated.table)
        except Refused:
            self._as_before(seated, before)
            raise
        except RuleError as error:
            self._as_before(seated, before)
            logger.exception("table=%s seq=%s: a rule raised", seated.name, seated.table.seq)
            self.set_notice(
                seated, "stumbled", _("{error} Undo this action and settle it by hand?", error=error.sentence)
            )
            raise
        rows = [to_row(entry) for entry in seated.table.log if entry.seq > before]
        if rows or received is not None:
            self._log.append(seated.name, rows, received)
            logger.debug("written: %s entries", len(rows))
        seated.notice = None
        try:
            self.answer_for_house(seated)
        except (Refused, RuleError):  # what was answered counts all the same
            logger.exception("table=%s: the house cannot draw what it is asked", seated.name)
            self.set_notice(seated, "stumbled", NO_DRAW)

    def keep_state(self, seated: TableSession) -> None:
        """Store the state of a table now and then, and let go of what was long ago. Not within a change."""
        if seated.table.seq - seated.table.known.stored_seq >= EVERY:
            self._reader.keep(seated.name, seated.table)

    def load(self, name: str, game: str) -> TableSession:
        """The table as it is on disk, with what is known beside its log. Raises RuleError where its game has changed too much."""
        seated = TableSession(name, self._reader.read(name, game))
        if self._beside is not None:
            self._beside.restore(seated)
        return seated

    def follow(self, seated: TableSession) -> bool:
        """Take in what another process has stored since. False where it must be read anew: whatever this has done then, is no good."""
        if self._beside is None or not self._reader.follow(seated.name, seated.table):
            return False
        return self._beside.follow(seated)

    def has_true_states(self, name: str, game: str) -> bool:
        """Compare the stored states of a table with its log; all are deleted where one differs. Raises StoreError."""
        return self._reader.has_true_states(name, game)

    @staticmethod
    def _as_before(seated: TableSession, before: int) -> None:
        """Where a part of what was to be done is done already, it is not."""
        if seated.table.seq > before:
            seated.table = as_it_was(seated.table, before)

    def set_notice(
        self, seated: TableSession, tone: Literal["refused", "stumbled", "stray", "info"], text: Words, about: str = ""
    ) -> None:
        """One sentence for the people at the table; `about`: what it is taken back with."""
        number = f"n{seated.rev + 1}"
        seated.notice = TableNotice(f"{about}:{number}" if about else number, tone, text)

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
    return ask_whose(reading, (prompt,), objects_for(prompt, reading))
