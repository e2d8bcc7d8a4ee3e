"""Find the sentences in the TOML files of games: of their content, and of their page."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from companion.i18n.extract_python import HOLE, SYMBOLS, has_words, numbered

NAMES = frozenset(
    (
        *(
            "title",
            "text",
            "name",
            "story",
            "blurb",
            "intro",
            "note",
            "notes",
            "read",
            "description",
            "label",
            "action",
        ),
        *("checklist", "passed", "failed", "traits", "keywords", "calling", "word", "words", "plural", "short", "hint"),
        *("space", "spaces", "home", "planets", "items", "not_in_range", "unmet", "task", "turned", "weapon", "what"),
        *("possessions", "doors", "darkness", "adjacent", "between", "of", "tags", "deck", "rule", "sentence", "also"),
    )
)
"""Keys whose values people read even where they are one word."""
MACHINES = frozenset(
    (
        "map",
        "set",
        "when",
        "on",
        "boards",
        "id",
        "picture",
        "authors",
        "add",
        "remove",
        "next",
        "box",
        "product",
        "find",
    )
)
KEYED = frozenset(("conditions.toml",))  # whose keys are names that people read
MARK = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")


def texts(source: str, file: str) -> Iterator[str]:
    """The msgids of one file, in their order, some several times."""
    yield from _under("", tomllib.loads(source), is_keyed=file in KEYED)


def _under(key: str, value: Any, *, is_keyed: bool = False) -> Iterator[str]:
    match value:
        case Mapping():
            for inner, below in value.items():
                if is_keyed:
                    yield inner
                if isinstance(below, Mapping) or not (inner in MACHINES or inner.isdecimal()):
                    yield from _under(inner, below)
        case list():
            for one in value:
                yield from _under(key, one)
        case str() if _is_read(key, value):
            yield numbered(MARK.sub(_hole, value.replace("\\n", "\n").strip()))


def _is_read(key: str, value: str) -> bool:
    if not has_words(value):
        return False
    words = value.split()
    return len(words) > 1 or (key in NAMES and "_" not in value)


def _hole(mark: re.Match[str]) -> str:
    return mark[0] if mark[0][1:-1] in SYMBOLS else HOLE


PAGE = {"faces": ("word",), "kinds": ("several", "one", "many", "title", "note")}
HOUSE = {"faces": ("sentence",), "kinds": ("several",), "readable": ("title",)}
"""Tables, and their keys whose values people read."""


def page_texts(source: str, domain: str) -> Iterator[str]:
    """The msgids that a file has in the domain "page" or "house"."""
    told = tomllib.loads(source)
    for table, keys in (PAGE if domain == "page" else HOUSE).items():
        for row in _rows(told.get(table, ())):
            yield from (row[key] for key in keys if key in row)
    if domain == "page":
        yield from told.get("kits", {}).values()


def _rows(table: Any) -> Iterator[Mapping[str, str]]:
    yield from table.values() if isinstance(table, Mapping) else table
