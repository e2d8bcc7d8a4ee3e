"""The open streams of a process's pages: places for the tablet, a share for each device, and who makes room for whom.

A device that opens more than its share loses its own oldest stream; where no place is left, the one that holds most loses its oldest to
one that holds fewer. A page that lost its stream that way asks again only when somebody looks at it.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.errors import LamplightError
from companion.i18n import _
from companion.schema import Seat

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
