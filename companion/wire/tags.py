"""Which tag stands for which face: the tag table of a kit, from a TOML file with one table `[tags]`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from companion.errors import ContentError

MOST_LETTERS = 64  # of a tag's id


def load_tags(path: Path) -> Mapping[str, str]:
    """Tag id -> face, as in `62E3086CED = "skull"`; raises ContentError naming the file and the place."""
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ContentError(
            f'{path}: there is no such file; a tag table has a line like: 62E3086CED = "skull"'
        ) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ContentError(f"{path}: cannot be read as TOML ({error})") from error
    table = read.get("tags")
    if not isinstance(table, dict) or not table:
        raise ContentError(f'{path}: a table [tags] with at least one line like 62E3086CED = "skull" is needed')
    return MappingProxyType({tag: face_of(path, tag, face) for tag, face in table.items()})


def face_of(path: Path, tag: str, face: object) -> str:
    """The face of one line; raises ContentError for a line that a reader could never mean."""
    if not 1 <= len(tag) <= MOST_LETTERS or not tag.isprintable():
        raise ContentError(f'{path}: tags."{tag[:MOST_LETTERS]}": an id has 1 to {MOST_LETTERS} printable letters')
    if not isinstance(face, str) or not face:
        raise ContentError(f'{path}: tags."{tag}": the face is a word in quotes, {face!r} stands there')
    return face
