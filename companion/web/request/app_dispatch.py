"""Select the services of a request: those of the app, or those of the table that a hall's worker serves.

All tables of a worker share one Flask app. To compile a hundred routes again for each takes 50 ms and thousands of objects, exactly
while a worker takes over the tables of another.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from flask import Flask, current_app, request

from companion.web.services import Services
from companion.web.static_files import load_static_files

Environ: TypeAlias = dict[str, Any]
Start: TypeAlias = Callable[..., Any]
SERVICES_KEY = "lamplight"
"""Key of the services in `Flask.extensions`."""
SERVED_APP_KEY = "lamplight.meant"
"""Key of the requested page in the WSGI environment, where one app serves several."""
VISITOR = "lamplight.visitor"
"""Key of the identity of the requesting device in the WSGI environment."""


@dataclass(frozen=True, slots=True)
class ServedApp:
    """A WSGI app: one of several pages that share a Flask app."""

    app: Flask
    house: Any  # Services
    hosts: frozenset[str]  # names it answers to
    boot: str = field(default_factory=lambda: secrets.token_hex(4))

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        environ[SERVED_APP_KEY] = self
        return self.app(environ, start)


def parts() -> Services:
    """Return the services of the app that serves this request. The recovery and staff apps have only some of them."""
    services: Services = house()
    return services


def house() -> Any:
    """Return the Services; the recovery and staff apps have smaller records."""
    served = _served_app()
    return served.house if served is not None else current_app.extensions[SERVICES_KEY]


def hosts() -> frozenset[str]:
    """Return the names that the page answers to, besides IP addresses, localhost and *.local."""
    served = _served_app()
    names: frozenset[str] = served.hosts if served is not None else current_app.config["HOSTS"]
    return frozenset(map(str.lower, names))


def host_name(host: str) -> str:
    """Return the host of a Host header, without port, brackets and trailing dot.

    >>> host_name("[::1]"), host_name("[::1]:8080"), host_name("Table.local.:8080"), host_name("192.168.1.7")
    ('::1', '::1', 'table.local', '192.168.1.7')
    """
    if host.startswith("["):
        number, _, port = host[1:].partition("]")
        return number.lower() if port[:1] in ("", ":") else ""
    return host.partition(":")[0].lower().removesuffix(".")


def boot() -> str:
    """Return an id of this start. A page must not trust what it received under another one."""
    served = _served_app()
    return served.boot if served is not None else str(current_app.config["BOOT"])


def assets() -> str:
    """Return a hash of the page's files. A page with another one reloads itself."""
    return load_static_files().version


def _served_app() -> ServedApp | None:
    return request.environ.get(SERVED_APP_KEY)
