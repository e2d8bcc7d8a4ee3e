"""The corrections that are open with each prompt."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine import Rule, offer_parallel
from companion.games.nemesis.rules.corrections import crew, ship
from companion.games.nemesis.rules.map import special_rooms
from companion.games.nemesis.state import G, State, Way
from companion.schema import Faces, Prompt


def ways(s: State) -> tuple[Way, ...]:
    """Return the waiting pods, a list per character and one for the ship."""
    return (*special_rooms.pod_ways(s), *crew.ways(s), *ship.ways(s))


def answered(g: G, ask: Callable[[State], Prompt | None]) -> Rule[Faces]:
    """Repeat a prompt after each correction until it is answered. () if a correction made it needless.

    `ask` returns None then. Its prompt must want at least one value.
    """
    while (prompt := ask(g.state)) is not None:
        values = yield from offer_parallel(g, prompt, ways(g.state))
        if values:
            return values
    return ()
