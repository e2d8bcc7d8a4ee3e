"""Health and metrics of a worker: /health/live and /health/ready for systemd and the proxy, /metrics for Prometheus."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from secrets import compare_digest
from typing import TypeAlias

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from companion.errors import own_command
from companion.web.request import Environ, Start

JSON_TYPE = "application/json"
TOKEN_NEEDED = f"The numbers of this worker need the token that {own_command('hall metrics-token')} shows."


App: TypeAlias = Callable[[Environ, Start], Iterable[bytes]]
Wrong: TypeAlias = Callable[[], Collection[str]]
"""Codes of the current problems."""


class HealthApp:
    """A WSGI app. Thread-safe."""

    def __init__(
        self, stuck: Wrong, missing: Wrong, text: Callable[[], bytes], token: Callable[[], str], others: App
    ) -> None:
        """`stuck` returns problems that need a restart, `missing` those that block serving, `text` the metrics.
        `token` is read at each request, because another worker may have just created it. `others` handles other
        paths.
        """
        self._stuck, self._missing, self._text, self._token, self._others = stuck, missing, text, token, others

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        match environ.get("PATH_INFO", ""):
            case "/health/live":
                return _health(start, self._stuck())
            case "/health" | "/health/ready":
                return _health(start, (*self._stuck(), *self._missing()))
            case "/metrics":
                return self._metrics(environ, start)
        return self._others(environ, start)

    def _metrics(self, environ: Environ, start: Start) -> Iterable[bytes]:
        token, given = self._token(), str(environ.get("HTTP_AUTHORIZATION", "")).removeprefix("Bearer ")
        if not token or not compare_digest(given.encode(), token.encode()):  # an empty file grants no access
            body = json.dumps({"error": {"code": "FORBIDDEN", "sentence": TOKEN_NEEDED}}).encode()
            return answer(start, "403 Forbidden", body, JSON_TYPE)
        return answer(start, "200 OK", self._text(), CONTENT_TYPE_PLAIN_0_0_4)


def _health(start: Start, wrong: Collection[str]) -> Iterable[bytes]:
    """Return the same JSON as a single table, without details for strangers."""
    body = json.dumps({"healthy": not wrong, "wrong": [*wrong]}).encode()
    return answer(start, "503 Service Unavailable" if wrong else "200 OK", body, JSON_TYPE)


def answer(start: Start, status: str, body: bytes, kind: str) -> Iterable[bytes]:
    """Send a response that caches must not store."""
    head = [("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
    start(status, head)
    return [body]
