"""Perform the effects of a card, an item, a room or an event."""

from __future__ import annotations

from companion.engine import Rule
from companion.games.nemesis.content.ship import COMPUTER, Deed, Effect
from companion.games.nemesis.rules.effect_call import EffectCall
from companion.games.nemesis.rules.effect_handlers import DEEDS
from companion.games.nemesis.state import G, State, aboard, tile_of, with_malfunction
from companion.i18n import _
from companion.schema import Refusal, Seat

PRICES: frozenset[Deed] = frozenset(
    {"light_wound", "serious_wound", "contamination", "slime", "larva", "discard", "fire", "malfunction", "noise",
     "noise_all", "token", "spawn", "develop"}
)  # fmt: skip
"""Effects that may be the price of others. They do not make an action possible whose other effects fail."""


def perform(g: G, seat: Seat, effects: tuple[Effect, ...], room: str = "", *, of: str = "") -> Rule[None]:
    """Perform the effects in order and skip those that are impossible.

    `seat` "": an event without an actor. `room` "": the room of the actor, read again for each effect.
    `of`: id of the card, item, room or event.
    """
    for number, effect in enumerate(effects):
        act = _act(g.state, seat, effect, room, f"{of}/{number}")
        if act is not None and why_not(g.state, act) is None:
            yield from DEEDS[effect.do].do(g, act)


def cannot(s: State, seat: Seat, effects: tuple[Effect, ...]) -> Refusal | None:
    """Return the reason if no effect worth an action is possible, else None."""
    gains = tuple(effect for effect in effects if effect.do not in PRICES) or effects
    refused = [refusal_of(s, seat, effect) for effect in gains]
    return refused[0] if refused and all(refused) else None


def refusal_of(s: State, seat: Seat, effect: Effect) -> Refusal | None:
    act = _act(s, seat, effect)
    if act is None:
        return Refusal("NOBODY_HERE", _("There is nobody and nothing that this could reach."))
    return why_not(s, act)


def why_not(s: State, act: EffectCall) -> Refusal | None:
    if act.effect.where == COMPUTER and not _has_computer(s, act.room):
        return Refusal("NO_COMPUTER", _("No computer that works is here."))
    return DEEDS[act.effect.do].cannot(s, act)


def _act(s: State, seat: Seat, effect: Effect, room: str = "", of: str = "") -> EffectCall | None:
    """Return the effect in its room, None if its actor is gone or its room is not explored."""
    if seat and seat not in aboard(s) and effect.on == "self" and not room:
        return None
    where = _place(s, effect) if effect.where not in {"", COMPUTER} else room or _own_room(s, seat)
    return EffectCall(seat, effect, where, of) if where else None


def _place(s: State, effect: Effect) -> str:
    """Return the room with that tile. An unexplored one stays hidden, so nothing happens there."""
    return next((name for name, r in s.rooms.items() if r.tile == effect.where and r.explored), "")


def _own_room(s: State, seat: Seat) -> str:
    return s.characters[seat].room if seat in s.characters else s.ship.start


def _has_computer(s: State, room: str) -> bool:
    tile = tile_of(s, room)
    return tile is not None and tile.computer and s.rooms[room].explored and not with_malfunction(s, room)
