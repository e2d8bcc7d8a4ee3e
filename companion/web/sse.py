"""Send whole snapshots to every device as server-sent events: the newest wins, and a beat comes when nothing happens.

A device that opens more than its share loses its own oldest stream. When no place is left, the device that holds most loses its oldest
to one that holds fewer. A page that lost its stream that way asks again only when a person looks at it.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

from companion.errors import LamplightError, NotOwnerError
from companion.i18n import _
from companion.schema import Seat
from companion.sessions import UnknownTableError

MOST_STREAMS = 40  # of 64 server threads: taps must always find a free one
OF_TABLETS = 8  # of them, which nobody else gets
MOST_OF_ONE = 8  # of one device


class TooManyStreamsError(LamplightError):
    """As many pages are open as the server can hold."""

    code = "FULL"


@dataclass(frozen=True, slots=True)
class StreamClient:
    """Whose stream it is."""

    device: str = ""  # as its streams are counted, "" = not at all
    may_watch: Callable[[], bool] = lambda: True
    is_tablet: bool = False
    comes_back: bool = False  # the browser asks by itself for a stream that has ended: it takes nobody's place


SOMEBODY = StreamClient()


@dataclass(eq=False, slots=True)
class OpenStream:
    """One page that watches."""

    table: str
    seat: Seat
    client: StreamClient
    is_over: bool = False  # another one has its place


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


class OpenStreams:
    """Of one table's house. Not safe for threads: whoever wakes them has a lock."""

    def __init__(self, gate: RenderGate) -> None:
        """`gate`: of all houses of the process."""
        self._gate = gate
        self._open: list[OpenStream] = []  # the oldest first

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[OpenStream]:
        return iter(self._open)

    def look_for_room(self, client: StreamClient) -> None:
        """Raises TooManyStreamsError where nobody would make room for this one."""
        is_beyond_share = self._held(client.device) >= MOST_OF_ONE
        if is_beyond_share and client.comes_back:
            raise TooManyStreamsError(_("This device shows too many pages of the table. Close one of them."))
        if self._has_no_place(client) and self._who_makes_room(client) is None:
            raise TooManyStreamsError(_("Too many pages are open. Close one on another device."))

    def enter(self, stream: OpenStream) -> None:
        """Somebody else may have to go."""
        leaving = self._who_makes_room(stream.client) if self._has_no_place(stream.client) else None
        if leaving is not None:
            leaving.is_over = True
            self.leave(leaving)
        self._open.append(stream)
        self._gate.count(1)

    def leave(self, stream: OpenStream) -> None:
        """Nothing where it had to go before."""
        if stream in self._open:
            self._open.remove(stream)
            self._gate.count(-1)

    def _has_no_place(self, client: StreamClient) -> bool:
        others = sum(not one.client.is_tablet for one in self._open)
        is_full = len(self._open) >= MOST_STREAMS or self._gate.are_many
        is_kept = not client.is_tablet and others >= MOST_STREAMS - OF_TABLETS
        return is_full or is_kept or self._held(client.device) >= MOST_OF_ONE

    def _who_makes_room(self, client: StreamClient) -> OpenStream | None:
        """The oldest of its own, where those are its share; else of whoever holds most, and more than it would then."""
        held = Counter(one.client.device for one in self._open if one.client.device and not one.client.is_tablet)
        greediest, most = held.most_common(1)[0] if held else ("", 0)
        own = self._held(client.device)
        loses = client.device if own >= MOST_OF_ONE else greediest if most > own + 1 else None
        return next((one for one in self._open if one.client.device == loses), None)

    def _held(self, device: str) -> int:
        return sum(one.client.device == device for one in self._open) if device else 0


BEAT = 1.7  # s: a page, and a proxy, give a worker up that says nothing for a little longer
RETRY = "retry: 300\n"  # ms until a browser looks for a table that went away; its own 3 s would be most of the wait

STILL = "still"  # as wire.status.Live has it


class SnapshotBroadcaster:
    """Wakes the streams of a table when something changed. Safe for threads."""

    def __init__(self, screens: RenderGate | None = None) -> None:
        """`screens`: those of all tables beside this one."""
        self._changed = threading.Condition()
        self._versions: Counter[str] = Counter()
        self._watched: Counter[str] = Counter()  # streams that were opened and not left, by table
        self._tray = STILL
        self._closed = False
        self._screens, self._making = screens or RenderGate(), threading.Lock()
        self._streams = OpenStreams(self._screens)
        self._made: dict[tuple[str, str], tuple[int, str]] = {}  # table and whom it is for: version and event

    @property
    def drawing(self) -> threading.Lock:
        """Held while a picture is drawn of what was looked up before: nobody waits for another table's lock, or its store."""
        return self._screens.drawing

    def touch(self, table: str) -> None:
        """Something about this table changed."""
        with self._changed:
            self._versions[table] += 1
            if self._watched[table]:  # a stream that is woken takes the processor for nothing
                self._changed.notify_all()

    def touch_all(self) -> None:
        """Something that every page shows changed."""
        with self._changed:
            for table in {one.table for one in self._streams}:
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
            return dict(Counter(one.seat for one in self._streams if one.table == table))

    def devices(self) -> frozenset[str]:
        """Those with an open stream."""
        with self._changed:
            return frozenset(one.client.device for one in self._streams)

    @property
    def streams(self) -> int:
        """That are open."""
        with self._changed:
            return len(self._streams)

    def look_for_room(self, client: StreamClient = SOMEBODY) -> None:
        """Raises TooManyStreamsError where one more stream would be too many, and nobody makes room for it."""
        with self._changed:
            self._streams.look_for_room(client)

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
        *,
        shows_newest: bool = False,
    ) -> Generator[str, None, None]:
        """Server-sent events for one device: a snapshot at once, then one per change; between them a beat.

        `whose`: devices that it names alike are told the same, and it is made once for all of them. All are asked anew
        each time: a seat may be taken back. A device that was sent away is told nothing more, and its stream ends; so does the
        oldest one of a device that holds too many. `shows_newest`: the page has lost its stream, and has seen the newest snapshot.
        """
        stream = OpenStream(table, seat, watcher)
        self._enter(stream)
        try:
            sent, first, over = -1, RETRY, STILL
            if shows_newest:
                sent, first = self.version(table), ""
                yield "event: beat\ndata: {}\n" + RETRY + "\n"
            while not self._closed:
                version, tray = self._wait(stream, sent, over)
                if stream.is_over or not watcher.may_watch():
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
            self._leave(stream)

    def _once(self, table: str, whose: str, version: int, make: Callable[[], dict[str, Any]]) -> str:
        """The snapshot of a version as an event; whoever comes second waits for the first and is told the same."""
        with self._making:
            made, told = self._made.get((table, whose), (-1, ""))
            if made < version:  # what is newer serves whoever asks for what was before it
                told = _told(make())
                self._made[table, whose] = version, told
            return told

    def _wait(self, stream: OpenStream, sent: int, over: str) -> tuple[int, str]:
        """Until something is new to a stream that was sent this much; what it is then."""

        def is_awaited() -> bool:
            is_new = (self._versions[stream.table], self._tray) != (sent, over)
            return self._closed or stream.is_over or is_new

        with self._changed:
            self._changed.wait_for(is_awaited, BEAT)
            return self._versions[stream.table], self._tray

    def _enter(self, stream: OpenStream) -> None:
        with self._changed:
            self._streams.enter(stream)
            self._watched[stream.table] += 1
        self.touch(stream.table)

    def _leave(self, stream: OpenStream) -> None:
        with self._changed:
            self._streams.leave(stream)
            self._watched[stream.table] -= 1
            if all(one.table != stream.table for one in self._streams):
                # nobody looks any more: what they were told last is forgotten
                self._made = {key: made for key, made in self._made.items() if key[0] != stream.table}
        self.touch(stream.table)


def _told(picture: dict[str, Any]) -> str:
    """A snapshot as an event that may go on."""
    return f"event: snapshot\nid: {picture['id']}\ndata: {json.dumps(picture, ensure_ascii=False)}\n"
