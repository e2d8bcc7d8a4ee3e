"""The pages of all lamps of a worker, each under a name of its own: http://<lamp>.<domain>/.

A name of its own keeps a table's cookies to itself. A worker that does not serve a lamp says 503 and has done nothing: the proxy
before the workers asks the next one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from http import HTTPStatus
from typing import Any

from werkzeug.wrappers import Request

from companion.errors import LamplightError
from companion.hall.tables.load_queue import Priority
from companion.hall.worker.hall_app import MOST_SYNC_BYTES
from companion.hall.worker.retry_page import PAGE_HEAD, retry_page
from companion.i18n import Languages
from companion.web.connection_limits import LITTLE, MOST_SENT
from companion.web.request import Environ, ServedApp, Start, host_name, language_of, loaded_of, most_of

AFAR = "/hall/"
"""How the addresses begin at which tables that play at their own machine tell of themselves."""
JSON = (("Content-Type", "application/json"),)
NOT_HERE = "This table is served elsewhere, or by nobody just now. The page looks again by itself."


class VirtualHosts:
    """A WSGI app. Safe for threads."""

    def __init__(
        self,
        domain: str,
        serving: Callable[[str, Priority], AbstractContextManager[ServedApp | None]],
        house: Callable[[Environ, Start], Iterable[bytes]],
        shown: Callable[[str], ServedApp | None],
        languages: Languages,
        language: str,
    ) -> None:
        """`serving` a lamp: its page, None where it is not served here, raises LamplightError; `house` answers what no lamp is asked;
        `shown`: the page of a lamp that was read already, without waiting for anything; `language` of the hall, "" = each device's own.
        """
        self._domain, self._serving, self._house, self._shown = domain, serving, house, shown
        self._languages, self._language = languages, language

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        lamp = table_of_host(environ, self._domain)
        if not lamp:
            return self._house(environ, start)
        try:
            with self._serving(lamp, priority_of(environ)) as page:
                return page(environ, start) if page is not None else self._unserved(environ, start, NOT_HERE)
        except LamplightError as error:
            return self._unserved(environ, start, str(error))

    def most(self, environ: Mapping[str, Any]) -> int:
        """Bytes that a request may bring; the server's loop asks, for what is large alone, and while it waits no page is answered.

        Of a table that is not read yet nobody knows here what its device may send: as much as a photograph, and its door then looks.
        """
        lamp = table_of_host(environ, self._domain)
        if not lamp:
            return MOST_SYNC_BYTES if str(environ.get("PATH_INFO", "")).startswith(AFAR) else LITTLE
        page = self._shown(lamp)
        return most_of(page, environ) if page is not None else MOST_SENT

    def _unserved(self, environ: Environ, start: Start, sentence: str) -> Iterable[bytes]:
        """Not by this worker; in the words of a house, said to the device that asks."""
        language = language_of(Request(environ), self._languages, self._language)
        loaded = loaded_of(language, self._languages)
        return answer_unserved(
            environ, start, loaded.tongue().say(sentence) if loaded is not None else sentence, language
        )


def priority_of(environ: Mapping[str, Any]) -> Priority:
    """Who taps has something to say; who only looks sees it a moment later.

    >>> priority_of({"REQUEST_METHOD": "POST"}), priority_of({"REQUEST_METHOD": "GET"})
    (<Priority.THROWN: 0>, <Priority.LOOKED_AT: 1>)
    """
    return Priority.THROWN if environ.get("REQUEST_METHOD") == "POST" else Priority.LOOKED_AT


def table_of_host(environ: Mapping[str, Any], domain: str) -> str:
    """What stands before the hall's own name; "" = no lamp is meant.

    >>> table_of_host({"HTTP_HOST": "lamp-17.hall.local:8090"}, "hall.local"), table_of_host({"HTTP_HOST": "hall.local"}, "hall.local")
    ('lamp-17', '')
    """
    host = host_name(str(environ.get("HTTP_HOST", "")))
    lamp = host.removesuffix(f".{domain}")
    return lamp if lamp != host else ""


def answer_unserved(environ: Environ, start: Start, sentence: str, language: str) -> Iterable[bytes]:
    """Whoever asked for a page reads one, which looks again."""
    is_page = "text/html" in str(environ.get("HTTP_ACCEPT", ""))
    told = {"code": "NOT_HERE", "sentence": sentence, "rule": ""}
    body = retry_page(sentence, language) if is_page else json.dumps(told).encode()
    head = [*(PAGE_HEAD if is_page else JSON), ("Retry-After", "1"), ("Content-Length", str(len(body)))]
    status = HTTPStatus.SERVICE_UNAVAILABLE
    start(f"{status.value} {status.phrase}", head)
    return [body]
