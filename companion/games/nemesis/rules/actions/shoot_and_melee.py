"""Targets of Shoot and Melee Attack (NEM-SHOOT, NEM-MELEE). A setting allows eggs (NEM-AMB-12)."""

from __future__ import annotations

from itertools import product

from companion.engine import Rule, done
from companion.games.nemesis.facts import AmmoSpent, EggsLeft, ObjectGone
from companion.games.nemesis.names import kind_words, who
from companion.games.nemesis.rules.actions.cost import Action
from companion.games.nemesis.rules.intruders.combat import melee, shoot
from companion.games.nemesis.state import G, State, in_nest, intruders_in, is_in_combat
from companion.i18n import _, from_data
from companion.schema import Faces, Option, Refusal, Seat

NEST = "nest"  # one of its eggs, as a target


def cannot_shoot_any(s: State, seat: Seat) -> Refusal | None:
    return cannot_strike_any(s, seat) if not eggs_here(s, seat) else None


def cannot_strike_any(s: State, seat: Seat) -> Refusal | None:
    sentence = _("No Intruder is in the room of {who}.", who=who(s, seat))
    return None if is_in_combat(s, seat) else Refusal("NOT_SAME_PLACE", sentence, "NEM-SHOOT-3")


def eggs_here(s: State, seat: Seat) -> Faces:
    """Return the eggs in the room and NEST, if the settings allow to shoot them (NEM-AMB-12)."""
    if not s.settings.shoot_eggs:
        return ()
    room = s.characters[seat].room
    lying = tuple(name for name, thing in s.objects.items() if thing.kind == "egg" and thing.room == room)
    return (*lying, NEST) if s.eggs and in_nest(s, room) else lying


def cannot_attack(s: State, seat: Seat, target: str) -> Refusal | None:
    """NEM-SHOOT-3, NEM-MELEE-2. An egg does not count as an Intruder (NEM-AMB-12)."""
    if target not in s.intruders:
        return Refusal("TARGET_NOT_INTRUDER", _("Only an Intruder can be attacked."), "NEM-COMBAT-4")
    if s.intruders[target].room != s.characters[seat].room:
        sentence = _("The {kind} is not in the same room.", kind=kind_words(s, target))
        return Refusal("NOT_SAME_PLACE", sentence, "NEM-SHOOT-3")
    return None


def cannot_shoot(s: State, seat: Seat, target: str) -> Refusal | None:
    """NEM-SHOOT-1, -3, -4. `target`: "weapon/Intruder" or "weapon/egg"."""
    weapon, _slash, prey = target.partition("/")
    held = {w.name: w.ammo for w in s.characters[seat].weapons}
    if weapon not in held:
        sentence = _("{who} has no {weapon} in a hand.", who=who(s, seat), weapon=from_data(weapon))
        return Refusal("WEAPON_NOT_IN_HAND_SLOT", sentence, "NEM-SHOOT-1")
    empty = _("The {weapon} has no ammo.", weapon=from_data(weapon))
    no_ammo = None if held[weapon] else Refusal("NO_AMMO", empty, "NEM-SHOOT-4")
    return no_ammo if prey in eggs_here(s, seat) else cannot_attack(s, seat, prey) or no_ammo


def shot_options(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return each weapon with each target."""
    prey = {
        intruder: _("the {kind}", kind=kind_words(s, intruder)) for intruder in intruders_in(s, s.characters[seat].room)
    }
    prey |= {egg: _("an egg of the nest") if egg == NEST else _("the egg") for egg in eggs_here(s, seat)}
    options = []
    for weapon, target in product(s.characters[seat].weapons, prey):
        name, held = f"{weapon.name}/{target}", from_data(weapon.name)
        words = _("Shoot {prey}, {weapon}, ammo {ammo}", prey=prey[target], weapon=held, ammo=weapon.ammo)
        options.append(Option(name, words, cannot_shoot(s, seat, name)))
    return tuple(options)


def fire(g: G, seat: Seat, target: str) -> Rule[None]:
    """Roll the combat die against an Intruder. An egg is hit without a roll."""
    weapon, _slash, prey = target.partition("/")
    if prey not in eggs_here(g.state, seat):
        yield from shoot(g, seat, weapon, prey)
        return
    g.emit(AmmoSpent(seat, weapon))
    g.emit(EggsLeft(g.state.eggs - 1) if prey == NEST else ObjectGone(prey))
    yield from done()


def melee_options(s: State, seat: Seat) -> tuple[Option, ...]:
    here = intruders_in(s, s.characters[seat].room)
    return tuple(Option(intruder, _("Melee Attack on the {kind}", kind=kind_words(s, intruder))) for intruder in here)


ACTIONS = (
    Action("shoot", _("Shoot"), "NEM-SHOOT-1", cannot_shoot_any, shot_options, cannot_shoot, fire, fights=True),
    Action(
        "melee", _("Melee Attack"), "NEM-MELEE-1", cannot_strike_any, melee_options, cannot_attack, melee, fights=True
    ),
)
