"""Test throws at the tables: what the camera reads is the page's while it shows them, and no table's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from companion.schema.reading import Reading
from companion.sessions.corrections import ReadingCorrection
from companion.sessions.log_writer import LogWriter
from companion.sessions.prompts import own_prompts
from companion.sessions.registry import SessionRegistry
from companion.sessions.session import TableSession
from companion.sessions.store.event_log import EventLog, ReceivedReading
from companion.sessions.test_throws.throws import GradedThrow, GradedThrows, was_read

NOWHERE = "setup/"
"""What test throws are noted under in the inbox; no table is called so."""
IN_TRIAL = "What is thrown now is a test throw of the set-up page: it answers nothing here."


class GradedThrowMode:
    """The trial, with the tables that it is kept from. Takes one table's lock after the other."""

    def __init__(self, shelf: SessionRegistry, log: EventLog, writer: LogWriter) -> None:
        self.trial = GradedThrows()
        self._shelf, self._log, self._writer = shelf, log, writer
        self._learners: list[Callable[[ReadingCorrection], None]] = []
        self._is_told = False  # a table has been told of it

    def listen(self, fixed: Callable[[ReadingCorrection], None]) -> None:
        """`fixed(fix)` is called when a person has said what the things of a test throw show."""
        self._learners.append(fixed)

    def stay(self, page: str) -> None:
        """A page shows test throws, or still does; the table under the lamp is told before anything is thrown."""
        if self.trial.stay(page):
            self._tell(self._shelf.find(self._shelf.lit))

    def stir(self, tray: str) -> None:
        """What happens over the tray now; a page that fell silent is noticed before what moves there is read."""
        self.trial.stir(tray)
        if not self.trial.is_on:
            self._untell()

    def take(self, seated: TableSession | None, reading: Reading) -> Literal["committed", "duplicate", ""]:
        """A reading for the trial; "" where it is none of its. What may be secret goes to its table, page or not."""
        if not (self.trial.is_on and was_read(reading)) or self._is_secret(seated):
            return ""
        if self._log.knows(reading):
            return "duplicate"
        self._log.append(NOWHERE, [], ReceivedReading(reading))
        self.trial.hear(reading)
        if seated is None:
            self._shelf.say("")
            return "committed"
        self._tell(seated)
        return "committed"

    def say(self, number: int, said: Sequence[str | None], missed: int) -> GradedThrow:
        """A person has looked a throw over; the reader may learn from what it doubted or got wrong. Raises Refused."""
        throw = self.trial.say(number, said, missed)
        reading = throw.reading
        mended = [
            (seen, one) for seen, one in zip(reading.objects, throw.said, strict=True) if one and one != seen.value
        ]
        if reading.picture:
            fix = ReadingCorrection(reading.picture, tuple(seen for seen, _ in mended), tuple(one for _, one in mended))
            for fixed in self._learners:
                fixed(fix)
        return throw

    def leave(self, page: str) -> None:
        """A page shows test throws no more; after the last one what was said of them at the tables is over too."""
        self.trial.leave(page)
        if not self.trial.is_on:
            self._untell()

    def _tell(self, seated: TableSession | None) -> None:
        if seated is None:
            return
        with seated.lock:
            if seated.table.run.over:
                return
            self._writer.notice(seated, "stray", IN_TRIAL)
            self._is_told = True
        self._shelf.changed(seated)

    def _untell(self) -> None:
        if not self._is_told:
            return
        self._is_told = False
        for seated in map(self._shelf.of, self._shelf.names()):
            with seated.lock:
                is_said = seated.notice is not None and seated.notice.text == IN_TRIAL
                if is_said:
                    seated.notice = None
            if is_said:
                self._shelf.changed(seated)

    def _is_secret(self, seated: TableSession | None) -> bool:
        if seated is None:
            return False
        with seated.lock:
            return bool(own_prompts(seated.table.run.question))
