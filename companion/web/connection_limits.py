"""Limit connections before a request is parsed, so that a slow or greedy client cannot lock out the others.

Some connections are reserved for the table's own devices. When strangers hold all others, a newcomer gets the place of the oldest
silent connection: to refuse the newcomer would let a program that opens connections and waits lock everyone out.
A silent or slow client costs no thread, because waitress reads in one loop. It could only use up the connections, and the disk on which
waitress keeps a body until it is complete. So a large body is checked against the permissions of its device by the request's head.
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

THIS_MACHINE = frozenset({"127.0.0.1", "::1"})
INSIDE = "inside"
"""Address of a connection that began in this process. No network socket has it."""
KNOWN_S = 12 * 3600.0  # s after its last request; covers an evening with its break
MOST_ADDRESSES = 256  # the latest


class OwnAddresses:
    """Addresses whose connections are never limited as a stranger's: this machine, the proxy, and devices that were let in. Thread-safe."""

    def __init__(self, proxy: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        """`proxy`: address of a trusted proxy, "" if there is none; `clock`: s."""
        self._always = THIS_MACHINE | {INSIDE, proxy}
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: dict[str, float] = {}  # time of the newest request by address, newest last

    def note(self, address: str) -> None:
        with self._lock:
            self._asked.pop(address, None)
            self._asked[address] = self._clock()
            if len(self._asked) > MOST_ADDRESSES:
                del self._asked[next(iter(self._asked))]

    def __contains__(self, address: object) -> bool:
        with self._lock:
            asked_at = self._asked.get(str(address))
        return address in self._always or (asked_at is not None and self._clock() - asked_at < KNOWN_S)


MOST_LINES = 500  # at once; a browser opens six for a page, plus its stream
MOST_OF_ONE = 120  # from one address; a whole building may come through one proxy
STRANGERS_SHARE = 0.6  # share of all connections; the others are kept for the table's own devices
SILENT_S = 5.0  # s until a silent stranger is disconnected
MOST_HEAD = 32 * 1024  # bytes
HEAD_S = 10.0  # s until a head must be complete
IDLE_S = 40  # s until an idle connection is closed; a browser opens another one
MOST_SENT = 17 << 20  # bytes of a body: a photograph
MOST_LARGE = 256 << 20  # bytes of a body with an archived table or a scenario
LARGE_UPLOADS = ("/api/records", "/import")  # how the paths of such uploads end
LARGE_AT_ONCE = 4
SMALL_BODY = (
    64 * 1024
)  # bytes that anyone may send: they stay in memory, and the route explains what is wrong with them

Most: TypeAlias = Callable[[Mapping[str, Any]], int]
"""Map the WSGI environment of a request without its body to the bytes that its route accepts from its device, 0 = none."""


class LimitedRequestParser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Refuse a body that is too large for its route before it is written to disk."""

    path = ""  # waitress logs it even if the request line was invalid
    adj: Any
    body_rcv: Any = None
    expect_continue: bool = False

    def __init__(self, adj: Any, has_room: Callable[[], bool], most: Callable[[LimitedRequestParser], int]) -> None:
        super().__init__(adj)
        self._has_room, self._most = has_room, most
        self.is_large = False

    def received(self, data: bytes) -> int:
        """Parse as waitress does, but never send "100 Continue" to a refused request: its body would be read then."""
        consumed = int(super().received(data))
        self.expect_continue = self.expect_continue and self.error is None
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        """Parse as waitress does, then limit the size of the body."""
        super().parse_header(header_plus)
        most = self._most(self) if self.chunked or self.content_length > SMALL_BODY else SMALL_BODY
        if not most or most < min(self.content_length, MOST_LARGE):
            self._end()
            return
        self.is_large = bool(self.content_length > MOST_SENT or self.chunked) and self.path.endswith(LARGE_UPLOADS)
        own: Any = copy(self.adj)
        room = MOST_LARGE if self.is_large and self._has_room() else MOST_SENT
        own.max_request_body_size = min(most, room) + 1  # waitress accepts less than that
        self.adj = own

    def _end(self) -> None:
        """Skip the body: the route answers with its own error, and the connection is closed."""
        if self.body_rcv is not None:
            self.close()
        self.body_rcv, self.content_length, self.chunked, self.expect_continue = None, 0, False, False
        self.headers["CONNECTION"] = "close"  # otherwise the body would be parsed as the next request


class LimitedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection that counts towards the limits."""

    def __init__(self, most: Most, *of_waitress: Any, **named: Any) -> None:
        self._most = most
        super().__init__(*of_waitress, **named)

    def parser_class(self, adj: Any) -> LimitedRequestParser:
        return LimitedRequestParser(adj, self.has_room, self.most)

    def most(self, request: LimitedRequestParser) -> int:
        return self._most(self.task_class(self, request).get_environment())

    def has_room(self) -> bool:
        others = (line.request for line in self.server.active_channels.values() if line is not self)
        return bool(sum(getattr(request, "is_large", False) for request in others) < LARGE_AT_ONCE)

    @property
    def waits_for_head(self) -> bool:
        """Whether a request has begun and its head is incomplete."""
        return bool(self.request is not None and not self.request.headers_finished)

    @property
    def is_silent(self) -> bool:
        """Whether no complete request waits for its response."""
        return not self.requests

    def is_silent_since(self, when: float) -> bool:
        """Return whether nothing was received since `when` (s, Unix, as waitress records it) and nothing is left to send."""
        return bool(self.is_silent and not self.total_outbufs_len and self.last_activity < when)


MAPPED_IPV4 = "::ffff:"
"""Prefix of an IPv4 address that connects to an IPv6 socket. It counts as IPv4."""


class LimitedServer(socket.socket):
    """Listening socket. When it is full, the oldest silent connection is closed for the newcomer."""

    is_awaited = False  # whether another connection may be waiting already
    _lines: Mapping[int, LimitedChannel]
    _own: OwnAddresses
    _most: int
    _most_of_one: int

    def limit(self, lines: Mapping[int, LimitedChannel], own: OwnAddresses, most: int) -> None:
        """`lines`: open connections, the oldest first; `most`: their limit. A limit above the default allows all of them from one proxy."""
        self._lines, self._own, self._most = lines, own, most
        self._most_of_one = MOST_OF_ONE if most == MOST_LINES else most

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. Raises BlockingIOError if there is none or no room for it."""
        self.is_awaited = False
        line, (host, *rest) = super().accept()
        address = (host.removeprefix(MAPPED_IPV4), *rest)
        self.is_awaited = True
        if not self._has_room(address[0]):
            line.close()
            raise BlockingIOError(errno.EWOULDBLOCK, "nobody makes room for this line")
        return line, address

    def _has_room(self, address: str) -> bool:
        """Return whether one more connection from this address fits, after closing a silent one if necessary."""
        lines = tuple(self._lines.values())
        strangers = [line for line in lines if line.addr[0] not in self._own]
        of_one = [line for line in lines if line.addr[0] == address]
        if len(of_one) >= self._most_of_one:
            return _close_silent(of_one)
        if address not in self._own and len(strangers) >= STRANGERS_SHARE * self._most:
            return _close_silent(strangers)
        return len(lines) < self._most or _close_silent(strangers) or _close_silent(lines)


def _close_silent(lines: Sequence[LimitedChannel]) -> bool:
    """Close the first silent connection; return False if there is none."""
    silent = next((line for line in lines if line.is_silent), None)
    if silent is not None:
        silent.handle_close()
    return silent is not None


class SilenceWatch:
    """Close connections with an endless head, which a byte now and again keeps from being idle, and silent strangers."""

    def __init__(self, own: OwnAddresses, clock: Callable[[], float] = time.monotonic) -> None:
        self._own, self._clock = own, clock
        self._since: dict[LimitedChannel, float] = {}  # when a connection was first seen with an incomplete head

    def look(self, lines: Mapping[int, LimitedChannel]) -> None:
        """Close what is due. The server's loop calls this regularly."""
        now, open_lines = self._clock(), tuple(lines.values())
        self._since = {line: self._since.get(line, now) for line in open_lines if line.waits_for_head}
        slow = [line for line, since in self._since.items() if now - since > HEAD_S]
        silent_since = time.time() - SILENT_S
        silent = [line for line in open_lines if line.is_silent_since(silent_since) and line.addr[0] not in self._own]
        for line in {*slow, *silent}:
            line.handle_close()
