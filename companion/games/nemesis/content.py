"""The ships that are written down, and those that people write: TOML beside this file, or a record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.errors import ContentError
from companion.games.nemesis import flat
from companion.games.nemesis.lint import checked
from companion.games.nemesis.ship import Ship
from companion.rules.content import load, record

CONTENT = Path(__file__).parent / "content"
SAMPLE = "kittiwake"
LIKE = "like"  # a key of a ship: what is not written in it is as in this one


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """Name -> what is written, of each ship that comes with the game."""
    return MappingProxyType({path.stem: load(path) for path in sorted(CONTENT.glob("*.toml"))})


@cache
def ship_named(name: str) -> Ship:
    """A ship that comes with the game. Raises ContentError naming those there are."""
    if name not in shipped():
        raise ContentError(f"ship: there is no ship {name!r}; there are {', '.join(shipped())}.")
    return record(Ship, dict(shipped()[name]), str(CONTENT / f"{name}.toml"))


def ship_of(choice: str | Mapping[str, Any], where: str = "The ship") -> Ship:
    """A shipped ship by name, or one that was written. Raises ContentError naming the place."""
    if isinstance(choice, str):
        return ship_named(choice)
    return checked(record(Ship, whole(choice), where), where)


def whole(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """As a file has it, with what is taken from the ship it is like. Raises ContentError where there is none of that name."""
    like = told.get(LIKE, "")
    if like and like not in shipped():
        raise ContentError(f"{LIKE}: there is no ship {like!r}; there are {', '.join(shipped())}.")
    base = shipped()[like] if like else {}
    own = {key: value for key, value in flat.written(told).items() if key != LIKE and value != []}
    return {**base, **own}
