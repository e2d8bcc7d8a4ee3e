"""Extract text for people from the TOML files of games and kits, by the keys that hold it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

NAMES = frozenset(
    """
    title text name story blurb intro note notes read description label action checklist passed failed traits
    keywords calling word words plural short hint space spaces home planets items not_in_range unmet task turned
    weapon what possessions doors darkness adjacent between of tags deck rule sentence also spoken needs
    """.split()  # noqa: SIM905
)
"""Keys whose values people read even where they are one word."""
MACHINES = frozenset(
    "map set when on boards id picture authors add remove next box product find".split()  # noqa: SIM905
)
IDS = frozenset(("traits", "unmet"))
"""Of these, small words are for the rules: people read "Weapon", and not "weapon"."""
KEYED = frozenset(("conditions.toml",))  # whose keys are names that people read
TITLED = frozenset(("items", "cards", "crafted"))  # tables of which the same is true
PAGE = {"faces": ("word",), "kinds": ("several", "one", "title", "note")}
HOUSE = {"faces": ("word",), "kinds": ("several",), "readable": ("title",)}
"""Tables of a game's page, and the keys in them whose text the page or the server shows."""
LETTERS = re.compile(r"[^\W\d_]{2}")
MARK = re.compile(r"\{(\w+):(\w+)\}")
"""`{var:flood}` in a text is the placeholder `{var_flood}` of its message."""


def extract_content(source: str, file: str) -> Iterator[str]:
    """The messages of one file of content, in their order, some several times."""
    yield from _under("", tomllib.loads(source), is_keyed=file in KEYED)


def _under(key: str, value: Any, *, is_keyed: bool = False) -> Iterator[str]:
    match value:
        case Mapping():
            for inner, below in value.items():
                if is_keyed or key in TITLED:
                    yield inner
                if isinstance(below, Mapping) or not (inner in MACHINES or inner.isdecimal()):
                    yield from _under(inner, below)
        case list():
            for one in value:
                yield from _under(key, one)
        case str() if _is_read(key, value):
            yield MARK.sub(r"{\1_\2}", value.replace("\\n", "\n").strip())


def _is_read(key: str, value: str) -> bool:
    if len(value.split()) > 1:
        return LETTERS.search(value) is not None
    is_id = "_" in value or (key in IDS and value.islower())
    return key in NAMES and not is_id and LETTERS.search(value) is not None


def extract_page(source: str, domain: str) -> Iterator[str | tuple[str, str]]:
    """The messages of a game's page in the domain "page" or "house"; the number of things of a kind has two forms."""
    told = tomllib.loads(source)
    for table, keys in (PAGE if domain == "page" else HOUSE).items():
        rows = told.get(table, ())
        for row in rows.values() if isinstance(rows, Mapping) else rows:
            yield from ((row[key], row["many"]) if key == "one" else row[key] for key in keys if key in row)
    if domain == "page":
        yield from told.get("kits", {}).values()
    else:
        yield from filter(None, map(_within, told.get("faces", {}).values()))


def _within(face: Mapping[str, str]) -> str:
    """Return a face's name within a sentence, as `engine.sentence_of` does."""
    word = face.get("word", "")
    return face.get("sentence", word[:1].lower() + word[1:])
