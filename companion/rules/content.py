"""Content is data: TOML beside the game that reads it. Errors name the file and the place in it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.errors import CodecError, ContentError
from companion.wire.codec import from_json

T = TypeVar("T")


@cache
def load(path: Path) -> Mapping[str, Any]:
    """A TOML file, read once. Raises ContentError with the path."""
    try:
        return MappingProxyType(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise ContentError(f"{path}: there is no such content file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(f"{path}: {error}") from error


def record(cls: type[T], data: object, where: str) -> T:
    """One record out of a content file; raises ContentError naming the place."""
    try:
        return from_json(cls, data)
    except CodecError as error:
        raise ContentError(f"{where}: {error}") from error
