"""A draw once it lies there: how likely the test was to pass, and whether it was for good."""

from __future__ import annotations

from companion.engine.chance import marked, percent
from companion.games.arkham.rules.skill_test.token_reveals import is_drawn
from companion.games.arkham.state import State
from companion.games.arkham.views.odds import odds
from companion.schema.prompt import Faces, Prompt, Seat
from companion.schema.view import Odds


def lost(s: State) -> frozenset[Seat]:
    """Who was killed or has lost their mind; to resign is one's own choice."""
    return frozenset(seat for seat, who in s.seats.items() if who.defeated and who.left != "resigned")


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:  # noqa: ARG001  as every game's
    """`s`: before the draw. The row of the icons that were committed is marked."""
    if s.test is None or s.test.revealed or prompt.kind != "draw" or not is_drawn(s, s.test):
        return None
    before = odds(s, s.test)
    came = next((place for place, bar in enumerate(before.bars) if bar.now), None)
    if came is None or before.chance is None:
        return None
    return marked(before, came, f"The chance to pass was {percent(before.chance)}.")
