"""What a card, an item, a room or an event does: one deed after the other."""

from __future__ import annotations

from companion.games.nemesis.events import G
from companion.games.nemesis.ship import Effect
from companion.games.nemesis.state import State
from companion.rules.play import Rule, done
from companion.wire.prompt import Refusal, Seat


def perform(g: G, seat: Seat, effects: tuple[Effect, ...], room: str = "") -> Rule[None]:
    """All that `effects` say, in their order; `room`: where, "" = that of whoever acts."""
    yield from done()


def cannot(s: State, seat: Seat, effects: tuple[Effect, ...]) -> Refusal | None:
    """Why nothing of it can be done now; None where something can."""
    return None
