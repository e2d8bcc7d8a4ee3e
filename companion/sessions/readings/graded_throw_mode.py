"""While a page shows test throws, what the camera reads is graded there and answers no game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from companion.i18n import _
from companion.schema import WALL, Reading
from companion.sessions.readings.graded_throws import GradedThrow, GradedThrows
from companion.sessions.registry import ReadingCorrection, SessionRegistry, UnchangedError
from companion.sessions.session import TableSession
from companion.sessions.store import ReceivedReading
from companion.sessions.table import own_prompts

CAMERA = "vision/"


def was_read(reading: Reading) -> bool:
    """Whether a camera tells of it, or a photograph."""
    return reading.source.startswith(CAMERA)


NOWHERE = "setup/"
"""What test throws are noted under in the inbox; no table is called so."""
TRIAL = "trial"  # what a notice is about
IN_TRIAL = _("What is thrown now is a test throw of the set-up page: it answers nothing here.")


class GradedThrowMode:
    """The trial, with the tables that it is kept from. Takes one table's lock after the other."""

    def __init__(self, shelf: SessionRegistry, graded_throws: GradedThrows) -> None:
        self.graded_throws = graded_throws
        self._shelf, self._log = shelf, shelf.log

    def keep_alive(self, page: str) -> None:
        """A page shows test throws, or still does; the table under the lamp is told before anything is thrown."""
        if self.graded_throws.keep_alive(page):
            self._tell(self._shelf.find(self._shelf.lit))

    def track_motion(self, tray: str) -> None:
        """What happens over the tray now; a page that fell silent is noticed before what moves there is read."""
        self.graded_throws.track_motion(tray)
        if not self.graded_throws.is_on:
            self._untell()

    def handle_reading(self, seated: TableSession | None, reading: Reading) -> Literal["committed", "duplicate", ""]:
        """A reading for the trial; "" where it is none of its. What may be secret goes to its table, page or not."""
        is_of_player = reading.is_of_seat and reading.sender != WALL
        if not (self.graded_throws.is_on and was_read(reading)) or is_of_player or self._is_secret(seated):
            return ""
        if self._log.inbox.has(reading):
            return "duplicate"
        try:
            self._record(reading)
        except UnchangedError:
            return "duplicate"
        if seated is None:
            self._shelf.notify_listeners("")
            return "committed"
        self._tell(seated)
        return "committed"

    def record_verdict(self, number: int, said: Sequence[str | None], missed: int) -> GradedThrow:
        """A person has looked a throw over; the reader may learn from what it doubted or got wrong. Raises Refused."""
        throw = self.graded_throws.record_verdict(number, said, missed)
        reading = throw.reading
        mended = [
            (seen, one) for seen, one in zip(reading.objects, throw.said, strict=True) if one and one != seen.value
        ]
        if reading.picture:
            fix = ReadingCorrection(reading.picture, tuple(seen for seen, _ in mended), tuple(one for _, one in mended))
            self._shelf.notify_correction(fix)
        return throw

    def remove_page(self, page: str) -> None:
        """A page shows test throws no more; after the last one what was said of them at the tables is over too."""
        self.graded_throws.remove_page(page)
        if not self.graded_throws.is_on:
            self._untell()

    def _record(self, reading: Reading) -> None:
        """The throw, and that its reading was taken in. Raises UnchangedError where another process has just done so."""
        with self._log.database.transaction():
            self.graded_throws.record_throw(reading)  # from here on no other process does
            if self._log.inbox.has(reading):
                raise UnchangedError
            self._log.append(NOWHERE, [], ReceivedReading(reading))

    def _tell(self, seated: TableSession | None) -> None:
        if seated is None:
            return
        with suppress(UnchangedError), self._shelf.change(seated.name):
            if seated.table.run.over:
                raise UnchangedError
            self._shelf.writer.set_notice(seated, "stray", IN_TRIAL, TRIAL)
            self.graded_throws.record_told(seated.name)

    def _untell(self) -> None:
        if told := self.graded_throws.tables_told:
            self._shelf.take_notice_back(TRIAL, told)
            self.graded_throws.forget_told(told)

    def _is_secret(self, seated: TableSession | None) -> bool:
        if seated is None:
            return False
        with seated.lock:
            return bool(own_prompts(seated.table.run.question))
