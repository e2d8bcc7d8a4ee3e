"""One ordered stream to every device: whole snapshots, the newest wins, a beat when nothing happens."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from companion.errors import LamplightError, NotOwnerError
from companion.schema import Seat
from companion.sessions import UnknownTableError

BEAT = 5.0  # s
MOST_STREAMS = 40  # of 64 server threads: taps must always find a free one
MOST_OF_ONE = 8  # of one device: it cannot take the others' away
RETRY = "retry: 500\n"  # ms until a browser looks for a table that went away; its own 3 s would be most of the wait

STILL = "still"  # as wire.status.Live has it


class TooManyStreamsError(LamplightError):
    """As many pages are open as the server can hold."""

    code = "FULL"


@dataclass(frozen=True, slots=True)
class StreamClient:
    """Whose stream it is."""

    device: str = ""  # as its streams are counted, "" = not at all
    may_watch: Callable[[], bool] = lambda: True


SOMEBODY = StreamClient()


class RenderGate:
    """All pages that a process shows, of one table or of hundreds. Safe for threads.

    One is drawn at a time. Two would not be ready sooner, and whoever throws meanwhile would wait for both.
    """

    def __init__(self, most: int = MOST_STREAMS) -> None:
        """`most` of them: each holds a thread of the server for as long as it is open."""
        self.drawing = threading.Lock()
        self._most, self._open = most, 0
        self._counting = threading.Lock()

    @property
    def are_many(self) -> bool:
        """Whether one more would be too many."""
        return self._open >= self._most

    def count(self, by: int) -> None:
        """So many more are open."""
        with self._counting:
            self._open += by


class SnapshotBroadcaster:
    """Wakes the streams of a table when something changed. Safe for threads."""

    def __init__(self, screens: RenderGate | None = None) -> None:
        """`screens`: those of all tables beside this one."""
        self._changed = threading.Condition()
        self._versions: Counter[str] = Counter()
        self._watching: dict[str, Counter[Seat]] = {}
        self._of_devices: Counter[str] = Counter()
        self._tray = STILL
        self._closed = False
        self._screens, self._making = screens or RenderGate(), threading.Lock()
        self._made: dict[tuple[str, str], tuple[int, str]] = {}  # table and whom it is for: version and event

    @property
    def drawing(self) -> threading.Lock:
        """Held while a picture is drawn of what was looked up before: nobody waits for another table's lock, or its store."""
        return self._screens.drawing

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

    def stir(self, tray: str) -> None:
        """What happens over the tray now: a hand, dice that roll. No snapshot is made for it."""
        with self._changed:
            self._tray = tray
            self._changed.notify_all()

    def version(self, table: str) -> int:
        """Rises with every change."""
        with self._changed:
            return self._versions[table]

    def watching(self, table: str) -> dict[Seat, int]:
        """Open streams by seat."""
        with self._changed:
            return dict(+self._watching.get(table, Counter()))

    def devices(self) -> frozenset[str]:
        """Those with an open stream."""
        with self._changed:
            return frozenset(self._of_devices)

    @property
    def streams(self) -> int:
        """That are open."""
        with self._changed:
            return sum(count.total() for count in self._watching.values())

    def look_for_room(self, device: str = "") -> None:
        """Raises TooManyStreamsError where one more stream would be too many: of all, or of one device, "" = whichever it is."""
        with self._changed:
            if device and self._of_devices[device] >= MOST_OF_ONE:
                raise TooManyStreamsError("This device shows too many pages of the table. Close one of them.")
            if self.streams >= MOST_STREAMS or self._screens.are_many:
                raise TooManyStreamsError("Too many pages are open. Close one on another device.")

    def close(self) -> None:
        """End all streams."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def events(
        self,
        table: str,
        seat: Seat,
        make: Callable[[], dict[str, Any]],
        whose: Callable[[], str] | None = None,
        watcher: StreamClient = SOMEBODY,
    ) -> Generator[str, None, None]:
        """Server-sent events for one device: a snapshot at once, then one per change; between them a beat.

        `whose`: devices that it names alike are told the same, and it is made once for all of them. All are asked anew
        each time: a seat may be taken back. A device that was sent away is told nothing more, and its stream ends.
        """
        self._count(table, seat, 1, watcher.device)
        try:
            sent, first, over = -1, RETRY, STILL
            while not self._closed:
                version, tray = self._wait(table, sent, over)
                if not watcher.may_watch():
                    return
                if version == sent:
                    yield "event: beat\ndata: {}\n\n" if tray == over else f'event: tray\ndata: "{tray}"\n\n'
                    over = tray
                    continue
                sent = version
                yield f"{self._once(table, whose(), version, make) if whose else _told(make())}{first}\n"
                first = ""
        except (UnknownTableError, NotOwnerError):
            return  # it was put away, or another process has it: whoever asks again is told so, or is told by that one
        finally:
            self._count(table, seat, -1, watcher.device)

    def _once(self, table: str, whose: str, version: int, make: Callable[[], dict[str, Any]]) -> str:
        """The snapshot of a version as an event; whoever comes second waits for the first and is told the same."""
        with self._making:
            made, told = self._made.get((table, whose), (-1, ""))
            if made < version:  # what is newer serves whoever asks for what was before it
                told = _told(make())
                self._made[table, whose] = version, told
            return told

    def _wait(self, table: str, sent: int, over: str) -> tuple[int, str]:
        """Until something is new to a stream that was sent this much; what it is then."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or (self._versions[table], self._tray) != (sent, over), BEAT)
            return self._versions[table], self._tray

    def _count(self, table: str, seat: Seat, by: int, device: str) -> None:
        self._screens.count(by)
        with self._changed:
            self._of_devices[device] += by
            self._of_devices = +self._of_devices  # who is gone is not remembered
            here = self._watching.setdefault(table, Counter())
            here[seat] += by
            if not +here:  # nobody looks any more: what they were told last is forgotten
                del self._watching[table]
                self._made = {key: made for key, made in self._made.items() if key[0] != table}
        self.touch(table)


def _told(picture: dict[str, Any]) -> str:
    """A snapshot as an event that may go on."""
    return f"event: snapshot\nid: {picture['id']}\ndata: {json.dumps(picture, ensure_ascii=False)}\n"
