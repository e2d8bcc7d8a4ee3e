"""The notification socket of systemd."""

from __future__ import annotations

import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.messaging.heard import SECONDS

END = b"the end"


class Systemd:
    """Receives at once, as systemd does: a socket with ten waiting datagrams blocks the sender."""

    def __init__(self, path: Path) -> None:
        self._path, self._said = str(path), queue.Queue[str]()
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(self._path)
        self._thread = threading.Thread(target=self._hear, name="systemd", daemon=True)
        self._thread.start()

    def next(self) -> str:
        return self._said.get(timeout=SECONDS)

    def until(self, words: str) -> None:
        while self.next() != words:
            pass

    def close(self) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last:
            last.sendto(END, self._path)
        self._thread.join()
        self._line.close()

    def _hear(self) -> None:
        while (said := self._line.recv(2000)) != END:
            self._said.put(said.decode())


@contextmanager
def listening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    """Receive what this process sends to systemd."""
    systemd = Systemd(folder / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", str(folder / "notify"))
    try:
        yield systemd
    finally:
        systemd.close()
