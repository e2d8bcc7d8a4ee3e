"""Floor 2: one folder a game. `find` imports a game by the name of its folder, `names` lists the folders."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.errors import LamplightError


class UnknownGameError(LamplightError):
    """There is no folder of that name."""

    code = "UNKNOWNGAME"


class BrokenGameError(LamplightError):
    """A folder of somebody's own cannot be put on the shelf; names the folder and what is wrong with it."""

    code = "BROKENGAME"


@cache
def names() -> tuple[str, ...]:
    """The games there are, by folder."""
    return tuple(sorted(in_folders(__path__)))


def find(name: str) -> Game[Any, Any]:
    """The game in that folder; raises UnknownGameError. The only place where the types of a game's state are forgotten."""
    if name not in names():
        raise UnknownGameError(f"There is no game {name!r}; there are {', '.join(names())}.")
    game: Game[Any, Any] = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def look_in(folder: Path) -> tuple[str, ...]:
    """Further games lie in `folder`: put each of its packages on the shelf, beside ours; return their names.

    They are imported as `companion.games.<name>`, wherever they lie. Raises BrokenGameError: then none of them is there.
    """
    if not folder.is_dir():
        raise BrokenGameError(f"{folder}: there is no such folder of games.")
    place = str(folder.resolve())
    if place in __path__:
        return tuple(in_folders([place]))
    _open(place)
    try:
        return tuple(_is_played(name, place) for name in in_folders([place]))
    except BrokenGameError:
        look_away(folder)
        raise


def look_away(folder: Path) -> None:
    """The games of that folder are on the shelf no longer, and what was imported of them is forgotten."""
    place = str(folder.resolve())
    if place not in __path__:
        return
    gone = tuple(f"{__name__}.{name}" for name in in_folders([place]))
    for module in tuple(sys.modules):
        if any(module == one or module.startswith(f"{one}.") for one in gone):
            del sys.modules[module]
    __path__.remove(place)
    names.cache_clear()


def in_folders(folders: Iterable[str]) -> tuple[str, ...]:
    """The packages that lie there."""
    return tuple(module.name for module in pkgutil.iter_modules(folders) if module.ispkg)


def _open(place: str) -> None:
    ours = names()
    taken = next((name for name in in_folders([place]) if name in ours), "")
    if taken:
        raise BrokenGameError(f"{place}/{taken}: there is a game of that name already; give the folder another one.")
    __path__.append(place)
    names.cache_clear()
    importlib.invalidate_caches()


def _is_played(name: str, place: str) -> str:
    """Its name, once it can be imported; a shelf that stumbles over one folder would show none of the others."""
    try:
        game = find(name)
    except Exception as error:
        raise BrokenGameError(f"{place}/{name}: it cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game) or game.name != name:
        raise BrokenGameError(f"{place}/{name}: GAME is to be a Game named {name!r}, as its folder.")
    return name
