"""What a character holds: two hands for weapons, heavy items and heavy objects; putting down is free (NEM-X-LIMITS-1)."""

from __future__ import annotations

from companion.engine.play import Rule, choose, done
from companion.games.nemesis.facts.actions import ItemGained
from companion.games.nemesis.facts.crew import AmmoSet, ItemLost, ObjectDropped, WeaponGained, WeaponLost
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.names import object_words
from companion.games.nemesis.state import State
from companion.schema.prompt import Faces, Option, Refusal, Seat

HANDS = 2  # NEM-X-LIMITS-1


def is_heavy(s: State, item: str) -> bool:
    """An item card that takes a hand."""
    return item in s.ship.items and s.ship.items[item].heavy


def is_weapon(s: State, item: str) -> bool:
    """An item card with room for ammo: it lies in a hand slot."""
    return item in s.ship.items and s.ship.items[item].ammo is not None


def in_hands(s: State, seat: Seat) -> tuple[Option, ...]:
    """All that takes a hand: "weapon/pistol", "item/cannon", "object/egg 3"."""
    c = s.characters[seat]
    weapons = [Option(f"weapon/{w.name}", f"{w.name}, ammo {w.ammo}") for w in c.weapons]
    items = [Option(f"item/{item}", item) for item in c.items if is_heavy(s, item)]
    return (*weapons, *items, *(Option(f"object/{name}", object_words(s, name)) for name in c.heavy))


def hands_full(s: State, seat: Seat) -> Refusal | None:
    """NEM-X-LIMITS-1."""
    if s.settings.two_hands and len(in_hands(s, seat)) >= HANDS:
        return Refusal(
            "HANDS_FULL", f"{s.characters[seat].name} has both hands full: put something down first.", "NEM-X-LIMITS-1"
        )
    return None


def gain(g: G, seat: Seat, item: str) -> Rule[None]:
    """An item by an effect, a weapon with all its ammo; a heavy one needs no action (NEM-HEAVY-3)."""
    if is_weapon(g.state, item):
        g.emit(WeaponGained(seat, item, g.state.ship.items[item].ammo or 0))
    else:
        g.emit(ItemGained(seat, item))
    yield from keep_two(g, seat)


def keep_two(g: G, seat: Seat) -> Rule[None]:
    """Whoever holds more than two hands can carry puts something down."""
    while g.state.settings.two_hands and len(held := in_hands(g.state, seat)) > HANDS:
        title = f"{g.state.characters[seat].name}: both hands are full, what is put down?"
        chosen = yield from g.one(choose(seat, title, _each_once(held), rule="NEM-X-LIMITS-1", secret=True))
        put_down(g, seat, chosen)


def put_down(g: G, seat: Seat, thing: str) -> None:
    """An item card goes to the discard pile, an object lies in the room; nothing where it is gone by now."""
    if thing not in {option.id for option in droppable(g.state, seat)}:
        return
    kind, _, name = thing.partition("/")
    match kind:
        case "weapon":
            g.emit(WeaponLost(seat, name))
        case "item":
            g.emit(ItemLost(seat, name))
        case _:
            g.emit(ObjectDropped(seat, name))


def droppable(s: State, seat: Seat) -> tuple[Option, ...]:
    """All that can be put down: what takes a hand, and every other item."""
    light = [Option(f"item/{item}", item) for item in s.characters[seat].items if not is_heavy(s, item)]
    return _each_once((*in_hands(s, seat), *light))


def load(g: G, seat: Seat, number: int) -> Rule[None]:
    """Ammo into one weapon of the hands, never more than it holds; the owner chooses among several."""
    weapons = loadable(g.state, seat)
    if len(weapons) > 1:
        options = [Option(name, name) for name in weapons]
        title = f"{g.state.characters[seat].name}: which weapon gets the ammo?"
        weapons = yield from g.some(choose(seat, title, options, rule="NEM-SHOOT-2"))
    held = {w.name: w.ammo for w in g.state.characters[seat].weapons}
    for name in weapons:
        if name in held:
            g.emit(AmmoSet(seat, name, most_ammo(g.state, name, held[name] + number)))
    yield from done()


def loadable(s: State, seat: Seat) -> Faces:
    """The weapons with room for more."""
    weapons = s.characters[seat].weapons
    return tuple(dict.fromkeys(w.name for w in weapons if most_ammo(s, w.name, w.ammo + 1) > w.ammo))


def most_ammo(s: State, weapon: str, wanted: int) -> int:
    """So much, or what the weapon holds at most."""
    item = s.ship.items.get(weapon)
    return wanted if item is None or item.ammo is None else min(wanted, item.ammo)


def _each_once(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple({option.id: option for option in options}.values())
