"""Lines of the server before any door is asked: who holds many of them, or one for ever, takes nobody else's place.

Some lines are kept for the table's own devices. Where strangers hold all others, whoever comes gets the place of the one that has said
nothing for longest: to refuse the newcomer would let a program that opens lines and waits keep everybody out. A program that opens lines and says nothing, a letter now and then, or gigabytes, costs no thread: waitress reads in one loop. What it
could take is all lines there may be, and the disk on which waitress keeps what is sent until it is whole: for more than a little is
asked first, by the head of a request, whether its device may send it there.
"""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, TypeAlias

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

MACHINE = frozenset({"127.0.0.1", "::1"})
INSIDE = "inside"
"""What stands for the address of a connection that began in this process: no socket of the network has it."""
LASTS = 12 * 3600.0  # s after its last request; an evening with its break
MOST_ADDRESSES = 256  # the latest


class OwnAddresses:
    """Learnt from the requests of devices that were let in. Safe for threads."""

    def __init__(self, proxy: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        """`proxy`: the address of one that is believed, "" = there is none; `clock`: s."""
        self._always = MACHINE | {INSIDE, proxy}
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: dict[str, float] = {}  # when a device asked from there last; the latest is the last

    def note(self, address: str) -> None:
        """A device that was let in asks from there."""
        with self._lock:
            self._asked.pop(address, None)
            self._asked[address] = self._clock()
            if len(self._asked) > MOST_ADDRESSES:
                del self._asked[next(iter(self._asked))]

    def __contains__(self, address: object) -> bool:
        with self._lock:
            asked = self._asked.get(str(address))
        return address in self._always or (asked is not None and self._clock() - asked < LASTS)


MOST_LINES = 500  # open at once; a browser opens six for a page, beside its stream
MOST_OF_ONE = 120  # of them from one address; a whole house may come through one proxy
OF_STRANGERS = 0.6  # of all lines; the others are kept for the table's own devices
SILENT_S = 5.0  # s until a stranger who says nothing is hung up on
MOST_HEAD = 32 * 1024  # bytes
HEAD_S = 10.0  # s until a head must be whole
IDLE_S = 40  # s until a line on which nobody asks anything is closed; a browser opens another one
MOST_SENT = 17 << 20  # bytes of what is sent: a photograph
MOST_LARGE = 256 << 20  # of what is sent to where evenings and scenarios come in
LARGE = ("/api/records", "/import")  # how their addresses end
LARGE_AT_ONCE = 4
LITTLE = 64 * 1024  # bytes of what anybody may send: they stay in memory, and their door says what is wrong with them

Most: TypeAlias = Callable[[Mapping[str, Any]], int]
"""WSGI environment of a request whose body has not come -> bytes that its door takes of its device, 0 = nothing."""


class LimitedRequestParser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """What is sent may be as large as its address needs, and is refused before it is written down."""

    path = ""  # waitress names it in its log also where the first line was none
    adj: Any
    body_rcv: Any = None
    expect_continue: bool = False

    def __init__(self, adj: Any, has_room: Callable[[], bool], most: Callable[[LimitedRequestParser], int]) -> None:
        super().__init__(adj)
        self._has_room, self._most = has_room, most
        self.is_large = False

    def received(self, data: bytes) -> int:
        """As waitress does; but whoever is refused is not told to go on: it would be listened to then."""
        took = int(super().received(data))
        self.expect_continue = self.expect_continue and self.error is None
        return took

    def parse_header(self, header_plus: bytes) -> None:
        """As waitress does, and the size that may come after it."""
        super().parse_header(header_plus)
        most = self._most(self) if self.chunked or self.content_length > LITTLE else LITTLE
        if not most or most < min(self.content_length, MOST_LARGE):
            self._end()
            return
        self.is_large = bool(self.content_length > MOST_SENT or self.chunked) and self.path.endswith(LARGE)
        own: Any = copy(self.adj)
        room = MOST_LARGE if self.is_large and self._has_room() else MOST_SENT
        own.max_request_body_size = min(most, room) + 1  # waitress takes less than that
        self.adj = own

    def _end(self) -> None:
        """What comes after the head is not read: its door says to it alone why, in its own words, and the line is closed."""
        if self.body_rcv is not None:
            self.close()
        self.body_rcv, self.content_length, self.chunked, self.expect_continue = None, 0, False, False
        self.headers["CONNECTION"] = "close"  # else what comes then would be read as the next request


class LimitedChannel(HTTPChannel):  # type: ignore[misc]
    """One connection."""

    def __init__(self, most: Most, *of_waitress: Any, **named: Any) -> None:
        self._most = most
        super().__init__(*of_waitress, **named)

    def parser_class(self, adj: Any) -> LimitedRequestParser:
        """A new request begins."""
        return LimitedRequestParser(adj, self.has_room, self.most)

    def most(self, request: LimitedRequestParser) -> int:
        """Bytes that a request may bring after its head."""
        return self._most(self.task_class(self, request).get_environment())

    def has_room(self) -> bool:
        """Whether one more large file may be sent."""
        others = (line.request for line in self.server.active_channels.values() if line is not self)
        return bool(sum(getattr(one, "is_large", False) for one in others) < LARGE_AT_ONCE)

    @property
    def waits_for_head(self) -> bool:
        """Somebody has begun to ask, and has not come to the end of the head."""
        return bool(self.request is not None and not self.request.headers_finished)

    @property
    def is_silent(self) -> bool:
        """Nothing that was asked whole is to be answered."""
        return not self.requests

    def is_silent_since(self, when: float) -> bool:
        """Nothing was heard since then and nothing is to be told; s, Unix, as waitress notes it."""
        return bool(self.is_silent and not self.total_outbufs_len and self.last_activity < when)


MAPPED = "::ffff:"
"""What stands before an IPv4 address that comes in at one of IPv6: it counts as what it is."""


class LimitedServer(socket.socket):
    """Listens; where there is no place left, the oldest line on which nothing is asked makes room for the newcomer."""

    is_awaited = False  # whether the next one may wait already
    _lines: Mapping[int, LimitedChannel]
    _own: OwnAddresses
    _most: int
    _most_of_one: int

    def limit(self, lines: Mapping[int, LimitedChannel], own: OwnAddresses, most: int) -> None:
        """`lines`: those that are open, the oldest first; `most` of them; more than usual may all come through one proxy."""
        self._lines, self._own, self._most = lines, own, most
        self._most_of_one = MOST_OF_ONE if most == MOST_LINES else most

    def accept(self) -> tuple[socket.socket, Any]:
        """The next one who comes in; raises BlockingIOError where nobody does."""
        self.is_awaited = False
        line, (host, *rest) = super().accept()
        address = (host.removeprefix(MAPPED), *rest)
        self.is_awaited = True
        if not self._has_room(address[0]):
            line.close()
            raise BlockingIOError(errno.EWOULDBLOCK, "nobody makes room for this line")
        return line, address

    def _has_room(self, address: str) -> bool:
        """Whether there is room for one more from this address, by now."""
        lines = tuple(self._lines.values())
        strangers = [line for line in lines if line.addr[0] not in self._own]
        of_one = [line for line in lines if line.addr[0] == address]
        if len(of_one) >= self._most_of_one:
            return _close_silent(of_one)
        if address not in self._own and len(strangers) >= OF_STRANGERS * self._most:
            return _close_silent(strangers)
        return len(lines) < self._most or _close_silent(strangers) or _close_silent(lines)


def _close_silent(lines: Sequence[LimitedChannel]) -> bool:
    """Hang up on the first of them on which nothing is asked; False where there is none."""
    found = next((line for line in lines if line.is_silent), None)
    if found is not None:
        found.handle_close()
    return found is not None


class SilenceWatch:
    """Hangs up on heads that never end, as a letter now and then keeps a line from being idle, and on strangers who say nothing."""

    def __init__(self, own: OwnAddresses, clock: Callable[[], float] = time.monotonic) -> None:
        self._own, self._clock = own, clock
        self._since: dict[LimitedChannel, float] = {}  # a line whose head is not whole: when it was first seen so

    def look(self, lines: Mapping[int, LimitedChannel]) -> None:
        """To be called every now and then, by the loop of the server."""
        now, open_lines = self._clock(), tuple(lines.values())
        self._since = {line: self._since.get(line, now) for line in open_lines if line.waits_for_head}
        slow = [line for line, since in self._since.items() if now - since > HEAD_S]
        silent_since = time.time() - SILENT_S
        silent = [one for one in open_lines if one.is_silent_since(silent_since) and one.addr[0] not in self._own]
        for line in {*slow, *silent}:
            line.handle_close()
