"""Load tables, run commands at them, and write what changed, within the transaction of a change."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random
from typing import Any, Literal, Protocol

from companion.i18n import _
from companion.schema import HOUSE, Answer, Refused, Words
from companion.sessions.session import TableNotice, TableSession
from companion.sessions.store import ReceivedReading, SqlEventLog
from companion.sessions.table import VIRTUAL, GameTable, RuleError, roll_virtually, table_after, to_row
from companion.sessions.table_reader import EVERY, TableReader

logger = logging.getLogger(__name__)

NO_DRAW = _("The referee stumbled at what the app draws by itself. Undo this action and settle it by hand?")


class KeptBeside(Protocol):
    """Restores the state of a table that is stored apart from its log."""

    def restore(self, seated: TableSession) -> None:
        """Restore the state of a table that was just loaded."""

    def follow(self, seated: TableSession) -> bool:
        """Load what another process stored since. Return False if the whole table must be loaded again."""


class LogWriter:
    """Loads tables and stores what commands append. The caller holds the table's lock."""

    def __init__(self, log: SqlEventLog, random: Random, beside: KeptBeside | None = None) -> None:
        """`beside` restores the state that is stored apart from the log; None if there is none."""
        self._log, self._random, self._beside = log, random, beside
        self.reader = TableReader(log)

    def execute(
        self,
        seated: TableSession,
        command: Callable[[GameTable[Any, Any]], object],
        received: ReceivedReading | None = None,
    ) -> None:
        """Run a command, store its entries and the reading it answers, and answer prompts of the house that follow.

        Raises the exceptions of the command, and restores the table. Raises StaleError and StoreError, which must leave
        the `with` block of the change.
        """
        before = seated.table.seq
        try:
            command(seated.table)
        except Refused:
            self._drop_entries(seated, before)
            raise
        except RuleError as error:
            self._drop_entries(seated, before)
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
        except (Refused, RuleError):  # the command itself counts
            logger.exception("table=%s: the house cannot draw what it is asked", seated.name)
            self.set_notice(seated, "stumbled", NO_DRAW)

    def keep_state(self, seated: TableSession) -> None:
        """Store the table's state from time to time, and drop old entries from memory. Call it outside a change."""
        if seated.table.seq - seated.table.known.stored_seq >= EVERY:
            self.reader.keep(seated.name, seated.table)

    def load(self, name: str, game: str) -> TableSession:
        """Load a table with the state stored apart from its log. Raises RuleError where its game has changed too much."""
        seated = TableSession(name, self.reader.read(name, game))
        if self._beside is not None:
            self._beside.restore(seated)
        return seated

    def follow(self, seated: TableSession) -> bool:
        """Load what another process stored since. Return False if the table is unusable until it is loaded again."""
        if self._beside is None or not self.reader.follow(seated.name, seated.table):
            return False
        return self._beside.follow(seated)

    @staticmethod
    def _drop_entries(seated: TableSession, before: int) -> None:
        """Drop the entries of a command that failed half-way."""
        if seated.table.seq > before:
            seated.table = table_after(seated.table, before)

    def set_notice(
        self, seated: TableSession, tone: Literal["refused", "stumbled", "stray", "info"], text: Words, about: str = ""
    ) -> None:
        """Show one sentence at the table. `about`: kind by which it can be removed again."""
        number = f"n{seated.rev + 1}"
        seated.notice = TableNotice(f"{about}:{number}" if about else number, tone, text)

    def answer_for_house(self, seated: TableSession) -> None:
        """Answer a prompt of seat "house" by chance, and log it like any answer. `execute` then answers the next one."""
        prompt = next((prompt for prompt in seated.table.open if prompt.seat == HOUSE), None)
        if prompt is not None:
            values = roll_virtually(prompt, self._random)
            answer_id = _unused_id(seated.table, f"house-{prompt.id}")
            answer = Answer(answer_id, prompt.id, values, HOUSE, source=VIRTUAL)
            self.execute(seated, lambda table: table.answer(answer))


def _unused_id(table: GameTable[Any, Any], wanted: str) -> str:
    """Return an id that is not in the log. An answer with a known id changes nothing.

    A page may have sent the wanted id before, or an imported file may contain it.
    """
    while table.known.knows(wanted):
        wanted += "'"
    return wanted
