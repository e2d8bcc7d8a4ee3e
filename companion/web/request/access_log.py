"""What is written down of a request: a name by which its lines are found together, the table it is about, and what came of it."""

from __future__ import annotations

import secrets
from http import HTTPStatus

from flask import Flask, Response, request
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from companion.web.request.context import parts

NAME = "X-Request-Id"


def follow(app: Flask) -> None:
    """Give each request a name; where it is refused or fails, the answer tells it."""

    @app.before_request
    def name() -> None:
        clear_contextvars()  # of the request that this thread served before
        bind_contextvars(request=secrets.token_hex(4))
        table = (request.view_args or {}).get("table", "")
        if table:
            bind_contextvars(table=table)

    @app.after_request
    def count(response: Response) -> Response:
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            response.headers[NAME] = get_contextvars()["request"]
        found = parts().caring
        if found is not None:
            found.answered(response.status_code)
        return response
