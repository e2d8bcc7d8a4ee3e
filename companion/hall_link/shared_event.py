"""A table's part in a shared event: its own count, which only it changes, and the sum from the server."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.i18n import _
from companion.presentation.responses import SharedEvent
from companion.schema import MOST_COUNT, EventCount, HallEvent, Refused, SharedEventState, parse_part, to_json
from companion.system.atomic_write import write_atomically

logger = logging.getLogger(__name__)

Keep: TypeAlias = Callable[[int, EventCount], EventCount]
"""Takes the event and a table's count and stores the count; raises Refused, StoreError or OSError."""


class SharedEventClient:
    """The state of a shared event for one table. Thread-safe."""

    def __init__(
        self,
        changed: Callable[[], None],
        keep: Keep,
        part: SharedEventState = SharedEventState(),  # noqa: B008 - it is frozen
        note: Callable[[SharedEventState], None] = lambda _part: None,
    ) -> None:
        """Set up the client. `changed` is called when pages must be updated. `part` was stored before. `note` is called
        after each response.
        """
        self._changed, self._keep, self._note = changed, keep, note
        self._lock = threading.Lock()
        self._event = part.event
        self._of, self._own = part.of, part.own

    def update_event(self, event: HallEvent | None, sent: tuple[int, EventCount] | None = None) -> None:
        """Take the newest event from the server. `sent` is this table's count in the request. Without it the server
        is up to date.

        While an unsent count of an older event exists, that event stays. If server and table differ under the
        same version, as after a move, the server's number wins.
        """
        with self._lock:
            before = self._combine()
            if event is None or event.id == self._of or sent in (None, (self._of, self._own)):
                self._event = event
                if event is not None and (event.id != self._of or event.own.version >= self._own.version):
                    self._of, self._own = event.id, event.own
            is_news = self._combine() != before
            self._note(SharedEventState(self._of, self._own, self._event))
        if is_news:
            self._changed()

    def now(self) -> SharedEvent | None:
        """Return the event, or None."""
        with self._lock:
            return self._combine()

    @property
    def own(self) -> tuple[int, EventCount]:
        """The event and this table's count."""
        with self._lock:
            return self._of, self._own

    def count(self, event: int, total: int, version: int) -> None:
        """Store this table's count. Raises Refused where another device was faster or the event is over."""
        with self._lock:
            current = self._event
            if current is None:
                raise Refused("NOT_YET", _("How the event stands is not known here yet. Tap again in a moment."))
            if current.id != event or current.is_over:
                raise Refused("OVER", _("This event is over."))
            if not 0 <= total <= MOST_COUNT:
                raise Refused("NO_COUNT", _("A table's count is a number from 0 to {n}.", n=MOST_COUNT))
            count = EventCount(total, version)
            if count == self._own:
                return  # sent once more
            if version != self._own.version + 1:
                raise Refused(
                    "MEANWHILE", _("Somebody here was faster: it stands at {total} now.", total=self._own.total)
                )
            self._own = self._keep(event, count)
        self._changed()

    def _combine(self) -> SharedEvent | None:
        if (event := self._event) is None:
            return None
        total = event.total - event.own.total + self._own.total
        return SharedEvent(event.id, event.title, event.goal, total, self._own.total, self._own.version, event.is_over)


class CountFile:
    """Store a table's part in a file, so that counting continues after a restart without the server.

    For one `SharedEventClient`. Not thread-safe.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written = self._part = parse_part(_content(path))

    @property
    def part(self) -> SharedEventState:
        """The stored part. Empty where the file cannot be read."""
        return self._part

    def __call__(self, event: int, count: EventCount) -> EventCount:
        """Store a count. Raises OSError."""
        self._write(SharedEventState(event, count, self._part.event))
        return count

    def note(self, part: SharedEventState) -> None:
        """Write lasting changes only: the card in a small computer wears out."""
        self._part = part
        if part.lasting != self._written.lasting:
            try:
                self._write(part)
            except OSError as error:
                logger.debug(
                    "how the event stands could not be kept: %s", error
                )  # it is tried again with the next answer

    def _write(self, part: SharedEventState) -> None:
        write_atomically(self._path, json.dumps(to_json(part)))
        self._written = self._part = part


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
