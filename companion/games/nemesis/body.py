"""What an attack may do to a body."""

from __future__ import annotations

from companion.games.nemesis.events import G
from companion.games.nemesis.ship import Effect
from companion.rules.play import Rule, done
from companion.wire.prompt import Seat


def suffer(g: G, seat: Seat, effects: tuple[Effect, ...]) -> Rule[None]:
    """The deeds of an attack card, in their order."""
    yield from done()
