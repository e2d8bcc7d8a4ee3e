"""The corrections that are open with each prompt."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine import Rule, choose, offer_parallel
from companion.games.nemesis.names import EVERYBODY
from companion.games.nemesis.rules.corrections.crew import CREW
from companion.games.nemesis.rules.corrections.ship import SHIP
from companion.games.nemesis.rules.map import special_rooms
from companion.games.nemesis.state import G, State, Way, seats_aboard
from companion.i18n import _
from companion.schema import TABLE, Faces, Prompt


def ways(s: State) -> tuple[Way, ...]:
    """Return the waiting pods, a list per character and one for the ship."""
    crew = []
    for seat in seats_aboard(s):
        prompt = choose(seat, _("put down, put right"), CREW.options(s, seat), at="menu", key="correct")
        crew.append(Way(prompt, partial(CREW.correct, (seat,))))
    title = _("put the ship right")
    prompt = choose(TABLE, title, SHIP.options(s), at="menu", key="correct", whom=EVERYBODY)
    return (*special_rooms.pod_ways(s), *crew, Way(prompt, partial(SHIP.correct, ())))


def answered(g: G, ask: Callable[[State], Prompt | None]) -> Rule[Faces]:
    """Repeat a prompt after each correction until it is answered. () if a correction made it needless.

    `ask` returns None then. Its prompt must want at least one value.
    """
    while (prompt := ask(g.state)) is not None:
        values = yield from offer_parallel(g, prompt, ways(g.state))
        if values:
            return values
    return ()
