"""One ordered stream to every device: whole snapshots, the newest wins, a beat when nothing happens."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

from companion.errors import NotOwnerError
from companion.schema import Seat
from companion.sessions import UnknownTableError
from companion.web.open_streams import SOMEBODY, OpenStream, OpenStreams, RenderGate, StreamClient

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
