"""Injuries of Intruders: Shoot, Melee Attack, and effects without a die."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Rule, roll
from companion.games.nemesis.facts import AmmoSpent, CombatRolled, RollBegan
from companion.games.nemesis.names import kind_name, room_option
from companion.games.nemesis.rules.crew import health
from companion.games.nemesis.rules.effect_call import ANY, EffectCall, choose_some, room_in_refusal
from companion.games.nemesis.rules.intruders.attacks import hurt, resolve_injuries
from companion.games.nemesis.state import G, RollKind, State, intruders_in
from companion.i18n import N_, _
from companion.schema import Faces, Refusal, Seat

_LARVA_AND_CREEPER = frozenset({"larva", "creeper"})
KINDS_HIT: Mapping[str, frozenset[str] | None] = {
    N_("miss"): frozenset(),
    "creeper": _LARVA_AND_CREEPER,
    "adult": _LARVA_AND_CREEPER | {"adult"},
    "hit1": None,
    "hit2": None,
}
"""Face of the combat die -> kinds it hurts, None for all (NEM-X-COMBATDIE-1)."""


def injuries(face: str, kind: str) -> int:
    """Return the injuries by a face of the combat die (NEM-X-COMBATDIE-1).

    >>> injuries("adult", "creeper"), injuries("adult", "queen"), injuries("hit2", "queen")
    (1, 0, 2)
    """
    whom = KINDS_HIT[face]
    hurt = whom is None or kind in whom
    return (2 if face == "hit2" else 1) if hurt else 0


def injuries_of_hit(s: State, face: str, kind: str, weapon: str = "") -> int:
    """Return the injuries of a hit with the weapon's bonus. `weapon` "": melee attack."""
    by_die = injuries(face, kind)
    return by_die + s.ship.items[weapon].injuries if by_die and weapon in s.ship.items else by_die


def shoot(g: G, seat: Seat, weapon: str, target: str) -> Rule[None]:
    """NEM-SHOOT-1."""
    g.emit(AmmoSpent(seat, weapon))  # NEM-SHOOT-2
    hurt = yield from combat_roll(g, seat, "shoot", target, weapon)
    if hurt:
        yield from resolve_injuries(g, seat, target)


def melee(g: G, seat: Seat, target: str) -> Rule[None]:
    """Take Contamination, roll, and suffer a serious wound for a miss (NEM-MELEE-1, NEM-X-MELEE-1)."""
    if g.state.settings.melee_contaminates:
        health.contaminate(g, seat)
    hurt = yield from combat_roll(g, seat, "melee", target)
    if hurt:
        yield from resolve_injuries(g, seat, target)
    elif hurt is not None:
        health.wound(g, seat, "serious")


def combat_roll(g: G, seat: Seat, kind: RollKind, target: str, weapon: str = "") -> Rule[int | None]:
    """Roll against one Intruder and return its injuries, None if a correction removed it."""
    character, intruder = g.state.characters[seat], g.state.intruders.get(target)
    if intruder is None:
        return None
    g.emit(RollBegan(kind, seat, character.room, target, weapon))
    title, die = _("roll the combat die against the {kind}", kind=kind_name(intruder.kind)), g.state.combat_die
    prompt = roll(seat, title, die.sides, 1, "NEM-X-COMBATDIE-1", of=(die.kind,), key="combat.roll", about=target)
    face = yield from g.one(prompt)
    if target not in g.state.intruders:
        return None
    hurt = injuries_of_hit(g.state, face, intruder.kind, weapon)
    g.emit(CombatRolled(seat, face, target, hurt))
    return hurt


def cannot_injure(s: State, act: EffectCall) -> Refusal | None:
    sentence = _("No Intruder is in {room}.", room=room_in_refusal(s, act))
    return None if intruders_in(s, act.room) else Refusal("NOT_SAME_PLACE", sentence, "NEM-SHOOT-3")


def injure(g: G, act: EffectCall) -> Rule[None]:
    kinds = {name: g.state.intruders[name].kind for name in intruders_in(g.state, act.room)}
    intruders = {name: _("The {kind}", kind=kind_name(kind)) for name, kind in kinds.items()}
    title, rule, key = _("which Intruder is hurt?"), "NEM-SHOOT-3", "hurt.intruder"
    for name in (yield from choose_some(g, act, title, intruders, 1, rule=rule, key=key)):
        yield from hurt(g, act.seat, name, act.effect.n)


def rooms_with_intruders(s: State, act: EffectCall) -> Faces:
    rooms = tuple(s.rooms) if act.effect.what == ANY else (act.room,)
    return tuple(room for room in rooms if intruders_in(s, room))


def cannot_injure_all(s: State, act: EffectCall) -> Refusal | None:
    sentence = _("No Intruder is there to be hurt.")
    return None if rooms_with_intruders(s, act) else Refusal("NOT_SAME_PLACE", sentence, "NEM-SHOOT-3")


def injure_all(g: G, act: EffectCall) -> Rule[None]:
    rooms = {room: room_option(g.state, room) for room in rooms_with_intruders(g.state, act)}
    title, rule, key = _("the Intruders of which room are hurt?"), "NEM-SHOOT-3", "hurt.room"
    for room in (yield from choose_some(g, act, title, rooms, 1, rule=rule, at="graph", key=key)):
        for name in intruders_in(g.state, room):
            yield from hurt(g, act.seat, name, act.effect.n)
