"""Tablets of the simulated tables: each keeps its stream open, and reconnects elsewhere when its worker is gone.

Like a browser behind nginx, it retries 0.3 s after a stream has ended, and tries the next worker at once where one
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
"""s after which a browser asks again: the stream itself has told it so."""
AGAIN = 1.0
"""s until it retries where no worker had the table."""
PATIENCE = 1.0
"""s for a connection, as nginx has."""
LARGEST = 1 << 16
GZIP = 31
HEAD, EVENT, DATA = b"\r\n\r\n", b"\n\n", b"\ndata: "


@dataclass(slots=True)
class Tablet:
    """One, and what it has seen of its table."""

    selector: selectors.BaseSelector
    lamp: str
    host: str
    cookie: str
    pages: tuple[int, ...]  # ports of the workers
    at: int = 0  # the worker that had it last
    step: int = 1  # to the next worker to try, since a proxy spreads the clients of a dead one
    asked: int = 0  # so many of them in this round
    line: socket.socket | None = None
    is_open: bool = False
    due: float = 0.0  # s, monotonic: when it asks next
    dark: float = 0.0  # s, monotonic: since when it sees nothing
    absences: list[tuple[float, float]] = field(default_factory=list)  # s, monotonic: when, and how long
    heard: int = 0  # bytes
    told: bytes = b""  # of the head, then of the stream, not taken apart yet
    shown: bytes = b""  # the newest picture of the table, JSON
    shown_at: float = 0.0  # s, monotonic
    id: str = ""  # of that snapshot, which a browser sends when it reconnects
    unpack: Any = None

    def act(self, now: float) -> None:
        """Reconnect when due."""
        if self.line is None and now >= self.due:
            self._ask()

    def read(self) -> None:
        """Something has come."""
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
        """Pictures of the table; between them beats, and what happens over the tray."""
        *events, self.told = (self.told + self.unpack.decompress(told)).split(EVENT)
        for event in events:
            if b"event: snapshot" in event:
                self.id = event.partition(b"\nid: ")[2].partition(b"\n")[0].decode()
                self.shown, self.shown_at = event.partition(DATA)[2].partition(b"\n")[0], time.monotonic()

    def _lost(self) -> None:
        """Its worker has ended or given the table away."""
        now = time.monotonic()
        self._hang_up()
        self.dark, self.due = self.dark or now, now + RETRY

    def _next(self) -> None:
        """Another worker may have it."""
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
