"""Name each request for the log, and name its browser."""

from __future__ import annotations

import secrets
from http import HTTPStatus

from flask import Flask, Response, request
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from companion.web.request.app_dispatch import parts

ID_HEADER = "X-Request-Id"


def follow(app: Flask) -> None:
    """Give each request an id. Error responses carry it as a header."""

    @app.before_request
    def name() -> None:
        clear_contextvars()  # left from the previous request of this thread
        bind_contextvars(request=secrets.token_hex(4))
        table = (request.view_args or {}).get("table", "")
        if table:
            bind_contextvars(table=table)

    @app.after_request
    def count(response: Response) -> Response:
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            response.headers[ID_HEADER] = get_contextvars()["request"]
        health = parts().health
        if health is not None:
            health.count_response(response.status_code)
        return response


BROWSERS = (
    ("EdgA", "Edge"), ("EdgiOS", "Edge"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Silk", "Silk"), ("FxiOS", "Firefox"), ("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chromium", "Chromium"),
    ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
"""Part of a User-Agent header -> name. The order counts: nearly every browser also claims to be those after it."""
MACHINES = (
    ("iPad", "iPad"), ("iPhone", "iPhone"), ("Android TV", "TV"), ("SMART-TV", "TV"),
    ("SmartTV", "TV"), ("Web0S", "TV"), ("Android", "Android"), ("CrOS", "Chromebook"),
    ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def browser(agent: str) -> str:
    """Return the name of a browser by its User-Agent header, "" if it is not known.

    >>> browser("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1")
    'Safari, iPad'
    >>> browser("curl/8.0"), browser("")
    ('', '')
    """
    named = next((name for part, name in BROWSERS if part in agent), "")
    machine = next((name for part, name in MACHINES if part in agent), "")
    return ", ".join(part for part in (named, machine) if part)
