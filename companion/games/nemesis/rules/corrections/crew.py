"""What is put right of a character: wounds, slime, cards, what is held, where the figure stands. Putting down is free."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from companion.engine import Rule, count, done
from companion.games.nemesis.facts import (
    ActionsSet,
    AmmoSet,
    ContaminationLost,
    Event,
    G,
    Healed,
    LarvaLost,
    Moved,
    ObjectPut,
    SignalSent,
    SlimeCleaned,
    Way,
    WeaponGained,
)
from companion.games.nemesis.rules.corrections.prompts import Told, listed_way, pick, possible
from companion.games.nemesis.rules.crew import (
    contaminate,
    die,
    draw,
    droppable,
    gain,
    is_weapon,
    keep_two,
    larva,
    put_down,
    scan_one,
    slime,
    throw_away,
    wound,
)
from companion.games.nemesis.rules.names import OBJECT_NAMES, begun, new_object, room_words
from companion.games.nemesis.state import State, aboard
from companion.schema import Option, Prompt, Seat

MOST_AMMO, MOST_ACTIONS = 9, 2


def ways(s: State) -> tuple[Way, ...]:
    """One list for each character that is aboard."""
    return tuple(
        listed_way(seat, f"{s.characters[seat].name}: put down, put right", _options(s, seat), TOLD)
        for seat in aboard(s)
    )


def _options(s: State, seat: Seat) -> Iterator[Option]:
    """What can be told, with what stands against it. Nothing here tells what is in a hand."""
    c = s.characters[seat]
    yield possible("put_down", "Put something down", droppable(s, seat), f"{c.name} carries nothing.")
    yield Option("light", "A light wound more")
    yield possible("heal_light", "A light wound less", c.light_wounds, f"{c.name} has no light wound.")
    yield Option("serious", "A serious wound more")
    yield possible("heal_serious", "A serious wound less", c.serious_wounds, f"{c.name} has none.")
    yield possible("slime", "Slime: a marker more", not c.slime, f"{c.name} has slime already.")
    yield possible("clean", "Slime: the marker goes", c.slime, f"{c.name} has no slime.")
    yield possible("larva", "A larva", not c.larva, f"{c.name} has one already.")
    yield possible("larva_less", "The larva goes", c.larva, f"{c.name} carries no larva.")
    yield Option("contamination", "A Contamination card more")
    yield Option("contamination_less", "A Contamination card less")
    yield Option("scan", "The hand is scanned")
    yield possible("draw", "Draw an Action card", c.deck + c.discard, "No card is left.")
    yield Option("discard", "Discard an Action card")
    yield possible("ammo", "Ammo of a weapon", c.weapons, f"{c.name} holds no weapon.")
    yield Option("item", "An item more")
    yield Option("weapon", "A weapon more")
    yield Option("object", "A heavy object more")
    yield Option("place", "Stands elsewhere")
    yield Option("actions", "Actions left in this round")
    yield possible("signal", "The signal is sent", not c.signal, f"{c.name} has sent it already.")
    yield Option("dead", "Is dead")


def _stated(fact: Callable[[Seat], Event]) -> Told:
    """A fact, as the people tell it."""

    def correct(g: G, seat: Seat) -> Rule[None]:
        g.emit(fact(seat))
        yield from done()

    return correct


def _harmed(harmed: Callable[[G, Seat], None]) -> Told:
    """Through the door of all harm: three light wounds are a serious one, and a further one may kill."""

    def correct(g: G, seat: Seat) -> Rule[None]:
        harmed(g, seat)
        yield from done()

    return correct


def _put_down(g: G, seat: Seat) -> Rule[None]:
    """Free at any time (NEM-X-LIMITS-1)."""
    title = f"{g.state.characters[seat].name}: what is put down?"
    thing = yield from pick(g, seat, title, droppable(g.state, seat), secret=True)
    if thing:
        put_down(g, seat, thing)


def _draw(g: G, seat: Seat) -> Rule[None]:
    yield from draw(g, seat, 1)


def _discard(g: G, seat: Seat) -> Rule[None]:
    yield from throw_away(g, seat, 1)


def _ammo(g: G, seat: Seat) -> Rule[None]:
    name = g.state.characters[seat].name
    options = [Option(w.name, f"{w.name}, ammo {w.ammo}") for w in g.state.characters[seat].weapons]
    weapon = yield from pick(g, seat, f"{name}: the ammo of which weapon?", options)
    if weapon:
        ammo = yield from g.number(count(seat, f"{name}: so much ammo is in the {weapon}", 0, MOST_AMMO))
        if weapon in {w.name for w in g.state.characters[seat].weapons}:  # it may be gone by now
            g.emit(AmmoSet(seat, weapon, ammo))


def _item(g: G, seat: Seat) -> Rule[None]:
    """By name, for the owner's eyes; a weapon of the ship lies in a hand then."""
    known = tuple(Option(item, item) for item in g.state.ship.items)
    title = f"{g.state.characters[seat].name}: which item?"
    yield from gain(g, seat, (yield from g.one(Prompt(seat, "write", title, known, secret=True))))


def _weapon(g: G, seat: Seat) -> Rule[None]:
    """With its ammo; also one that the ship does not know."""
    name = g.state.characters[seat].name
    known = tuple(Option(item, item) for item in g.state.ship.items if is_weapon(g.state, item))
    weapon = yield from g.one(Prompt(seat, "write", f"{name}: which weapon?", known))
    ammo = yield from g.number(count(seat, f"{name}: so much ammo is in the {weapon}", 0, MOST_AMMO))
    g.emit(WeaponGained(seat, weapon, ammo))
    yield from keep_two(g, seat)


def _object(g: G, seat: Seat) -> Rule[None]:
    title = f"{g.state.characters[seat].name}: which heavy object?"
    kind = yield from pick(g, seat, title, [Option(kind, words) for kind, words in OBJECT_NAMES.items()])
    if kind:
        g.emit(ObjectPut(new_object(g.state, kind), kind, seat=seat))
        yield from keep_two(g, seat)


def _place(g: G, seat: Seat) -> Rule[None]:
    options = [Option(room, begun(room_words(g.state, room))) for room in g.state.rooms]
    room = yield from pick(g, seat, f"{g.state.characters[seat].name}: stands where?", options, at="graph")
    if room:
        g.emit(Moved(seat, room))


def _actions(g: G, seat: Seat) -> Rule[None]:
    title = f"{g.state.characters[seat].name}: so many actions are left in this round"
    g.emit(ActionsSet(seat, (yield from g.number(count(seat, title, 0, MOST_ACTIONS)))))


TOLD: Mapping[str, Told] = MappingProxyType(
    {
        "put_down": _put_down,
        "light": _harmed(lambda g, seat: wound(g, seat, "light")),
        "heal_light": _stated(lambda seat: Healed(seat, light=1)),
        "serious": _harmed(lambda g, seat: wound(g, seat, "serious")),
        "heal_serious": _stated(lambda seat: Healed(seat, serious=1)),
        "slime": _harmed(slime),
        "clean": _stated(SlimeCleaned),
        "larva": _harmed(larva),
        "larva_less": _stated(LarvaLost),
        "contamination": _harmed(contaminate),
        "contamination_less": _stated(ContaminationLost),
        "scan": scan_one,
        "draw": _draw,
        "discard": _discard,
        "ammo": _ammo,
        "item": _item,
        "weapon": _weapon,
        "object": _object,
        "place": _place,
        "actions": _actions,
        "signal": _stated(SignalSent),
        "dead": _harmed(die),
    }
)
