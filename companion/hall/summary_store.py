"""Summaries of evenings: made when the staff asks for one, kept for a day under a token that nobody can guess."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable

from sqlalchemy import Connection, Engine, delete, insert, select

from companion.hall.database.schema import summaries
from companion.hall.evening_summary import summarize_evening
from companion.presentation.responses import EveningSummary
from companion.schema import from_json, to_json

KEPT = 24 * 3600.0
"""s for which a summary can be looked at."""


def store_summary(engine: Engine, lamp: str, clock: Callable[[], float] = time.time) -> str:
    """The token of the evening at a lamp as it is now; `clock`: s, Unix. Raises Refused where no game lies there, StoreError."""
    now, token = clock(), secrets.token_urlsafe(16)
    told = to_json(summarize_evening(engine, lamp, now))
    with engine.begin() as connection:
        connection.execute(delete(summaries).where(summaries.c.at <= now - KEPT))
        connection.execute(insert(summaries), {"token": _hashed(token), "lamp": lamp, "at": now, "told": told})
    return token


def find_summary(engine: Engine, token: str, clock: Callable[[], float] = time.time) -> EveningSummary | None:
    """None where there is none, or it is more than a day old. Raises StoreError."""
    mine = (summaries.c.token == _hashed(token)) & (summaries.c.at > clock() - KEPT)
    with engine.connect() as connection:
        told = connection.scalar(select(summaries.c.told).where(mine))
    return from_json(EveningSummary, told) if told is not None else None


def delete_summaries(connection: Connection, lamp: str) -> None:
    """Those of a table that is wiped."""
    connection.execute(delete(summaries).where(summaries.c.lamp == lamp))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
