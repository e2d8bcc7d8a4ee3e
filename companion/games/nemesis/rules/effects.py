"""Perform the effects of a card, an item, a room or an event."""

from __future__ import annotations

from companion.engine import Rule
from companion.games.nemesis.content.ship import COMPUTER, Deed, Effect
from companion.games.nemesis.rules.effect_call import EffectCall
from companion.games.nemesis.rules.effect_handlers import DEEDS
from companion.games.nemesis.state import G, State, seats_aboard, tile_of, with_malfunction
from companion.i18n import _
from companion.schema import Refusal, Seat

PRICE_DEEDS: frozenset[Deed] = frozenset(
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
        if act is not None and cannot_perform(g.state, act) is None:
            steps = DEEDS[effect.do].do(g, act)
            if steps is not None:
                yield from steps


def cannot_perform_any(s: State, seat: Seat, effects: tuple[Effect, ...]) -> Refusal | None:
    """Return the reason if no effect worth an action is possible, else None."""
    gains = tuple(effect for effect in effects if effect.do not in PRICE_DEEDS) or effects
    refused = [cannot_perform(s, _act(s, seat, effect)) for effect in gains]
    return refused[0] if refused and all(refused) else None


def cannot_perform(s: State, act: EffectCall | None) -> Refusal | None:
    if act is None:
        return Refusal("NOBODY_HERE", _("There is nobody and nothing that this could reach."))
    if act.effect.where == COMPUTER and not _has_computer(s, act.room):
        return Refusal("NO_COMPUTER", _("No computer that works is here."))
    handler = DEEDS[act.effect.do]
    return handler.cannot(s, act) if handler.cannot else None


def _act(s: State, seat: Seat, effect: Effect, room: str = "", of: str = "") -> EffectCall | None:
    """Return the effect in its room, None if its actor is gone or its room is not explored."""
    if seat and seat not in seats_aboard(s) and effect.on == "self" and not room:
        return None
    if effect.where in {"", COMPUTER}:
        own_room = s.characters[seat].room if seat in s.characters else s.ship.start
        return EffectCall(seat, effect, room or own_room, of)
    # An unexplored room stays hidden, so nothing happens there.
    where = next(
        (name for name, room_state in s.rooms.items() if room_state.tile == effect.where and room_state.explored),
        None,
    )
    return EffectCall(seat, effect, where, of) if where else None


def _has_computer(s: State, room: str) -> bool:
    tile = tile_of(s, room)
    return tile is not None and tile.computer and s.rooms[room].explored and not with_malfunction(s, room)
