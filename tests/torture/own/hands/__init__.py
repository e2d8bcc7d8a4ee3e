"""The cellar with simultaneous cards only: a card may answer a half-answered question twice."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cellar import GAME as CELLAR  # type: ignore[import-untyped]
from companion.games.cellar import G, cards

from companion.engine import Rule


def play(g: G) -> Rule[None]:
    yield from cards(g)


GAME = replace(CELLAR, name="hands", play=play)
