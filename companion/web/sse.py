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
TABLET_RESERVE = 8  # reserved for tablets
MOST_OF_ONE = 8  # per device


class TooManyStreamsError(LamplightError):
    """All places for streams are taken."""

    code = "FULL"


@dataclass(frozen=True, slots=True)
class StreamClient:
    """The device of a stream."""

    device: str = ""  # id by which its streams are counted, "" = not counted
    may_watch: Callable[[], bool] = lambda: True
    is_tablet: bool = False
    comes_back: bool = False  # the browser reconnects by itself after a stream ended: it does not displace another


SOMEBODY = StreamClient()


@dataclass(eq=False, slots=True)
class OpenStream:
    """One open stream."""

    table: str
    seat: Seat
    client: StreamClient
    is_over: bool = False  # displaced by another stream


class RenderGate:
    """Counts and serialises the drawing of all pages of a process, of one table or hundreds. Thread-safe.

    One page is drawn at a time: two at once would not finish sooner, and a new reading would wait for both.
    """

    def __init__(self, most: int = MOST_STREAMS) -> None:
        """`most`: open streams, each of which occupies a server thread."""
        self.drawing = threading.Lock()
        self._most, self._open = most, 0
        self._counting = threading.Lock()

    @property
    def are_many(self) -> bool:
        """Return whether one more stream would be too many."""
        return self._open >= self._most

    def count(self, by: int) -> None:
        with self._counting:
            self._open += by


class OpenStreams:
    """Open streams of one table. Not thread-safe: the broadcaster holds a lock."""

    def __init__(self, gate: RenderGate) -> None:
        """`gate`: shared by all tables of the process."""
        self._gate = gate
        self._open: list[OpenStream] = []  # oldest first

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[OpenStream]:
        return iter(self._open)

    def look_for_room(self, client: StreamClient) -> None:
        """Raise TooManyStreamsError if no place is free and none can be freed."""
        is_beyond_share = self._count_held(client.device) >= MOST_OF_ONE
        if is_beyond_share and client.comes_back:
            raise TooManyStreamsError(_("This device shows too many pages of the table. Close one of them."))
        if self._is_full_for(client) and self._stream_to_end(client) is None:
            raise TooManyStreamsError(_("Too many pages are open. Close one on another device."))

    def enter(self, stream: OpenStream) -> None:
        """Add a stream, and end the one that it displaces."""
        leaving = self._stream_to_end(stream.client) if self._is_full_for(stream.client) else None
        if leaving is not None:
            leaving.is_over = True
            self.leave(leaving)
        self._open.append(stream)
        self._gate.count(1)

    def leave(self, stream: OpenStream) -> None:
        """Remove a stream unless it was displaced before."""
        if stream in self._open:
            self._open.remove(stream)
            self._gate.count(-1)

    def _is_full_for(self, client: StreamClient) -> bool:
        others = sum(not stream.client.is_tablet for stream in self._open)
        is_full = len(self._open) >= MOST_STREAMS or self._gate.are_many
        is_kept = not client.is_tablet and others >= MOST_STREAMS - TABLET_RESERVE
        return is_full or is_kept or self._count_held(client.device) >= MOST_OF_ONE

    def _stream_to_end(self, client: StreamClient) -> OpenStream | None:
        """Return the stream to displace: the device's own oldest, or that of the greediest device if it would still hold more."""
        held = Counter(
            stream.client.device for stream in self._open if stream.client.device and not stream.client.is_tablet
        )
        greediest, most = held.most_common(1)[0] if held else ("", 0)
        own = self._count_held(client.device)
        loser = client.device if own >= MOST_OF_ONE else greediest if most > own + 1 else None
        return next((stream for stream in self._open if stream.client.device == loser), None)

    def _count_held(self, device: str) -> int:
        return sum(stream.client.device == device for stream in self._open) if device else 0


BEAT = 1.7  # s: pages and proxies give up on a silent connection soon after
RETRY = "retry: 300\n"  # ms until a browser reconnects; its default of 3 s would dominate the wait

STILL = "still"  # as in schema.TrayActivity


class SnapshotBroadcaster:
    """Wakes the streams of a table when something changed. Thread-safe."""

    def __init__(self, screens: RenderGate | None = None) -> None:
        """`screens`: shared with the other tables of the process."""
        self._changed = threading.Condition()
        self._versions: Counter[str] = Counter()
        self._watched: Counter[str] = Counter()  # open streams by table
        self._tray = STILL
        self._closed = False
        self._screens, self._making = screens or RenderGate(), threading.Lock()
        self._streams = OpenStreams(self._screens)
        self._made: dict[tuple[str, str], tuple[int, str]] = {}  # (table, audience) -> version and event

    @property
    def drawing(self) -> threading.Lock:
        """Hold it while drawing a picture from data that was read before, so that no thread waits for a table's lock or store."""
        return self._screens.drawing

    def touch(self, table: str) -> None:
        with self._changed:
            self._versions[table] += 1
            if self._watched[table]:  # a needless wake-up costs processor time
                self._changed.notify_all()

    def touch_all(self) -> None:
        """Announce a change that every page shows."""
        with self._changed:
            for table in {stream.table for stream in self._streams}:
                self._versions[table] += 1
            self._changed.notify_all()

    def stir(self, tray: str) -> None:
        """Announce activity over the tray, such as a hand or rolling dice. Makes no snapshot."""
        with self._changed:
            self._tray = tray
            self._changed.notify_all()

    def version(self, table: str) -> int:
        """Return a number that rises with every change."""
        with self._changed:
            return self._versions[table]

    def watching(self, table: str) -> dict[Seat, int]:
        """Count open streams by seat."""
        with self._changed:
            return dict(Counter(stream.seat for stream in self._streams if stream.table == table))

    def devices(self) -> frozenset[str]:
        """Return the ids of devices with an open stream."""
        with self._changed:
            return frozenset(stream.client.device for stream in self._streams)

    @property
    def streams(self) -> int:
        with self._changed:
            return len(self._streams)

    def look_for_room(self, client: StreamClient = SOMEBODY) -> None:
        """Raise TooManyStreamsError if one more stream would be too many and none can be displaced."""
        with self._changed:
            self._streams.look_for_room(client)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def events(
        self,
        table: str,
        seat: Seat,
        make: Callable[[], dict[str, Any]],
        audience: Callable[[], str] | None = None,
        watcher: StreamClient = SOMEBODY,
        *,
        shows_newest: bool = False,
    ) -> Generator[str, None, None]:
        """Yield server-sent events for one device: a snapshot at once, one after each change, and beats in between.

        `audience`: devices with the same value share one snapshot. It is evaluated for each event, because a seat may be taken back.
        The stream ends when its device is dismissed or displaced. `shows_newest`: the page lost its stream, but shows the newest snapshot
        already.
        """
        stream = OpenStream(table, seat, watcher)
        self._enter(stream)
        try:
            sent, first, shown_tray = -1, RETRY, STILL
            if shows_newest:
                sent, first = self.version(table), ""
                yield "event: beat\ndata: {}\n" + RETRY + "\n"
            while not self._closed:
                version, tray = self._wait(stream, sent, shown_tray)
                if stream.is_over or not watcher.may_watch():
                    return
                if version == sent:
                    yield "event: beat\ndata: {}\n\n" if tray == shown_tray else f'event: tray\ndata: "{tray}"\n\n'
                    shown_tray = tray
                    continue
                sent = version
                yield f"{self._make_once(table, audience(), version, make) if audience else _format_event(make())}{first}\n"
                first = ""
        except (UnknownTableError, NotOwnerError):
            return  # the table was put away or moved to another process; the next request is answered accordingly
        finally:
            self._leave(stream)

    def _make_once(self, table: str, audience: str, version: int, make: Callable[[], dict[str, Any]]) -> str:
        """Return the snapshot of a version as an event. A concurrent caller waits for the first and reuses it."""
        with self._making:
            version_made, event = self._made.get((table, audience), (-1, ""))
            if version_made < version:  # a newer snapshot serves older requests too
                event = _format_event(make())
                self._made[table, audience] = version, event
            return event

    def _wait(self, stream: OpenStream, sent: int, shown_tray: str) -> tuple[int, str]:
        """Wait for a change since what the stream was sent; return version and tray activity."""

        def is_awaited() -> bool:
            is_new = (self._versions[stream.table], self._tray) != (sent, shown_tray)
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
            if all(other.table != stream.table for other in self._streams):
                # the last page of this table was closed: drop its cached snapshots
                self._made = {key: made for key, made in self._made.items() if key[0] != stream.table}
        self.touch(stream.table)


def _format_event(picture: dict[str, Any]) -> str:
    """Encode a snapshot as an event without its final line break."""
    return f"event: snapshot\nid: {picture['id']}\ndata: {json.dumps(picture, ensure_ascii=False)}\n"
