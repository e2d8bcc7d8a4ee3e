"""Connection limits of the server: places, time of a head, and size of a body."""

from __future__ import annotations

import logging
import math
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from flask import Flask

from companion.ops.health import probes
from companion.web.connection_limits import (
    HEAD_S,
    KNOWN_S,
    LARGE_AT_ONCE,
    MOST_ADDRESSES,
    MOST_OF_ONE,
    MOST_SENT,
    SILENT_S,
    STRANGERS_SHARE,
    OwnAddresses,
    SilenceWatch,
)
from companion.web.server import PageServer, ServerLimits
from tests.hostile.line import BROKEN, MOST, SILENCE, TRIES, Crowd, Heard, ask, is_served, judge
from tests.hostile.stand import open_stand
from tests.messaging.heard import wait_for

HEAD = b"GET / HTTP/1.1\r\nHost: loc"
OURS, STRANGE = "127.0.0.2", "127.0.0.99"  # a device that was let in, and one that was not


@contextmanager
def serving(app: Flask, limits: ServerLimits) -> Iterator[PageServer]:
    server = PageServer(app, "127.0.0.1", 0, limits=limits)
    server._own.note(OURS)
    server.start()
    yield server
    server.stop()


def small_app() -> Flask:
    app = Flask("served")
    app.add_url_rule("/health", "health", lambda: "well")
    app.add_url_rule("/api/records", "bring", lambda: "brought", methods=["POST"])
    return app


@pytest.fixture
def server() -> Iterator[PageServer]:
    with serving(small_app(), ServerLimits(threads=4)) as server:
        yield server


def is_served_soon(server: PageServer) -> bool:
    """Other programs run on this machine too: of a few times the shortest."""
    return min(is_served(server.port) for _ in range(TRIES)) < MOST


@pytest.mark.slow
@pytest.mark.parametrize("begins", [b"", HEAD, b"POST /health HTTP/1.1\r\nContent-Length: 999\r\n\r\n{"])
def test_one_address_cannot_exhaust_connections(server: PageServer, begins: bytes) -> None:
    crowd = Crowd(server.port, MOST_OF_ONE + 30, begins)
    try:
        assert is_served_soon(server)
        wait_for(lambda: len(server._server.active_channels) <= MOST_OF_ONE)  # the line of the last look closes
    finally:
        crowd.leave()


@pytest.mark.slow
def test_broken_request_reveals_no_server_details(server: PageServer, caplog: pytest.LogCaptureFixture) -> None:
    heard = Heard()
    for name, sent in list(BROKEN.items())[::4]:
        judge(heard, name, *ask(server.port, sent, SILENCE))
    is_served(server.port)
    assert heard.wrongs == []
    warnings = [record for record in caplog.records if record.levelno > logging.INFO]
    assert [record for record in warnings if record.name != "waitress.queue"] == []  # a slow machine lets requests wait


def large(length: int, path: str = "/api/records", more: bytes = b"") -> bytes:
    """The head of a request, and the first letter of what is sent with it."""
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nX-Lamplight: 1\r\n%s" % (path.encode(), more)
    return head + b"Content-Length: %d\r\n\r\n{" % length


PATIENCE = 10.0  # s for an answer, and for what becomes of a line: other programs run on this machine too


def status(port: int, sent: bytes) -> str:
    """Return the status of the answer."""
    answer, _ = ask(port, sent, PATIENCE)
    return answer.partition(b" ")[2][:3].decode()


def is_listened_to(port: int, sent: bytes) -> bool:
    """The server says nothing, and waits for more."""
    return ask(port, sent, SILENCE) == (b"", 0.0)


@pytest.mark.slow
def test_oversized_body_is_refused_by_its_head(server: PageServer) -> None:
    assert status(server.port, large(MOST_SENT + 1, "/health")) == "413"
    assert is_listened_to(server.port, large(MOST_SENT - 1, "/health"))


@pytest.mark.slow
def test_large_record_bodies_are_limited_in_number(server: PageServer) -> None:
    def large_ones() -> int:
        lines = tuple(server._server.active_channels.values())
        return sum(getattr(line.request, "is_large", False) for line in lines)

    several = Crowd(server.port, LARGE_AT_ONCE, large(100 << 20))
    wait_for(lambda: large_ones() == LARGE_AT_ONCE)
    assert status(server.port, large(100 << 20)) == "413"
    several.leave()
    wait_for(lambda: not large_ones())
    assert is_listened_to(server.port, large(100 << 20))


GOES_ON = b"Expect: 100-continue\r\n"
STRANGER = b"X-Forwarded-For: 10.0.0.9\r\n"  # without it localhost would be the tablet


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Return a whole house."""
    with (
        open_stand(tmp_path_factory.mktemp("house"), "nemesis") as stand,
        serving(stand.app, ServerLimits(threads=4)) as server,
    ):
        yield server.port


def whole(port: int, sent: bytes) -> bytes:
    """All that is answered until the server hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(sent)
        return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.slow
@pytest.mark.parametrize("more", [b"", GOES_ON, b"Cookie: lamplight.keeper=guessed\r\n"])
@pytest.mark.parametrize("path", ["/api/records", "/api/tables/t1/photo", "/api/kits", "/wall", "/api/none"])
def test_of_a_stranger_nothing_is_read_but_the_head(port: int, path: str, more: bytes) -> None:
    answer = whole(port, large(MOST_SENT - 1, path, STRANGER + more))
    assert answer.split(b" ")[1] in (b"403", b"404", b"405") and b"Connection: close" in answer
    assert b"100 Continue" not in answer


@pytest.mark.slow
@pytest.mark.parametrize(("path", "length"), [("/api/records", 100 << 20), ("/api/tables/t1/photo", 15 << 20)])
def test_body_is_read_for_permitted_sender(port: int, path: str, length: int) -> None:
    assert is_listened_to(port, large(length, path))
    assert status(port, large(length, path, GOES_ON)) == "100"


def test_route_limit_refuses_a_body_early(port: int) -> None:
    answer = whole(port, large(MOST_SENT - 1, "/api/join", STRANGER))
    assert answer.split(b" ")[1] == b"413" and b"That is more than 16 kB." in answer


def test_bytes_after_refused_head_start_no_request(port: int) -> None:
    sent = large(MOST_SENT - 1, "/api/records", STRANGER) + b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert whole(port, sent).count(b"HTTP/1.1 ") == 1


class Head:
    """A line, as the watch sees it."""

    def __init__(self, waits: bool, address: str = OURS, silent_since: float = math.inf) -> None:
        self.waits_for_head, self.addr, self.closed = waits, (address, 1), 0
        self._silent_since = silent_since

    def is_silent_since(self, when: float) -> bool:
        return self._silent_since < when

    def handle_close(self) -> None:
        self.closed += 1
        self.waits_for_head = False


def looked_at(watch: SilenceWatch, *lines: Head) -> list[int]:
    """Count the closed connections."""
    watch.look(dict(enumerate(lines)))  # type: ignore[arg-type]
    return [line.closed for line in lines]


def test_endless_head_times_out() -> None:
    now = [0.0]
    watch, slow, quick = SilenceWatch(OwnAddresses(), lambda: now[0]), Head(True), Head(False)
    looked_at(watch, slow, quick)
    now[0] = HEAD_S
    assert looked_at(watch, slow, quick) == [0, 0]
    now[0] += 0.1
    assert looked_at(watch, slow, quick) == [1, 0]


def test_silent_connection_is_closed_for_strangers_only() -> None:
    own = OwnAddresses(clock=lambda: 0.0)
    own.note(OURS)
    long_ago, just_now = time.time() - SILENT_S - 1, time.time()
    lines = (Head(False, STRANGE, long_ago), Head(False, STRANGE, just_now), Head(False, OURS, long_ago))
    assert looked_at(SilenceWatch(own), *lines) == [1, 0, 0]


def test_own_address_expires_after_an_evening_except_localhost() -> None:
    now = [0.0]
    own = OwnAddresses("10.0.0.1", lambda: now[0])
    own.note(OURS)
    assert [one in own for one in (OURS, STRANGE, "127.0.0.1", "10.0.0.1", "127.0.0.9")] == [True, False, True, True, False]  # fmt: skip
    now[0] = KNOWN_S
    assert [one in own for one in (OURS, "127.0.0.1")] == [False, True]
    for number in range(MOST_ADDRESSES + 1):
        own.note(f"10.0.1.{number}")
    assert ("10.0.1.0" in own, "10.0.1.1" in own) == (False, True)


def answers(line: socket.socket) -> bool:
    """Return whether an open connection still serves requests."""
    with suppress(OSError):
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return line.recv(65536).startswith(b"HTTP/1.1 200")
    return False


def is_hung_up_on(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionResetError:  # something that was sent has not been read
        return True


FEW = 20  # lines of the server below
STRANGERS = [f"127.0.0.{number}" for number in range(3, 23)]


@pytest.fixture
def small() -> Iterator[PageServer]:
    """Of few lines, with a device that was let in at OURS."""
    with serving(small_app(), ServerLimits(threads=2, lines=FEW)) as server:
        yield server


@contextmanager
def held(server: PageServer, addresses: Sequence[str], begins: bytes = b"") -> Iterator[list[socket.socket]]:
    """A line of each of these addresses; the server has all of them, or has hung up on some."""
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(connected(server, address)) for address in addresses]
        for line in lines:
            line.sendall(begins)
        is_served(server.port)
        yield lines


def connected(server: PageServer, address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(address, 0))


@pytest.mark.parametrize("begins", [b"", HEAD, b"POST /health HTTP/1.1\r\nContent-Length: 999\r\n\r\n{"])
def test_oldest_stranger_is_closed_when_places_run_out(small: PageServer, begins: bytes) -> None:
    with held(small, [OURS] * 4) as ours, held(small, STRANGERS * 3, begins) as strangers:
        assert len(small._server.active_channels) <= STRANGERS_SHARE * FEW + len(ours) + 1
        assert all(map(answers, ours)), "a line of ours was closed for a stranger's"
        with held(small, [STRANGE]) as new:
            assert answers(new[0]), "a new device is let in"
        assert is_hung_up_on(strangers[0]), "the first who came makes room"


def test_oldest_own_connection_is_closed_when_all_are_own(small: PageServer) -> None:
    with held(small, [OURS] * FEW) as ours, held(small, [OURS]) as new:
        assert answers(new[0]) and not answers(ours[0])


def test_the_probe_is_answered_while_no_place_is_left(small: PageServer) -> None:
    with held(small, [OURS] * FEW), held(small, STRANGERS):
        assert probes.check_page(small.connect) == ""


@pytest.mark.slow
def test_address_is_own_from_first_request_of_device(tmp_path: Path) -> None:
    with open_stand(tmp_path, "nemesis") as stand:
        devices = stand.app.extensions["lamplight"].devices
        key = devices.accept(devices.invite("", "table"))[1]
        server = PageServer(stand.app, "127.0.0.1", 0, limits=ServerLimits(threads=2))
        server.start()
        for address, name in ((STRANGE, "none"), (OURS, "lamplight.table")):
            with connected(server, address) as line:
                line.sendall(f"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: {name}={key}\r\n\r\n".encode())
                assert line.recv(9) == b"HTTP/1.1 "
        server.stop()
        assert [one in server._own for one in (OURS, STRANGE)] == [True, False]


@pytest.mark.slow
def test_server_hangs_up_on_silent_strangers(small: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.connection_limits.SILENT_S", 0.1)
    with held(small, [OURS, STRANGE]) as (ours, stranger):
        assert is_hung_up_on(stranger) and answers(ours)


@pytest.mark.slow
def test_server_hangs_up_on_an_endless_head(small: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.connection_limits.HEAD_S", 0.1)
    with held(small, [OURS], HEAD) as (ours,):
        assert is_hung_up_on(ours)
