"""A device that only watches: it keeps the event stream of a table open as long as the table exists."""

from __future__ import annotations

import http.client
import threading

from companion.sessions import Devices
from companion.web.permissions import Role
from companion.web.request import cookie


class Viewer:
    """One stream after the other, each in its own thread."""

    def __init__(self, port: int, devices: Devices, role: Role) -> None:
        """Join all tables."""
        _, key = devices.accept(devices.invite("", role), role)
        self._port, self._cookie = port, f"{cookie(role, '')}={key}"
        self.snapshots = 0
        self._thread: threading.Thread | None = None

    def look_at(self, table: str) -> None:
        """Watch this table from now on."""
        self._thread = threading.Thread(target=self._look, args=(table,), name=f"viewer of {table}", daemon=True)
        self._thread.start()

    def done(self) -> None:
        """The table was put away, and its stream ends."""
        assert self._thread is not None
        self._thread.join(20)
        assert not self._thread.is_alive(), "a stream outlives its table"

    def _look(self, table: str) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            line.request("GET", f"/api/tables/{table}/stream", headers={"Cookie": self._cookie})
            answer = line.getresponse()
            assert answer.status == http.client.OK, answer.read()
            for sent in answer:
                self.snapshots += sent.startswith(b"event: snapshot")
        finally:
            line.close()
