"""Requests that somebody hands on: believed of those alone whom the settings name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from werkzeug.middleware.proxy_fix import ProxyFix


class Proxies:
    """Whose request it is, and whether it came encrypted, where a proxy of ours says so; anybody else's word counts for nothing."""

    def __init__(self, app: Any, proxies: frozenset[str]) -> None:
        """`app`: WSGI; `proxies`: their IP addresses."""
        self._app, self._proxies = app, proxies
        self._behind = ProxyFix(app, x_for=1, x_proto=1, x_host=1)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """As WSGI has it."""
        is_ours = environ.get("REMOTE_ADDR") in self._proxies
        answer: Iterable[bytes] = (self._behind if is_ours else self._app)(environ, start_response)
        return answer
