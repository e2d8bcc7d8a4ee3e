"""The planted words that must not be sent to a seat at this moment, of each game that hides some."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from companion import games
from companion.schema import DEALER, Seat
from companion.sessions import LogState, TableSnapshot

CELLARS = frozenset({"cellar", "hands", "stripped"})


def shown_so_far(picture: TableSnapshot, past: Sequence[LogState[Any, Any]]) -> Collection[str]:
    """Return the planted words that are public by now. `past` holds all moments."""
    if picture.game.name in CELLARS:
        return tuple(picture.state.shown)
    if picture.game.name == "planted_duel":
        opened = {moment.state.scene for moment in past}
        titles = {scene.title for scene in picture.state.adventure.scenes if scene.id in opened}
        return titles | {moment.state.passage for moment in past}
    return ()


def hidden(picture: TableSnapshot, seat: Seat) -> Collection[str]:
    """Return the words that this seat must not see. TABLE stands for the public view."""
    if picture.game.name in CELLARS:
        return _cellar()(picture.state, seat)  # type: ignore[no-any-return]
    if picture.game.name == "planted_duel" and seat != DEALER:
        return _pages()
    return ()


@cache
def _cellar() -> Any:
    """It is on the shelf only while the torture runs."""
    from companion.games.cellar import hidden_from  # type: ignore[import-untyped]

    return hidden_from


@cache
def _pages() -> frozenset[str]:
    """Return the words of the one adventure that is played."""
    game = games.find("planted_duel")
    scenes = game.setup(game.sample).adventure.scenes
    calls = [words for scene in scenes for call in scene.calls for words in (call.title, call.passed, call.failed)]
    pages = [words for scene in scenes for words in (scene.notes, scene.title, scene.read)]
    return frozenset(words for words in (*calls, *pages) if words)
