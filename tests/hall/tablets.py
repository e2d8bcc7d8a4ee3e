"""Tablets of the simulated tables: each keeps its stream open, and reconnects elsewhere when its worker is gone.

Like a browser behind nginx, it retries 0.3 s after the end of a stream, and tries the next worker at once if one
does not serve the table.
"""

from __future__ import annotations

import json
import selectors
import socket
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

RETRY = 0.3
"""Seconds before a browser reconnects, as the stream has requested."""
AGAIN = 1.0
"""Seconds before it retries when no worker had the table."""
PATIENCE = 1.0
"""Seconds to wait for a connection, as in nginx."""
LARGEST = 1 << 16
GZIP = 31
HEAD, EVENT, DATA = b"\r\n\r\n", b"\n\n", b"\ndata: "


@dataclass(slots=True)
class Tablet:
    """One tablet and its view of the table."""

    selector: selectors.BaseSelector
    lamp: str
    host: str
    cookie: str
    pages: tuple[int, ...]  # ports of the workers
    at: int = 0  # the last worker that served it
    step: int = 1  # to the next worker to try, since a proxy spreads the clients of a dead one
    asked: int = 0  # workers asked in this round
    line: socket.socket | None = None
    is_open: bool = False
    due: float = 0.0  # s, monotonic: time of the next attempt
    dark: float = 0.0  # s, monotonic: start of the current absence
    absences: list[tuple[float, float]] = field(default_factory=list)  # s, monotonic: start and duration
    heard: int = 0  # bytes
    told: bytes = b""  # unparsed bytes of the header or the stream
    shown: bytes = b""  # the newest snapshot as JSON
    shown_at: float = 0.0  # s, monotonic
    id: str = ""  # of that snapshot, which a browser sends when it reconnects
    unpack: Any = None

    def act(self, now: float) -> None:
        """Reconnect when due."""
        if self.line is None and now >= self.due:
            self._ask()

    def read(self) -> None:
        """Read received bytes."""
        told = b""
        if self.line is not None:
            with suppress(OSError):
                told = self.line.recv(LARGEST)
        self.heard += len(told)
        if not told:
            self._lost()
        elif self.is_open:
            self._show(told)
        else:
            self._open(told)

    @property
    def snapshot(self) -> Any:
        """Return the displayed snapshot, or None."""
        return json.loads(self.shown) if self.is_open and self.shown else None

    def _ask(self) -> None:
        words = f"GET /api/tables/t1/stream HTTP/1.0\r\nHost: {self.host}\r\nCookie: {self.cookie}\r\nAccept-Encoding: gzip\r\n"
        words += f"Last-Event-ID: {self.id}\r\n\r\n" if self.id else "\r\n"
        try:
            self.line = socket.create_connection(("127.0.0.1", self.pages[self.at]), PATIENCE)
            self.line.sendall(words.encode())
        except OSError:
            self._next()
            return
        self.line.setblocking(False)
        self.selector.register(self.line, selectors.EVENT_READ, self)

    def _open(self, told: bytes) -> None:
        self.told += told
        head, end, body = self.told.partition(HEAD)
        if not end:
            return
        if b" 200 " not in head.partition(b"\r\n")[0]:
            self._next()
            return
        if self.dark:
            self.absences.append((self.dark, time.monotonic() - self.dark))
        self.is_open, self.asked, self.dark = True, 0, 0.0
        self.told, self.unpack = b"", zlib.decompressobj(GZIP)
        self._show(body)

    def _show(self, told: bytes) -> None:
        """Process snapshots and skip other messages."""
        *events, self.told = (self.told + self.unpack.decompress(told)).split(EVENT)
        for event in events:
            if b"event: snapshot" in event:
                self.id = event.partition(b"\nid: ")[2].partition(b"\n")[0].decode()
                self.shown, self.shown_at = event.partition(DATA)[2].partition(b"\n")[0], time.monotonic()

    def _lost(self) -> None:
        """Its worker has ended or dropped the table."""
        now = time.monotonic()
        self._hang_up()
        self.dark, self.due = self.dark or now, now + RETRY

    def _next(self) -> None:
        """Try another worker."""
        self._hang_up()
        self.at, self.asked = (self.at + self.step) % len(self.pages), self.asked + 1
        if self.asked % len(self.pages) == 0:
            self.due = time.monotonic() + AGAIN

    def _hang_up(self) -> None:
        self.is_open, self.told = False, b""
        if self.line is not None:
            with suppress(KeyError, ValueError):
                self.selector.unregister(self.line)
            self.line.close()
            self.line = None
