"""Lines of the server: nobody holds them all, no head is waited for for ever, and nothing large is written down for nobody."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator

import pytest
from flask import Flask
from waitress.adjustments import Adjustments

from companion.web.line import HEAD_S, LARGE_AT_ONCE, MOST_OF_ONE, MOST_SENT, Request, Watch
from companion.web.server import PageServer
from tests.hostile.line import BROKEN, SILENCE, Crowd, Heard, ask, is_served, judge

HEAD = b"GET / HTTP/1.1\r\nHost: loc"


@pytest.fixture
def server() -> Iterator[PageServer]:
    app = Flask("served")

    @app.get("/health")
    def health() -> str:
        return "well"

    @app.post("/api/records")
    def bring() -> str:
        return "brought"

    server = PageServer(app, "127.0.0.1", 0, threads=4)
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("begins", [b"", HEAD, b"POST /health HTTP/1.1\r\nContent-Length: 999\r\n\r\n{"])
def test_one_address_that_holds_lines_takes_nobody_elses(server: PageServer, begins: bytes) -> None:
    crowd = Crowd(server.port, MOST_OF_ONE + 30, begins)
    try:
        assert is_served(server.port) < 1
        assert len(server._server.active_channels) <= MOST_OF_ONE + 1
    finally:
        crowd.leave()


def test_a_broken_request_is_answered_or_left_and_says_nothing_of_us(
    server: PageServer, caplog: pytest.LogCaptureFixture
) -> None:
    heard = Heard()
    for name, sent in list(BROKEN.items())[::4]:
        judge(heard, name, *ask(server.port, sent, SILENCE))
    is_served(server.port)
    assert heard.wrongs == []
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


def test_a_request_without_a_first_line_has_a_name_for_the_log() -> None:
    broken = Request(Adjustments(), lambda: True)
    broken.received(b"\x16\x03\r\n\r\n")  # as TLS begins
    assert (broken.completed, broken.path) == (True, "")


def large(length: int, path: str = "/api/records") -> bytes:
    return b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n{" % (path.encode(), length)


def status(port: int, sent: bytes) -> str:
    """Of the answer; "" where the server waits for more."""
    answer, _ = ask(port, sent, SILENCE)
    return answer.partition(b" ")[2][:3].decode()


def test_what_is_larger_than_any_photograph_is_refused_before_it_is_sent(server: PageServer) -> None:
    assert status(server.port, large(MOST_SENT + 1, "/health")) == "413"
    assert status(server.port, large(MOST_SENT - 1, "/health")) == ""


def test_an_evening_may_be_large_and_few_may_be_sent_at_once(server: PageServer) -> None:
    several = Crowd(server.port, LARGE_AT_ONCE, large(100 << 20))
    time.sleep(SILENCE)
    assert status(server.port, large(100 << 20)) == "413"
    several.leave()
    time.sleep(SILENCE)
    assert status(server.port, large(100 << 20)) == ""


class Head:
    """A line, as the watch sees it."""

    def __init__(self, waits: bool) -> None:
        self.waits_for_head, self.closed = waits, 0

    def handle_close(self) -> None:
        self.closed += 1
        self.waits_for_head = False


def test_a_head_that_does_not_end_is_waited_for_some_seconds() -> None:
    now = [0.0]
    watch, slow, quick = Watch(lambda: now[0]), Head(True), Head(False)
    lines = {1: slow, 2: quick}
    watch.look(lines)  # type: ignore[arg-type]
    now[0] = HEAD_S
    watch.look(lines)  # type: ignore[arg-type]
    assert slow.closed == 0
    now[0] += 0.1
    watch.look(lines)  # type: ignore[arg-type]
    assert (slow.closed, quick.closed) == (1, 0)


def test_the_server_hangs_up_on_a_head_that_does_not_end(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.line.HEAD_S", 0.1)
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(HEAD)
        assert line.recv(9) == b""
    assert is_served(server.port) < 1
