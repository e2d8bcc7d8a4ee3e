"""A page without a browser: hears the snapshots of one table as they come over HTTP."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any

from companion.errors import LamplightError

PATIENCE = 10.0
"""s for one snapshot."""


class SnapshotError(LamplightError):
    """The awaited change did not reach the page."""


class StreamPage:
    """One open stream, and what its newest snapshot asks."""

    def __init__(self, port: int, table: str, cookie: str) -> None:
        """`cookie`: of a device that was let in."""
        self._changed = threading.Condition()
        self._asked: frozenset[str] = frozenset()
        self._at = 0.0
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.request("GET", f"/api/tables/{table}/stream", headers={"Cookie": cookie})
        assert self._connection.sock is not None
        self._socket = self._connection.sock  # which the answer takes over
        self._response = self._connection.getresponse()
        self._reader = threading.Thread(target=self._read, name="bench-page", daemon=True)
        self._reader.start()

    def wait_without(self, prompt: str) -> float:
        """The time (perf_counter) at which the first snapshot without this prompt was there whole. Raises SnapshotError."""
        self._wait(lambda: prompt not in self._asked, f"The prompt {prompt} still stood on the page")
        return self._at

    def wait_with(self, prompt: str) -> None:
        """Until a prompt stands on the page. Raises SnapshotError."""
        self._wait(lambda: prompt in self._asked, f"The prompt {prompt} did not come to the page")

    def _wait(self, is_so: Callable[[], bool], trouble: str) -> None:
        with self._changed:
            if not self._changed.wait_for(is_so, PATIENCE):
                raise SnapshotError(f"{trouble} after {PATIENCE:g} s.")

    def close(self) -> None:
        """Close the connection. Without that it would stay open while the response is read, and a server holds forty."""
        with suppress(OSError):  # the server has closed it first
            self._socket.shutdown(socket.SHUT_RDWR)
        self._reader.join(PATIENCE)
        self._response.close()
        self._connection.close()

    def _read(self) -> None:
        for snapshot in self._snapshots():
            with self._changed:
                self._at = perf_counter()
                self._asked = frozenset(asked["prompt"]["id"] for asked in snapshot["asked"])
                self._changed.notify_all()

    def _snapshots(self) -> Iterator[dict[str, Any]]:
        try:
            for line in self._response:
                text = line.decode()
                if text.startswith("data: {") and text != "data: {}\n":
                    yield json.loads(text.removeprefix("data: "))
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            return  # hung up
