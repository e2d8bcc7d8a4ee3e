"""Load what tags and buttons stand for: a token, a card, or a deed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from companion.errors import ContentError
from companion.system.safe_load import toml_of

WRITTEN_UID = re.compile(r"[0-9A-Fa-f]{2}([ :]?[0-9A-Fa-f]{2}){3,}")
"""Hexadecimal id of a tag, with the spaces of our page, the colons of a telephone, or small letters."""
MOST_LETTERS = 64  # of an id, and of a meaning

MeaningKind: TypeAlias = Literal["token", "card", "deed"]
"""Kind of a meaning.

token: a face of a bag, "skull".
card: of the 52, "QS".
deed: the id of an option, which a button taps.
"""

TABLES: Final[Mapping[str, MeaningKind]] = MappingProxyType({"tags": "token", "cards": "card", "buttons": "deed"})
"""Tables of the file."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """Kind and value of the object that a tag or button stands for."""

    kind: MeaningKind
    value: str


Tags: TypeAlias = Mapping[str, Meaning]  # id of a tag or a button -> what it stands for


def load_tags(path: Path) -> Tags:
    """Load the tables `[tags]`, `[cards]` and `[buttons]` of a TOML file, with lines like `62E3086CED = "skull"`.

    Raises ContentError naming the file and the place.
    """
    content = _read(path)
    tags: dict[str, Meaning] = {}
    for table, kind in TABLES.items():
        for key, value in _table(path, content, table).items():
            tag = key if kind == "deed" else normalize_uid(key)  # a button's id contains a colon
            if tag in tags:
                raise ContentError(f'{path}: {table}."{tag}": it stands in two tables, and can mean one thing only')
            tags[tag] = _parse_meaning(path, table, kind, tag, value)
    if not tags:
        raise ContentError(f'{path}: a table [tags] with at least one line like 62E3086CED = "skull" is needed')
    return MappingProxyType(tags)


def _parse_meaning(path: Path, table: str, kind: MeaningKind, tag: str, value: object) -> Meaning:
    """Parse one line. Raises ContentError for a line that a reader could never match."""
    if not is_word(tag):
        raise ContentError(f'{path}: {table}."{tag[:MOST_LETTERS]}": an id has 1 to {MOST_LETTERS} printable letters')
    if not isinstance(value, str) or not is_word(value):
        raise ContentError(f'{path}: {table}."{tag}": the face is a word in quotes, {value!r} stands there')
    return Meaning(kind, value)


def normalize_uid(tag: str) -> str:
    """Return an id that a person wrote in groups or small letters as readers send it. Other ids stay as they are.

    >>> normalize_uid("62e3 086c ed"), normalize_uid("04:a1:b2:c3"), normalize_uid("TOKEN:0:1")
    ('62E3086CED', '04A1B2C3', 'TOKEN:0:1')
    """
    return re.sub("[ :]", "", tag).upper() if WRITTEN_UID.fullmatch(tag) else tag


def is_word(text: str) -> bool:
    """Return whether a text may be the id of a tag, or a meaning."""
    return 1 <= len(text) <= MOST_LETTERS and text.isprintable()


def _read(path: Path) -> Mapping[str, object]:
    try:
        return toml_of(path)
    except FileNotFoundError as error:
        sentence = f'{path}: there is no such file; a tag table has a line like: 62E3086CED = "skull"'
        raise ContentError(sentence) from error
    except (OSError, ValueError) as error:
        raise ContentError(f"{path}: cannot be read as TOML ({error})") from error


def _table(path: Path, content: Mapping[str, object], name: str) -> Mapping[str, object]:
    table = content.get(name, {})
    if not isinstance(table, dict):
        raise ContentError(f'{path}: {name} is a table [{name}] of lines like 62E3086CED = "skull"')
    return table
