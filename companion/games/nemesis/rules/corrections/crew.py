"""Corrections of a character: health, cards, items, position. Putting things down is free."""

from __future__ import annotations

from functools import partial

from companion.engine import Correction, CorrectionMenu, Rule
from companion.games.nemesis import facts
from companion.games.nemesis.names import put_object
from companion.games.nemesis.rules.corrections.prompts import (
    LEAVE,
    number,
    pick,
    pick_heavy_object,
    pick_room,
    refusals,
)
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.rules.crew.health import contaminate, die, larva, scan_hand, slime, wound
from companion.games.nemesis.state import Event, G, State
from companion.i18n import _, from_data
from companion.schema import Option, Prompt, Refusal, Seat, WritePrompt

MOST_AMMO, MOST_ACTIONS = 9, 2


def _refusals(s: State, seat: Seat) -> dict[str, Refusal]:
    """Return the reasons against corrections. None of them shows what a hand holds."""
    character = s.characters[seat]
    return refusals(
        {
            "put_down": (hands.droppable_things(s, seat), _("{who} carries nothing.", who=character.name)),
            "heal_light": (character.light_wounds, _("{who} has no light wound.", who=character.name)),
            "heal_serious": (character.serious_wounds, _("{who} has none.", who=character.name)),
            "slime": (not character.slime, _("{who} has slime already.", who=character.name)),
            "clean": (character.slime, _("{who} has no slime.", who=character.name)),
            "larva": (not character.larva, _("{who} has one already.", who=character.name)),
            "larva_less": (character.larva, _("{who} carries no larva.", who=character.name)),
            "draw": (character.deck + character.discard, _("No card is left.")),
            "ammo": (character.weapons, _("{who} holds no weapon.", who=character.name)),
            "signal": (not character.signal, _("{who} has sent it already.", who=character.name)),
        }
    )


def _thing(s: State, seat: Seat) -> Prompt:
    return pick(s, seat, "put_down", _("what is put down?"), hands.droppable_things(s, seat), secret=True)


def _held_weapon(s: State, seat: Seat) -> Prompt:
    weapons = [Option(w.name, hands.weapon_words(w)) for w in s.characters[seat].weapons]
    return pick(s, seat, "ammo_of", _("the ammo of which weapon?"), weapons)


def _ammo(s: State, seat: Seat, weapon: str) -> Prompt:
    title = _("so much ammo is in the {weapon}", weapon=from_data(weapon))
    return number(s, seat, "ammo", title, MOST_AMMO, about=weapon)


def _set_ammo(g: G, seat: Seat, weapon: str, ammo: int) -> None:
    if weapon in {w.name for w in g.state.characters[seat].weapons}:  # it may be gone by now
        g.emit(facts.AmmoSet(seat, weapon, ammo))


def _any_item(s: State, seat: Seat) -> Prompt:
    """Ask for an item by name, in secret. A weapon goes into a hand slot."""
    known = tuple(Option(item, from_data(item)) for item in s.ship.items)
    return WritePrompt(seat, _("which item?"), known, secret=True, key="correct.item")


def _any_weapon(s: State, seat: Seat) -> Prompt:
    known = tuple(Option(item, from_data(item)) for item in s.ship.items if hands.is_weapon(s, item))
    return WritePrompt(seat, _("which weapon?"), known, key="correct.weapon")


def _gain_weapon(g: G, seat: Seat, weapon: str, ammo: int) -> Rule[None]:
    g.emit(facts.WeaponGained(seat, weapon, ammo))
    yield from hands.keep_two(g, seat)


def _gain_object(g: G, seat: Seat, kind: str) -> Rule[None]:
    g.emit(facts.ObjectPut(put_object(g.state, kind), kind, seat=seat))
    yield from hands.keep_two(g, seat)


def _place(s: State, seat: Seat) -> Prompt:
    return pick_room(s, seat, "place", _("where to?"))


def _actions(s: State, seat: Seat) -> Prompt:
    return number(s, seat, "actions", _("so many actions are left in this round"), MOST_ACTIONS)


CREW: CorrectionMenu[State, Event] = CorrectionMenu(
    (
        Correction("put_down", _("Put something down"), (_thing,), effect=hands.put_down),  # NEM-X-LIMITS-1
        Correction("light", _("A light wound more"), effect=partial(wound, depth="light")),
        Correction("heal_light", _("A light wound less"), fact=partial(facts.Healed, light=1)),
        Correction("serious", _("A serious wound more"), effect=partial(wound, depth="serious")),
        Correction("heal_serious", _("A serious wound less"), fact=partial(facts.Healed, serious=1)),
        Correction("slime", _("Slime: a marker more"), effect=slime),
        Correction("clean", _("Slime: the marker goes"), fact=facts.SlimeCleaned),
        Correction("larva", _("A larva"), effect=larva),
        Correction("larva_less", _("The larva goes"), fact=facts.LarvaLost),
        Correction("contamination", _("A Contamination card more"), effect=contaminate),
        Correction("contamination_less", _("A Contamination card less"), fact=facts.ContaminationLost),
        Correction("scan", _("The hand is scanned"), effect=scan_hand),
        Correction("draw", _("Draw an Action card"), effect=partial(hands.draw, number=1)),
        Correction("discard", _("Discard an Action card"), effect=partial(hands.throw_away, number=1)),
        Correction("ammo", _("Ammo of a weapon"), (_held_weapon, _ammo), effect=_set_ammo),
        Correction("item", _("An item more"), (_any_item,), effect=hands.gain),
        Correction("weapon", _("A weapon more"), (_any_weapon, _ammo), effect=_gain_weapon),
        Correction("object", _("A heavy object more"), (pick_heavy_object,), effect=_gain_object),
        Correction("place", _("Stands elsewhere"), (_place,), facts.Moved),
        Correction("actions", _("Actions left in this round"), (_actions,), facts.ActionsSet),
        Correction("signal", _("The signal is sent"), fact=facts.SignalSent),
        Correction("dead", _("Is dead"), effect=die),
    ),
    _refusals,
    LEAVE,
)
