"""The sync client keeps trying, whatever the server answers."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.hall_link.log_sync import HallSyncClient, HallUnreachableError, Send, http_sender
from companion.settings import HallLink
from tests.new_log import new_log

BROKEN = {
    "it breaks off": b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"marks"',
    "it is no HTTP": b"garbage\r\n\r\n",
    "it says nothing": b"",
    "a refusal breaks off": b'HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\n{"err',
}


@pytest.fixture
def answering() -> Iterator[Callable[[bytes], Send]]:
    """Return a `Send` to a server that answers once with these bytes."""
    with socket.socket() as there:
        there.bind(("127.0.0.1", 0))
        there.listen()

        def once(answer: bytes) -> None:
            with there.accept()[0] as line:
                heard = b""
                while not heard.endswith(b"{}"):  # unread data would reset the connection, which is another fault
                    heard += line.recv(65536)
                line.sendall(answer)

        def way(answer: bytes) -> Send:
            threading.Thread(target=once, args=(answer,), daemon=True).start()
            return http_sender(HallLink(url=f"http://127.0.0.1:{there.getsockname()[1]}", key="k", name="far"), "lamp")

        yield way


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN.keys())
def test_broken_response_counts_as_unreachable(answering: Callable[[bytes], Send], answer: bytes) -> None:
    with pytest.raises(HallUnreachableError, match=r"^[^\n]{1,300}$"):
        answering(answer)(b"{}")


def test_foreign_server_is_reported(tmp_path: Path) -> None:
    log = new_log(tmp_path)
    with pytest.raises(HallUnreachableError, match="no hall of ours"):
        HallSyncClient(log.database, lambda _message: b"<html>").send_update()
    log.close()


class Stumbling:
    """A `Send` that raises an unexpected error each time."""

    def __init__(self) -> None:
        self.tried = 0
        self.often = threading.Event()

    def __call__(self, _message: bytes) -> bytes:
        self.tried += 1
        if self.tried == 2:
            self.often.set()
        raise ZeroDivisionError


@pytest.mark.slow
def test_unexpected_error_is_logged_once_and_retried(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    log, way = new_log(tmp_path), Stumbling()
    follower = HallSyncClient(log.database, way)
    follower.start()
    with caplog.at_level(logging.WARNING):
        assert way.often.wait(10), "it was tried again after a second"
        follower.stop()
    log.close()
    assert follower.stumbled == 2 and follower.trouble
    assert sum(record.levelno == logging.ERROR for record in caplog.records) == 1
