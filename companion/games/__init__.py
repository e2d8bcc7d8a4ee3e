"""The games, one folder each. `find` imports a game by the name of its folder, `names` lists the folders."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import EMBLEM, FACE_WORDS, FOLDER, Game, GamePage, KindPage, read_page, sentence_of
from companion.errors import ContentError, LamplightError


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


@cache
def pages() -> Mapping[str, GamePage]:
    """What each game brings to the page, those that ship with Lamplight first. Raises ContentError."""
    return MappingProxyType({name: read_page(folder(name)) for name in sorted(names(), key=_place)})


@cache
def emblems() -> tuple[tuple[str, bytes], ...]:
    """The games with a drawing of their own, and the SVG."""
    return tuple((name, (folder(name) / FOLDER / EMBLEM).read_bytes()) for name, page in pages().items() if page.emblem)


@cache
def kinds() -> Mapping[str, KindPage]:
    """The kinds of things that games bring. Of two games with one kind the first in `pages` describes it."""
    every = tuple(kind for page in pages().values() for kind in page.kinds)
    return MappingProxyType({kind.kind: kind for kind in reversed(every)})


@cache
def face_words() -> Mapping[str, str]:
    """What faces are called within a sentence; of two games with one face the first in `pages` says it."""
    every = tuple((face, sentence_of(told)) for page in pages().values() for face, told in page.faces.items())
    return MappingProxyType(dict(reversed(every)))


FACE_WORDS.append(face_words)


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
    _forget()


def in_folders(folders: Iterable[str]) -> tuple[str, ...]:
    """The packages that lie there."""
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
    """The folders of games have changed: nothing that was read of them counts any more."""
    for read in (names, pages, emblems, kinds, face_words):
        read.cache_clear()


def _place(name: str) -> tuple[int, str]:
    """The order of a game: by the folder of games that it lies in, then by name."""
    return next(number for number, place in enumerate(__path__) if _is_in(place, name)), name


def folder(name: str) -> Path:
    """Where the files of a game of `names` lie."""
    return next(Path(place, name) for place in __path__ if _is_in(place, name))


def _is_in(place: str, name: str) -> bool:
    return Path(place, name, "__init__.py").is_file()


def _is_played(name: str, place: str) -> str:
    """Its name, once it can be imported; a shelf that stumbles over one folder would show none of the others."""
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
