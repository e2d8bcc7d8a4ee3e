"""An app for each house of a test, made after one pattern: to work out a hundred addresses anew takes longer than most tests do."""

from __future__ import annotations

import copy
import secrets
from functools import cache

from flask import Flask

from companion.web.app import create_app
from companion.web.services import Services


def app_of(parts: Services) -> Flask:
    """As `create_app` makes it: the doors are the pattern's, the house and the settings are its own."""
    app = copy.copy(_pattern())
    app.extensions = {**app.extensions, "lamplight": parts}
    app.config = copy.copy(app.config)
    app.config["BOOT"] = secrets.token_hex(4)
    return app


@cache
def _pattern() -> Flask:
    return create_app(None, frozenset({"table.local"}))
