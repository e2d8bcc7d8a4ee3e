"""What a card, an item, a room or an event does: one effect after the other."""

from __future__ import annotations

from companion.engine import Rule
from companion.games.nemesis.content.ship import Deed, Effect
from companion.games.nemesis.facts import G
from companion.games.nemesis.rules.effect_call import EffectCall
from companion.games.nemesis.rules.effect_handlers import DEEDS
from companion.games.nemesis.state import State, aboard, tile_of, with_malfunction
from companion.i18n import _
from companion.schema import Refusal, Seat

COMPUTER = "computer"  # of an effect's `where`: only beside a computer that works

PRICES: frozenset[Deed] = frozenset(
    {"light_wound", "serious_wound", "contamination", "slime", "larva", "discard", "fire", "malfunction", "noise",
     "noise_all", "token", "spawn", "develop"}
)  # fmt: skip
"""What nobody acts for: beside other deeds it is the price of them."""


def perform(g: G, seat: Seat, effects: tuple[Effect, ...], room: str = "", *, of: str = "") -> Rule[None]:
    """All that `effects` say, in their order; what cannot be done is left out.

    `seat` "": nobody in particular, as of an event. `room`: where; "" = that of whoever acts, at each deed anew.
    `of`: id of the card, the item, the room or the event that says so.
    """
    for number, effect in enumerate(effects):
        act = _act(g.state, seat, effect, room, f"{of}/{number}")
        if act is not None and why_not(g.state, act) is None:
            yield from DEEDS[effect.do].do(g, act)


def cannot(s: State, seat: Seat, effects: tuple[Effect, ...]) -> Refusal | None:
    """Why nothing of it can be done now; None where something can that is worth an action."""
    gains = tuple(effect for effect in effects if effect.do not in PRICES) or effects
    refused = [refusal_of(s, seat, effect) for effect in gains]
    return refused[0] if refused and all(refused) else None


def refusal_of(s: State, seat: Seat, effect: Effect) -> Refusal | None:
    """Why one effect can do nothing now."""
    act = _act(s, seat, effect)
    if act is None:
        return Refusal("NOBODY_HERE", _("There is nobody and nothing that this could reach."))
    return why_not(s, act)


def why_not(s: State, act: EffectCall) -> Refusal | None:
    if act.effect.where == COMPUTER and not _has_computer(s, act.room):
        return Refusal("NO_COMPUTER", _("No computer that works is here."))
    return DEEDS[act.effect.do].cannot(s, act)


def _act(s: State, seat: Seat, effect: Effect, room: str = "", of: str = "") -> EffectCall | None:
    """Where it happens; None where nobody can do it, or where no known room is what it needs."""
    if seat and seat not in aboard(s) and effect.on == "self" and not room:
        return None
    where = _place(s, effect) if effect.where not in {"", COMPUTER} else room or _own_room(s, seat)
    return EffectCall(seat, effect, where, of) if where else None


def _place(s: State, effect: Effect) -> str:
    """The room with that tile. One that nobody has found yet stays hidden, so nothing happens there."""
    return next((name for name, r in s.rooms.items() if r.tile == effect.where and r.explored), "")


def _own_room(s: State, seat: Seat) -> str:
    return s.characters[seat].room if seat in s.characters else s.ship.start


def _has_computer(s: State, room: str) -> bool:
    tile = tile_of(s, room)
    return tile is not None and tile.computer and s.rooms[room].explored and not with_malfunction(s, room)
