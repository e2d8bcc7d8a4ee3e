"""What the people may put right beside every question of the course, and how such a question is asked."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine import Rule, offer_parallel
from companion.games.nemesis.facts import G, Way
from companion.games.nemesis.rules.corrections import crew, ship
from companion.games.nemesis.rules.map import special_rooms
from companion.games.nemesis.state import State
from companion.schema import Faces, Prompt


def ways(s: State) -> tuple[Way, ...]:
    """What is open beside every question of the course: a pod that waits, a list for each character, one for the ship."""
    return (*special_rooms.pod_ways(s), *crew.ways(s), *ship.ways(s))


def answered(g: G, ask: Callable[[State], Prompt | None]) -> Rule[Faces]:
    """The values of what `ask` makes of the state; () where a correction took away what there was to ask (None).

    The question must want one value at least.
    """
    while (prompt := ask(g.state)) is not None:
        values = yield from offer_parallel(g, prompt, ways(g.state))
        if values:
            return values
    return ()
