"""Route requests by host name: each table is at http://<table>.<domain>/, which separates their cookies."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from http import HTTPStatus
from typing import Any, Literal, TypeAlias

from werkzeug.wrappers import Request

from companion.errors import LamplightError, NotOwnerError
from companion.hall.web.hall_app import MOST_SYNC_BYTES
from companion.i18n.languages import Languages
from companion.schema import Words
from companion.web.connection_limits import MOST_SENT, SMALL_BODY
from companion.web.request import Environ, ServedApp, Start, host_name, language_of, most_of

RETRY_S = 3
"""s until the browser reloads the page."""
PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
PAGE_HEAD = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", PAGE_POLICY),
)
PAGE_STYLE = (
    "background:#0c0e11;color:#e9e2d3;font:1.25rem/1.5 sans-serif;margin:20vh auto;max-width:32rem;padding:0 1.5rem"
)
SYNC_PREFIX = "/hall/"
"""Path prefix of the sync routes."""
JSON_HEAD = (("Content-Type", "application/json"),)
Use: TypeAlias = Literal["tap", "stream", "other"]
"""A request that takes milliseconds, an event stream, or one that may take longer."""


class VirtualHosts:
    """A WSGI app. Thread-safe."""

    def __init__(
        self,
        domain: str,
        serving: Callable[[str, Use, Callable[[], bool]], AbstractContextManager[ServedApp | None]],
        house: Callable[[Environ, Start], Iterable[bytes]],
        shown: Callable[[str], ServedApp | None],
        languages: Languages,
        language: str,
    ) -> None:
        """Route requests by host name.

        `serving` yields a table's page for one use, or None if the client has disconnected meanwhile. It raises
        NotOwnerError if the table is not played here. `house` handles requests without a table. `shown` returns the
        page of a cached table without waiting. `language` is the default, "" = of each device.
        """
        self._domain, self._serving, self._house, self._shown = domain, serving, house, shown
        self._languages, self._language = languages, language

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        table = table_of_host(environ, self._domain)
        if not table:
            return self._house(environ, start)
        try:
            with self._serving(table, _use(environ), partial(_is_connected, environ)) as page:
                return page(environ, start) if page is not None else _send_no_content(start)
        except NotOwnerError as error:
            return self._refuse(environ, start, HTTPStatus.NOT_FOUND, error.sentence)
        except (
            LamplightError
        ) as error:  # the database is away, or the log cannot be read: the proxy may ask another worker
            return self._refuse(environ, start, HTTPStatus.SERVICE_UNAVAILABLE, error.sentence)

    def most(self, environ: Mapping[str, Any]) -> int:
        """Return the bytes that a request may have. The server loop calls this for large requests only, and must not
        wait.

        For a table that is not cached this is the size of a photograph, and its app checks again.
        """
        table = table_of_host(environ, self._domain)
        if not table:
            return MOST_SYNC_BYTES if str(environ.get("PATH_INFO", "")).startswith(SYNC_PREFIX) else SMALL_BODY
        page = self._shown(table)
        return most_of(page, environ) if page is not None else MOST_SENT

    def _refuse(self, environ: Environ, start: Start, status: HTTPStatus, sentence: Words) -> Iterable[bytes]:
        """Return the error in the client's language: JSON, or a page that reloads where the client accepts HTML."""
        language = language_of(Request(environ), self._languages, self._language)
        text = self._languages.say(language)(sentence)
        is_page = "text/html" in str(environ.get("HTTP_ACCEPT", ""))
        error = {"code": "NOT_HERE", "sentence": text, "rule": ""}
        body = retry_page(text, language) if is_page else json.dumps(error).encode()
        head = [*(PAGE_HEAD if is_page else JSON_HEAD), ("Retry-After", "1"), ("Content-Length", str(len(body)))]
        start(f"{status.value} {status.phrase}", head)
        return [body]


def _is_connected(environ: Environ) -> bool:
    """Return whether the client is still connected. A proxy asks another worker after some seconds."""
    has_left = environ.get("waitress.client_disconnected")
    return has_left is None or not has_left()


def _send_no_content(start: Start) -> Iterable[bytes]:
    start(f"{HTTPStatus.NO_CONTENT.value} {HTTPStatus.NO_CONTENT.phrase}", [])
    return []


def _use(environ: Environ) -> Use:
    path = str(environ.get("PATH_INFO", ""))
    if not path.startswith("/api/tables/"):
        return "other"
    if environ.get("REQUEST_METHOD") == "POST":
        return "tap"
    return "stream" if path.endswith("/stream") else "other"


def table_of_host(environ: Mapping[str, Any], domain: str) -> str:
    """Return the host name before the domain, "" where no table is meant.

    >>> table_of_host({"HTTP_HOST": "lamp-17.hall.local:8090"}, "hall.local"), table_of_host({"HTTP_HOST": "hall.local"}, "hall.local")
    ('lamp-17', '')
    """
    host = host_name(str(environ.get("HTTP_HOST", "")))
    table = host.removesuffix(f".{domain}")
    return table if table != host else ""


def retry_page(sentence: str, language: str) -> bytes:
    """Return a page without script that shows the sentence and reloads."""
    return (
        f'<!doctype html><html lang="{html.escape(language)}"><head><meta charset="utf-8"><meta http-equiv="refresh" content="{RETRY_S}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Lamplight</title></head>'
        f'<body style="{PAGE_STYLE}"><h1>Lamplight</h1><p>{html.escape(sentence)}</p></body></html>'
    ).encode()
