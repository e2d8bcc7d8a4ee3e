"""Deeds to eggs: of the nest, carried, or lying in a room (NEM-COMBAT-4: an egg is no Intruder)."""

from __future__ import annotations

from companion.engine.play import Rule, done
from companion.games.nemesis.facts.crew import ObjectGone, ObjectPut
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.ship import EggsLeft
from companion.games.nemesis.rules.crew.inventory import hands_full
from companion.games.nemesis.rules.effects.deed import EffectCall
from companion.games.nemesis.state import State, tile_of
from companion.schema.prompt import Faces, Refusal


def in_nest(s: State, room: str) -> bool:
    tile = tile_of(s, room)
    return tile is not None and tile.nest


def cannot_take_egg(s: State, act: EffectCall) -> Refusal | None:
    if not in_nest(s, act.room) or not s.eggs:
        return Refusal("NO_EGG", "No egg of the nest is here.", "NEM-HEAVY-2")
    return hands_full(s, act.seat) if act.seat in s.characters else None


def take_egg(g: G, act: EffectCall) -> Rule[None]:
    """Into a free hand (NEM-X-LIMITS-1)."""
    if cannot_take_egg(g.state, act) is None:
        g.emit(EggsLeft(g.state.eggs - 1))
        g.emit(ObjectPut(egg_name(g.state), "egg", seat=act.seat))
    yield from done()


def egg_name(s: State) -> str:
    """A name that no object has.

    The first egg is "egg 1".
    """
    return next(name for number in range(1, len(s.objects) + 2) if (name := f"egg {number}") not in s.objects)


def loose_eggs(s: State, act: EffectCall) -> Faces:
    """Eggs that whoever acts carries, and those that lie in the room; an egg is no Intruder (NEM-COMBAT-4)."""
    carried = s.characters[act.seat].heavy if act.seat in s.characters else ()
    here = tuple(name for name, o in s.objects.items() if o.room == act.room)
    return tuple(name for name in carried + here if s.objects[name].kind == "egg")


def cannot_destroy_egg(s: State, act: EffectCall) -> Refusal | None:
    if not loose_eggs(s, act) and not (in_nest(s, act.room) and s.eggs):
        return Refusal("NO_EGG", "No egg is here.", "NEM-HEAVY-2")
    return None


def destroy_egg(g: G, act: EffectCall) -> Rule[None]:
    """So many: those of the nest first, then what lies about or is carried."""
    for _ in range(act.effect.n):
        lying = loose_eggs(g.state, act)
        if in_nest(g.state, act.room) and g.state.eggs:
            g.emit(EggsLeft(g.state.eggs - 1))
        elif lying:
            g.emit(ObjectGone(lying[0]))
    yield from done()
