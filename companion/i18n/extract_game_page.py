"""What people read of a game's page.toml: some of it is said by the page, some by the house within its sentences."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

PAGE = {"faces": ("word",), "kinds": ("several", "one", "many", "title", "note")}
HOUSE = {"faces": ("sentence",), "kinds": ("several",), "readable": ("title",)}
"""Tables, and their keys whose values people read."""


def texts(source: str, domain: str) -> Iterator[str]:
    """The msgids that a file has in the domain "page" or "house"."""
    told = tomllib.loads(source)
    for table, keys in (PAGE if domain == "page" else HOUSE).items():
        for row in _rows(told.get(table, ())):
            yield from (row[key] for key in keys if key in row)
    if domain == "page":
        yield from told.get("kits", {}).values()


def _rows(table: Any) -> Iterator[Mapping[str, str]]:
    yield from table.values() if isinstance(table, Mapping) else table
