"""Find, list and load the games, one folder each."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import EMBLEM_FILE, FACE_WORDS, PAGE_FOLDER, Game, GamePage, KindPage, read_page, sentence_of
from companion.errors import ContentError, LamplightError


class UnknownGameError(LamplightError):
    """Raised when no folder has the name of a game."""

    code = "UNKNOWNGAME"


class BrokenGameError(LamplightError):
    """Raised when a folder of games cannot be loaded. The message names the folder and the fault."""

    code = "BROKENGAME"


@cache
def names() -> tuple[str, ...]:
    """Return the folder names of all games."""
    return tuple(sorted(in_folders(__path__)))


def find(name: str) -> Game[Any, Any]:
    """Import the game of a folder. Raises UnknownGameError. The one place where the type of the state is erased."""
    if name not in names():
        raise UnknownGameError(f"There is no game {name!r}; there are {', '.join(names())}.")
    game: Game[Any, Any] = importlib.import_module(f"{__name__}.{name}").GAME
    return game


@cache
def pages() -> Mapping[str, GamePage]:
    """Return the page data of each game, shipped games first. Raises ContentError."""
    return MappingProxyType({name: read_page(folder(name)) for name in sorted(names(), key=_place)})


@cache
def emblems() -> tuple[tuple[str, bytes], ...]:
    """Return the games that ship an emblem, each with its SVG."""
    return tuple(
        (name, (folder(name) / PAGE_FOLDER / EMBLEM_FILE).read_bytes()) for name, page in pages().items() if page.emblem
    )


@cache
def kinds() -> Mapping[str, KindPage]:
    """Return the kinds of dice and tokens of all games. The first of `pages` wins a shared kind."""
    every = tuple(kind for page in pages().values() for kind in page.kinds)
    return MappingProxyType({kind.kind: kind for kind in reversed(every)})


@cache
def face_words() -> Mapping[str, str]:
    """Return the wording of faces within a sentence. The first of `pages` wins a shared face."""
    every = tuple((face, sentence_of(told)) for page in pages().values() for face, told in page.faces.items())
    return MappingProxyType(dict(reversed(every)))


FACE_WORDS.append(face_words)


def look_in(folder: Path) -> tuple[str, ...]:
    """Add the games of `folder` next to the shipped ones and return their names.

    They are imported as `companion.games.<name>`. Raises BrokenGameError and then adds none of them.
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
    """Remove the games of a folder and their imported modules."""
    place = str(folder.resolve())
    if place not in __path__:
        return
    gone = tuple(f"{__name__}.{name}" for name in in_folders([place]))
    for module in tuple(sys.modules):
        if any(module == one or module.startswith(f"{one}.") for one in gone):
            del sys.modules[module]
    __path__.remove(place)
    _forget()


def in_folders(folders: Iterable[str]) -> tuple[str, ...]:
    """Return the packages in these folders."""
    return tuple(module.name for module in pkgutil.iter_modules(folders) if module.ispkg)


def _open(place: str) -> None:
    ours = names()
    taken = next((name for name in in_folders([place]) if name in ours), "")
    if taken:
        raise BrokenGameError(f"{place}/{taken}: there is a game of that name already; give the folder another one.")
    __path__.append(place)
    _forget()
    importlib.invalidate_caches()


def _forget() -> None:
    """Clear the caches that depend on the folders of games."""
    for read in (names, pages, emblems, kinds, face_words):
        read.cache_clear()


def _place(name: str) -> tuple[int, str]:
    """Sort key of a game: its folder of games, then its name."""
    return next(number for number, place in enumerate(__path__) if _is_in(place, name)), name


def folder(name: str) -> Path:
    """Return the folder of a game."""
    return next(Path(place, name) for place in __path__ if _is_in(place, name))


def _is_in(place: str, name: str) -> bool:
    return Path(place, name, "__init__.py").is_file()


def _is_played(name: str, place: str) -> str:
    """Return the name of a game that can be imported. One broken folder must not hide the other games."""
    try:
        game = find(name)
    except Exception as error:
        raise BrokenGameError(f"{place}/{name}: it cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game) or game.name != name:
        raise BrokenGameError(f"{place}/{name}: GAME is to be a Game named {name!r}, as its folder.")
    try:
        read_page(Path(place, name))
    except ContentError as error:
        raise BrokenGameError(f"{error}") from error
    return name
