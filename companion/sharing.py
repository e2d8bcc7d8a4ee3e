"""A table's part in an event of many tables: its own count, which it alone changes, and the sum as far as the hall has told it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from companion.errors import CodecError
from companion.files import write_whole
from companion.venue.events import MOST_COUNT, Count, Event
from companion.web.sent.event import SharedEvent
from companion.wire.codec import from_json, to_json
from companion.wire.prompt import Refused

Keep: TypeAlias = Callable[[int, Count], Count]
"""The event and a table's own count, which this keeps from now on; raises Refused where it does not, StoreFails or OSError."""


class Sharing:
    """Of one table. Safe for threads."""

    def __init__(self, changed: Callable[[], None], keep: Keep, own: tuple[int, Count] = (0, Count())) -> None:
        """`changed` is called when a page should be told; `own`: the event and the count that were kept before."""
        self._changed, self._keep = changed, keep
        self._lock = threading.Lock()
        self._event: Event | None = None
        self._of, self._own = own

    def hear(self, event: Event | None) -> None:
        """What the hall says of the newest event."""
        with self._lock:
            before = self._shown()
            self._event = event
            if event is not None and (event.id != self._of or event.own.version > self._own.version):
                self._of, self._own = event.id, event.own
            is_news = self._shown() != before
        if is_news:
            self._changed()

    def now(self) -> SharedEvent | None:
        """None: there is no event."""
        with self._lock:
            return self._shown()

    @property
    def own(self) -> tuple[int, Count]:
        """The event, and what this table has done there."""
        with self._lock:
            return self._of, self._own

    def count(self, event: int, total: int, version: int) -> None:
        """This table has done so much; raises Refused where somebody else here was faster, or the event is over."""
        with self._lock:
            here = self._event
            if here is None or here.id != event or here.is_over:
                raise Refused("OVER", "This event is over.")
            if not 0 <= total <= MOST_COUNT:
                raise Refused("NO_COUNT", f"A table's count is a number from 0 to {MOST_COUNT}.")
            told = Count(total, version)
            if told == self._own:
                return  # sent once more
            if version != self._own.version + 1:
                raise Refused("MEANWHILE", f"Somebody here was faster: it stands at {self._own.total} now.")
            self._own = self._keep(event, told)
        self._changed()

    def _shown(self) -> SharedEvent | None:
        if (event := self._event) is None:
            return None
        total = event.total - event.own.total + self._own.total
        return SharedEvent(event.id, event.title, event.goal, total, self._own.total, self._own.version, event.is_over)


class CountFile:
    """A table at its own machine keeps its count in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, event: int, count: Count) -> Count:
        """Raises OSError."""
        write_whole(self._path, json.dumps([event, to_json(count)]))
        return count

    def read(self) -> tuple[int, Count]:
        """What was kept; of a file that cannot be read nothing, and the hall may know more."""
        try:
            event, count = json.loads(self._path.read_text(encoding="utf-8"))
            return int(event), from_json(Count, count)
        except (OSError, ValueError, TypeError, CodecError):
            return 0, Count()
