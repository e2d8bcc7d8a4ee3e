"""Questions of the course beside which the people may put the page right: each is asked until it is answered."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.play import Rule, offer_parallel
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.corrections import menu
from companion.games.nemesis.state import State
from companion.schema.prompt import Faces, Prompt


def answered(g: G, ask: Callable[[State], Prompt | None]) -> Rule[Faces]:
    """The values of what `ask` makes of the state; () where a correction took away what there was to ask (None).

    The question must want one value at least.
    """
    while (prompt := ask(g.state)) is not None:
        values = yield from offer_parallel(g, prompt, menu.ways(g.state))
        if values:
            return values
    return ()
