"""Corrections of a character: health, cards, items, position. Putting things down is free."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.engine import Rule, done
from companion.games.nemesis import facts
from companion.games.nemesis.names import OBJECT_NAMES, put_object
from companion.games.nemesis.rules.corrections.prompts import Told, listed_way, number, pick, pick_room, possible
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.rules.crew.health import contaminate, die, larva, scan_hand, slime, wound
from companion.games.nemesis.state import Event, G, State, Way, aboard
from companion.i18n import _, from_data
from companion.schema import Option, Seat, WritePrompt

MOST_AMMO, MOST_ACTIONS = 9, 2


def ways(s: State) -> tuple[Way, ...]:
    title = _("put down, put right")
    return tuple(listed_way(s, seat, title, _options(s, seat), TOLD) for seat in aboard(s))


def _options(s: State, seat: Seat) -> Iterator[Option]:
    """Return the corrections. None of them shows what a hand holds."""
    c = s.characters[seat]
    yield possible(
        "put_down", _("Put something down"), hands.droppable(s, seat), _("{who} carries nothing.", who=c.name)
    )
    yield Option("light", _("A light wound more"))
    yield possible("heal_light", _("A light wound less"), c.light_wounds, _("{who} has no light wound.", who=c.name))
    yield Option("serious", _("A serious wound more"))
    yield possible("heal_serious", _("A serious wound less"), c.serious_wounds, _("{who} has none.", who=c.name))
    yield possible("slime", _("Slime: a marker more"), not c.slime, _("{who} has slime already.", who=c.name))
    yield possible("clean", _("Slime: the marker goes"), c.slime, _("{who} has no slime.", who=c.name))
    yield possible("larva", _("A larva"), not c.larva, _("{who} has one already.", who=c.name))
    yield possible("larva_less", _("The larva goes"), c.larva, _("{who} carries no larva.", who=c.name))
    yield Option("contamination", _("A Contamination card more"))
    yield Option("contamination_less", _("A Contamination card less"))
    yield Option("scan", _("The hand is scanned"))
    yield possible("draw", _("Draw an Action card"), c.deck + c.discard, _("No card is left."))
    yield Option("discard", _("Discard an Action card"))
    yield possible("ammo", _("Ammo of a weapon"), c.weapons, _("{who} holds no weapon.", who=c.name))
    yield Option("item", _("An item more"))
    yield Option("weapon", _("A weapon more"))
    yield Option("object", _("A heavy object more"))
    yield Option("place", _("Stands elsewhere"))
    yield Option("actions", _("Actions left in this round"))
    yield possible("signal", _("The signal is sent"), not c.signal, _("{who} has sent it already.", who=c.name))
    yield Option("dead", _("Is dead"))


def _stated(fact: Callable[[Seat], Event]) -> Told:
    def correct(g: G, seat: Seat) -> Rule[None]:
        g.emit(fact(seat))
        yield from done()

    return correct


def _harmed(harmed: Callable[[G, Seat], None]) -> Told:
    """Apply harm by its rule: three light wounds are a serious one, and a further one may kill."""

    def correct(g: G, seat: Seat) -> Rule[None]:
        harmed(g, seat)
        yield from done()

    return correct


def _put_down(g: G, seat: Seat) -> Rule[None]:
    """NEM-X-LIMITS-1: free at any time."""
    thing = yield from pick(g, seat, "put_down", _("what is put down?"), hands.droppable(g.state, seat), secret=True)
    if thing:
        hands.put_down(g, seat, thing)


def _draw(g: G, seat: Seat) -> Rule[None]:
    yield from hands.draw(g, seat, 1)


def _discard(g: G, seat: Seat) -> Rule[None]:
    yield from hands.throw_away(g, seat, 1)


def _ammo(g: G, seat: Seat) -> Rule[None]:
    options = [Option(w.name, hands.weapon_words(w)) for w in g.state.characters[seat].weapons]
    weapon = yield from pick(g, seat, "ammo_of", _("the ammo of which weapon?"), options)
    if weapon:
        ammo = yield from _ammo_in(g, seat, weapon)
        if weapon in {w.name for w in g.state.characters[seat].weapons}:  # it may be gone by now
            g.emit(facts.AmmoSet(seat, weapon, ammo))


def _ammo_in(g: G, seat: Seat, weapon: str) -> Rule[int]:
    title = _("so much ammo is in the {weapon}", weapon=from_data(weapon))
    return (yield from number(g, seat, "ammo", title, MOST_AMMO, about=weapon))


def _item(g: G, seat: Seat) -> Rule[None]:
    """Ask for an item by name, in secret. A weapon goes into a hand slot."""
    known = tuple(Option(item, from_data(item)) for item in g.state.ship.items)
    asked = WritePrompt(seat, _("which item?"), known, secret=True, key="correct.item")
    yield from hands.gain(g, seat, (yield from g.one(asked)))


def _weapon(g: G, seat: Seat) -> Rule[None]:
    """Ask for a weapon, also an unknown one, and its ammo."""
    known = tuple(Option(item, from_data(item)) for item in g.state.ship.items if hands.is_weapon(g.state, item))
    weapon = yield from g.one(WritePrompt(seat, _("which weapon?"), known, key="correct.weapon"))
    g.emit(facts.WeaponGained(seat, weapon, (yield from _ammo_in(g, seat, weapon))))
    yield from hands.keep_two(g, seat)


def _object(g: G, seat: Seat) -> Rule[None]:
    options = [Option(kind, words) for kind, words in OBJECT_NAMES.items()]
    kind = yield from pick(g, seat, "object", _("which heavy object?"), options)
    if kind:
        g.emit(facts.ObjectPut(put_object(g.state, kind), kind, seat=seat))
        yield from hands.keep_two(g, seat)


def _place(g: G, seat: Seat) -> Rule[None]:
    room = yield from pick_room(g, seat, "place", _("where to?"))
    if room:
        g.emit(facts.Moved(seat, room))


def _actions(g: G, seat: Seat) -> Rule[None]:
    title = _("so many actions are left in this round")
    g.emit(facts.ActionsSet(seat, (yield from number(g, seat, "actions", title, MOST_ACTIONS))))


TOLD: Mapping[str, Told] = {
    "put_down": _put_down,
    "light": _harmed(lambda g, seat: wound(g, seat, "light")),
    "heal_light": _stated(lambda seat: facts.Healed(seat, light=1)),
    "serious": _harmed(lambda g, seat: wound(g, seat, "serious")),
    "heal_serious": _stated(lambda seat: facts.Healed(seat, serious=1)),
    "slime": _harmed(slime),
    "clean": _stated(facts.SlimeCleaned),
    "larva": _harmed(larva),
    "larva_less": _stated(facts.LarvaLost),
    "contamination": _harmed(contaminate),
    "contamination_less": _stated(facts.ContaminationLost),
    "scan": scan_hand,
    "draw": _draw,
    "discard": _discard,
    "ammo": _ammo,
    "item": _item,
    "weapon": _weapon,
    "object": _object,
    "place": _place,
    "actions": _actions,
    "signal": _stated(facts.SignalSent),
    "dead": _harmed(die),
}
