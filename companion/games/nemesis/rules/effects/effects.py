"""What a card, an item, a room or an event does: one deed after the other, each a function of its own module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.engine.play import Rule
from companion.games.nemesis.content.ship import Deed, Effect
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.effects import (
    bridge,
    card_draws,
    doors,
    eggs,
    engines,
    equipment,
    escape_pods,
    healing,
    injuries,
    intruder_spawns,
    noise,
    room_markers,
    scanner,
    walking,
)
from companion.games.nemesis.rules.effects.deed import EffectCall, EffectHandler
from companion.games.nemesis.state import State, aboard, tile_of, with_malfunction
from companion.schema.prompt import Refusal, Seat

COMPUTER = "computer"  # of an effect's `where`: only beside a computer that works

DEEDS: Mapping[Deed, EffectHandler] = MappingProxyType(
    {
        "light_wound": EffectHandler(healing.suffer),
        "serious_wound": EffectHandler(healing.suffer),
        "contamination": EffectHandler(healing.suffer),
        "slime": EffectHandler(healing.suffer),
        "larva": EffectHandler(healing.suffer),
        "heal_light": EffectHandler(healing.heal_light, healing.cannot_heal_light),
        "heal_serious": EffectHandler(healing.heal_serious, healing.cannot_heal_serious),
        "clean": EffectHandler(healing.clean, healing.cannot_clean),
        "remove_larva": EffectHandler(healing.remove_larva, healing.cannot_remove_larva),
        "draw": EffectHandler(card_draws.draw, card_draws.cannot_draw),
        "discard": EffectHandler(card_draws.discard),
        "ammo": EffectHandler(equipment.load_weapon, equipment.cannot_load),
        "gain": EffectHandler(equipment.gain_item),
        "search": EffectHandler(equipment.search, equipment.cannot_search),
        "scan": EffectHandler(scanner.scan, scanner.cannot_scan),
        "move": EffectHandler(walking.walk, walking.cannot_walk),
        "careful_move": EffectHandler(walking.sneak, walking.cannot_sneak),
        "explore": EffectHandler(walking.look_next_door, walking.cannot_explore),
        "fire": EffectHandler(room_markers.burn),
        "extinguish": EffectHandler(room_markers.extinguish, room_markers.cannot_extinguish),
        "malfunction": EffectHandler(room_markers.spoil),
        "discard_malfunction": EffectHandler(room_markers.repair, room_markers.cannot_repair),
        "noise": EffectHandler(noise.make_noise),
        "noise_all": EffectHandler(noise.noise_all),
        "quiet": EffectHandler(noise.quiet, noise.cannot_quiet),
        "close_door": EffectHandler(doors.close, doors.cannot_close),
        "open_door": EffectHandler(doors.open_, doors.cannot_open),
        "injure": EffectHandler(injuries.injure, injuries.cannot_injure),
        "injure_all": EffectHandler(injuries.injure_all, injuries.cannot_injure_all),
        "take_egg": EffectHandler(eggs.take, eggs.cannot_take),
        "destroy_egg": EffectHandler(eggs.destroy, eggs.cannot_destroy),
        "look_engine": EffectHandler(engines.look, engines.cannot_reach),
        "repair_engine": EffectHandler(engines.repair, engines.cannot_reach),
        "break_engine": EffectHandler(engines.break_, engines.cannot_reach),
        "look_course": EffectHandler(bridge.look_course),
        "set_course": EffectHandler(bridge.set_course),
        "send_signal": EffectHandler(bridge.send_signal, bridge.cannot_signal),
        "self_destruct": EffectHandler(bridge.start_alarm, bridge.cannot_start),
        "stop_self_destruct": EffectHandler(bridge.stop_alarm, bridge.cannot_stop),
        "unlock_pod": EffectHandler(escape_pods.unlock, escape_pods.cannot_unlock),
        "lock_pod": EffectHandler(escape_pods.lock, escape_pods.cannot_lock),
        "enter_pod": EffectHandler(escape_pods.enter, escape_pods.cannot_enter),
        "sleep": EffectHandler(escape_pods.sleep, escape_pods.cannot_sleep),
        "token": EffectHandler(intruder_spawns.add_token),
        "spawn": EffectHandler(intruder_spawns.spawn),
        "develop": EffectHandler(intruder_spawns.develop_bag),
        "tell": EffectHandler(intruder_spawns.show_text),
    }
)
PRICES: frozenset[Deed] = frozenset(
    {"light_wound", "serious_wound", "contamination", "slime", "larva", "discard", "fire", "malfunction", "noise",
     "noise_all", "token", "spawn", "develop"}
)  # fmt: skip
"""What nobody acts for: beside other deeds it is the price of them."""


def perform(g: G, seat: Seat, effects: tuple[Effect, ...], room: str = "") -> Rule[None]:
    """All that `effects` say, in their order; what cannot be done is left out.

    `seat` "": nobody in particular, as of an event. `room`: where; "" = that of whoever acts, at each deed anew.
    """
    for effect in effects:
        act = _act(g.state, seat, effect, room)
        if act is not None and why_not(g.state, act) is None:
            yield from DEEDS[effect.do].do(g, act)


def cannot(s: State, seat: Seat, effects: tuple[Effect, ...]) -> Refusal | None:
    """Why nothing of it can be done now; None where something can that is worth an action."""
    gains = tuple(effect for effect in effects if effect.do not in PRICES) or effects
    refused = [refusal_of(s, seat, effect) for effect in gains]
    return refused[0] if refused and all(refused) else None


def refusal_of(s: State, seat: Seat, effect: Effect) -> Refusal | None:
    """Why one effect can do nothing now."""
    act = _act(s, seat, effect, "")
    if act is None:
        return Refusal("NOBODY_HERE", "There is nobody and nothing that this could reach.")
    return why_not(s, act)


def why_not(s: State, act: EffectCall) -> Refusal | None:
    if act.effect.where == COMPUTER and not _has_computer(s, act.room):
        return Refusal("NO_COMPUTER", "No computer that works is here.")
    return DEEDS[act.effect.do].cannot(s, act)


def _act(s: State, seat: Seat, effect: Effect, room: str) -> EffectCall | None:
    """Where it happens; None where nobody can do it, or where no known room is what it needs."""
    if seat and seat not in aboard(s) and effect.on == "self" and not room:
        return None
    where = _place(s, effect) if effect.where not in {"", COMPUTER} else room or _own_room(s, seat)
    return EffectCall(seat, effect, where) if where else None


def _place(s: State, effect: Effect) -> str:
    """The room with that tile. One that nobody has found yet stays hidden, so nothing happens there."""
    return next((name for name, r in s.rooms.items() if r.tile == effect.where and r.explored), "")


def _own_room(s: State, seat: Seat) -> str:
    return s.characters[seat].room if seat in s.characters else s.ship.start


def _has_computer(s: State, room: str) -> bool:
    tile = tile_of(s, room)
    return tile is not None and tile.computer and s.rooms[room].explored and not with_malfunction(s, room)
