"""An entry as its row holds it, with a sum over the rest: a bit that turns on the disk turns into a sentence, not into another past.

The database notices a torn page, and not a letter within a text. A sum over each entry does, and that none is missing the
numbers say; docs/adr/0051 has why it is no chain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from companion.sessions.store.entry import LogRow

LENGTH = 8  # bytes; it guards against accidents, not against forgers
BETWEEN = "\x1f"


def values_of(table: str, row: LogRow, at: float) -> dict[str, Any]:
    """What SQLAlchemy is given of an entry; `at`: s, Unix."""
    return {**stored_of(table, row, at), "data": dict(row.data)}


def stored_of(table: str, row: LogRow, at: float) -> dict[str, Any]:
    """The columns of an entry as they are stored, its data as text."""
    kept = {"seq": row.seq, "kind": row.kind, "name": row.name, "v": row.v, "by": row.by, "rest": row.rest}
    stored = {"table_id": table, "at": at, "data": text_of(row.data), **kept}
    stored["sum"] = sum_of(stored)
    return stored


def text_of(data: Mapping[str, Any]) -> str:
    """JSON as SQLAlchemy writes it."""
    return json.dumps(data if isinstance(data, dict) else dict(data))


def sum_of(stored: Mapping[str, Any]) -> str:
    """Over the columns of an entry as they are stored; its data is the text that lies in the database."""
    parts = (
        stored["table_id"],
        stored["seq"],
        repr(float(stored["at"])),
        stored["kind"],
        stored["name"],
        stored["v"],
        stored["by"],
        int(stored["rest"]),
        stored["data"],
    )
    return blake2b(BETWEEN.join(map(str, parts)).encode(errors="replace"), digest_size=LENGTH).hexdigest()
