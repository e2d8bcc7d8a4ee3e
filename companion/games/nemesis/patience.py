"""Questions of the course beside which the people may put the page right: each is asked until it is answered."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.nemesis import corrections
from companion.games.nemesis.events import G
from companion.games.nemesis.state import State
from companion.rules.play import Rule
from companion.rules.ways import beside
from companion.wire.prompt import Faces, Prompt


def answered(g: G, ask: Callable[[State], Prompt | None]) -> Rule[Faces]:
    """The values of what `ask` makes of the state; () where a correction took away what there was to ask (None).

    The question must want one value at least.
    """
    while (prompt := ask(g.state)) is not None:
        values = yield from beside(g, prompt, corrections.ways(g.state))
        if values:
            return values
    return ()
