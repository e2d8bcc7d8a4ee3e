"""An entry as its row holds it, with a sum over the rest: a bit that turns on the disk turns into a sentence, not into another past.

The database notices a torn page, and not a letter within a text. A sum over each entry does, and that none is missing the
numbers say; docs/adr/0051 has why it is no chain.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from companion.tables.entry import Row

LENGTH = 8  # bytes; it guards against accidents, not against forgers
BETWEEN = "\x1f"


def values_of(table: str, row: Row, at: float) -> dict[str, Any]:
    """What is stored of an entry; `at`: s, Unix."""
    kept = {"seq": row.seq, "kind": row.kind, "name": row.name, "v": row.v, "by": row.by, "rest": row.rest}
    values: dict[str, Any] = {"table_id": table, "at": at, "data": dict(row.data), **kept}
    return {**values, "sum": sum_of({**values, "data": json.dumps(values["data"])})}


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
