"""Floor 2: one folder a game. `find` imports a game by the name of its folder, `names` lists the folders."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.errors import LamplightError
from companion.rules.game import Game


class UnknownGame(LamplightError):
    """There is no folder of that name."""


@cache
def names() -> tuple[str, ...]:
    """The games there are, by folder."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def find(name: str) -> Game[Any, Any]:
    """The game in that folder; raises UnknownGame. The only place where the types of a game's state are forgotten."""
    if name not in names():
        raise UnknownGame(f"There is no game {name!r}; there are {', '.join(names())}.")
    game: Game[Any, Any] = importlib.import_module(f"{__name__}.{name}").GAME
    return game
