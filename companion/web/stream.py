"""One ordered stream to every device: whole snapshots, the newest wins, a beat when nothing happens."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from companion.wire.prompt import Seat

BEAT = 5.0  # s
MOST_STREAMS = 40  # of 64 server threads: taps must always find a free one


class Hub:
    """Wakes the streams of a table when something changed. Safe for threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._versions: Counter[str] = Counter()
        self._watching: dict[str, Counter[Seat]] = {}
        self._closed = False

    def touch(self, table: str) -> None:
        """Something about this table changed."""
        with self._changed:
            self._versions[table] += 1
            self._changed.notify_all()

    def touch_all(self) -> None:
        """Something that every page shows changed."""
        with self._changed:
            for table in self._watching:
                self._versions[table] += 1
            self._changed.notify_all()

    def version(self, table: str) -> int:
        """Rises with every change."""
        with self._changed:
            return self._versions[table]

    def watching(self, table: str) -> dict[Seat, int]:
        """Open streams by seat."""
        with self._changed:
            return dict(+self._watching.get(table, Counter()))

    def is_full(self) -> bool:
        with self._changed:
            return sum(count.total() for count in self._watching.values()) >= MOST_STREAMS

    def close(self) -> None:
        """End all streams."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def events(self, table: str, seat: Seat, make: Callable[[], dict[str, Any]]) -> Iterator[str]:
        """Server-sent events for one device: a snapshot at once, then one per change; between them a beat."""
        self._count(table, seat, 1)
        try:
            sent = -1
            while not self._closed:
                version = self._wait(table, sent)
                if version == sent:
                    yield "event: beat\ndata: {}\n\n"
                    continue
                sent = version
                picture = make()
                yield f"event: snapshot\nid: {picture['id']}\ndata: {json.dumps(picture, ensure_ascii=False)}\n\n"
        finally:
            self._count(table, seat, -1)

    def _wait(self, table: str, sent: int) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._versions[table] != sent, BEAT)
            return self._versions[table]

    def _count(self, table: str, seat: Seat, by: int) -> None:
        with self._changed:
            self._watching.setdefault(table, Counter())[seat] += by
        self.touch(table)
