"""What people read in a TOML file of content: names, titles and texts, their marks as numbered holes."""

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
