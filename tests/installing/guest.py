"""The first tablet at an installed table: claims it, opens a table and answers prompts."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.e2e.lamp import choice

TRIES = 5


class Guest:
    """With HTTP only, as any browser."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.key: dict[str, str] = {}

    def get(self, path: str) -> Any:
        with self._ask(urllib.request.Request(self.url + path, headers=self.key)) as answer:
            return json.load(answer)

    def page(self) -> str:
        """The first page."""
        with self._ask(urllib.request.Request(f"{self.url}/", headers=self.key)) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **body: Any) -> Any:
        headers = {"Content-Type": "application/json", "X-Lamplight": "1", **self.key}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with self._ask(request) as answer:
            if cookie := answer.headers["Set-Cookie"]:
                self.key = {"Cookie": cookie.partition(";")[0]}
            return json.load(answer)

    def _ask(self, request: urllib.request.Request) -> Any:
        """Retry if the server hung up before reading: it waits ten seconds for a head, and an emulated processor may need them."""
        for _ in range(TRIES - 1):
            with suppress(http.client.RemoteDisconnected):
                return urllib.request.urlopen(request, timeout=120)
        return urllib.request.urlopen(request, timeout=120)

    def is_healthy(self) -> bool:
        """Whether the page answers and nothing is badly wrong. False before it starts."""
        try:
            return bool(self.get("/health")["healthy"])
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def asked(self, table: str) -> list[Any]:
        """The open prompts."""
        return [a["prompt"] for a in self.get(f"/api/tables/{table}/snapshot")["asked"]]

    def answer(self, table: str) -> str:
        """Give the first prompt the smallest possible answer. Returns the title of the next prompt."""
        prompt = self.asked(table)[0]
        name = f"{prompt['id']}-{time.monotonic_ns()}"
        self.post(f"/api/tables/{table}/answer", prompt=prompt["id"], values=choice(prompt, {}), id=name)
        return str(self.asked(table)[0]["title"])


def wait_for(holds: Callable[[], Any], seconds: float, what: str) -> None:
    """Wait until it holds. Raises TimeoutError with these words."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.1)
