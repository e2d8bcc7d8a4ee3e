"""The actions of item cards (NEM-ITEM)."""

from __future__ import annotations

from companion.engine.play import Rule
from companion.games.nemesis.facts.actions import ItemUsed
from companion.games.nemesis.facts.crew import ItemLost, WeaponLost
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.actions.cost import situation
from companion.games.nemesis.rules.effects.effects import cannot, perform
from companion.games.nemesis.state import State
from companion.schema.prompt import Faces, Option, Refusal, Seat


def usable_items(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ITEM-1; a weapon may have an action too."""
    acting = dict.fromkeys(item for item in held(s, seat) if item in s.ship.items and s.ship.items[item].acts)
    return tuple(Option(item, f"{item}, {item_cost(s, item)} to pay", cannot_use(s, seat, item)) for item in acting)


def held(s: State, seat: Seat) -> Faces:
    return s.characters[seat].items + tuple(weapon.name for weapon in s.characters[seat].weapons)


def no_item_to_use(s: State, seat: Seat) -> Refusal | None:
    """Weapons everybody sees, and whether there are items; what the items are is their owner's secret."""
    if not s.characters[seat].items and all(option.refused for option in usable_items(s, seat)):
        return Refusal("CARD_NOT_IN_HAND", "There is no item with an action that is possible now.", "NEM-ITEM-1")
    return None


def cannot_use(s: State, seat: Seat, item: str) -> Refusal | None:
    if item not in held(s, seat) or item not in s.ship.items:
        return Refusal("CARD_NOT_IN_HAND", f"{s.characters[seat].name} has no {item}.", "NEM-ITEM-1")
    written = s.ship.items[item]
    if not written.acts:
        return Refusal("NO_ACTION", f"The card {item} has no action.", "NEM-ITEM-1")
    return situation(s, seat, written.allowed) or cannot(s, seat, written.effects)


def item_cost(s: State, item: str) -> int:
    return s.ship.items[item].cost if item in s.ship.items else 0


def use_item(g: G, seat: Seat, item: str) -> Rule[None]:
    """What it does stands on the card; where it says so it is discarded."""
    g.emit(ItemUsed(seat, item))
    written = g.state.ship.items[item]
    if written.once and written.effects:
        _discard(g, seat, item)
    yield from perform(g, seat, written.effects)


def _discard(g: G, seat: Seat, item: str) -> None:
    if item in g.state.characters[seat].items:
        g.emit(ItemLost(seat, item))
    elif item in held(g.state, seat):
        g.emit(WeaponLost(seat, item))
