"""Meaning of a tag or a button: a token, a card, or a deed. Meanings are in a TOML file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from companion.errors import ContentError
from companion.system.safe_load import toml_of

GROUPS = re.compile(r"[0-9A-Fa-f]{2}([ :]?[0-9A-Fa-f]{2}){3,}")
"""Hexadecimal digits, as the page shows them in groups, a telephone with colons, or a sketch in small letters."""
MOST_LETTERS = 64  # of a tag's id, and of what it means

MeaningKind: TypeAlias = Literal["token", "card", "deed"]
"""Kind of a meaning.

token: a face of a bag, "skull".
card: of the 52, "QS".
deed: the id of an option, which a button taps.
"""

TABLES: Final[Mapping[str, MeaningKind]] = MappingProxyType({"tags": "token", "cards": "card", "buttons": "deed"})


@dataclass(frozen=True, slots=True)
class Meaning:
    """Kind and value of the object that a tag or button stands for."""

    kind: MeaningKind
    value: str


Tags: TypeAlias = Mapping[str, Meaning]  # id of a tag or a button -> what it stands for


def load_tags(path: Path) -> Tags:
    """Return the meanings of a file, as in `[tags]` and `62E3086CED = "skull"`; `[cards]` and `[buttons]` likewise.

    Raises ContentError naming the file and the place.
    """
    read = _read(path)
    found: dict[str, Meaning] = {}
    for name, kind in TABLES.items():
        for written, value in _table(path, read, name).items():
            tag = written if kind == "deed" else plain(written)  # a button's id contains a colon
            if tag in found:
                raise ContentError(f'{path}: {name}."{tag}": it stands in two tables, and can mean one thing only')
            found[tag] = meaning_of(path, name, kind, tag, value)
    if not found:
        raise ContentError(f'{path}: a table [tags] with at least one line like 62E3086CED = "skull" is needed')
    return MappingProxyType(found)


def meaning_of(path: Path, table: str, kind: MeaningKind, tag: str, value: object) -> Meaning:
    """Parse one line. Raises ContentError for a line that a reader could never match."""
    if not is_word(tag):
        raise ContentError(f'{path}: {table}."{tag[:MOST_LETTERS]}": an id has 1 to {MOST_LETTERS} printable letters')
    if not isinstance(value, str) or not is_word(value):
        raise ContentError(f'{path}: {table}."{tag}": the face is a word in quotes, {value!r} stands there')
    return Meaning(kind, value)


def plain(tag: str) -> str:
    """Return the id as readers send it, where a person wrote it in groups or small letters.

    >>> plain("62e3 086c ed"), plain("04:a1:b2:c3"), plain("TOKEN:0:1")
    ('62E3086CED', '04A1B2C3', 'TOKEN:0:1')
    """
    return re.sub("[ :]", "", tag).upper() if GROUPS.fullmatch(tag) else tag


def is_word(text: str) -> bool:
    """Return whether it may be the id of a tag, or a meaning."""
    return 1 <= len(text) <= MOST_LETTERS and text.isprintable()


def _read(path: Path) -> Mapping[str, object]:
    try:
        return toml_of(path)
    except FileNotFoundError as error:
        sentence = f'{path}: there is no such file; a tag table has a line like: 62E3086CED = "skull"'
        raise ContentError(sentence) from error
    except (OSError, ValueError) as error:
        raise ContentError(f"{path}: cannot be read as TOML ({error})") from error


def _table(path: Path, read: Mapping[str, object], name: str) -> Mapping[str, object]:
    table = read.get(name, {})
    if not isinstance(table, dict):
        raise ContentError(f'{path}: {name} is a table [{name}] of lines like 62E3086CED = "skull"')
    return table
