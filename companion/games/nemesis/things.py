"""Objects, items, cards and rooms: Pick Up, Trade, Craft, and the actions printed on cards and rooms."""

from __future__ import annotations

from itertools import combinations

from companion.games.nemesis.cost import situation
from companion.games.nemesis.events import (
    Crafted,
    G,
    ItemUsed,
    ObjectTaken,
    RoomUsed,
    SectionDone,
    Swapped,
)
from companion.games.nemesis.ship import CraftedItem
from companion.games.nemesis.state import State, characters_in, with_malfunction
from companion.rules.play import Rule, choose
from companion.wire.prompt import Faces, Option, Prompt, Refusal, Seat

AMMO = "ammo"
OBJECT_NAMES = {"egg": "Intruder egg", "character_corpse": "character corpse", "intruder_carcass": "Intruder carcass"}


# Pick Up Heavy Object


def nothing_to_pick_up(s: State, seat: Seat) -> Refusal | None:
    if not heavy_here(s, seat):
        return Refusal("NOT_SAME_PLACE", "No heavy object lies in the room.")
    return None


def heavy_here(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-HEAVY-1, -2."""
    here = [(name, o.kind) for name, o in s.objects.items() if o.room == s.characters[seat].room]
    return tuple(Option(name, f"Pick up the {OBJECT_NAMES.get(kind, kind)}") for name, kind in here)


def cannot_pick_up(s: State, seat: Seat, name: str) -> Refusal | None:
    if name not in {option.id for option in heavy_here(s, seat)}:
        return Refusal("NOT_SAME_PLACE", "This object does not lie in the room.")
    return None


def pick_up(g: G, seat: Seat, name: str) -> Rule[None]:
    """Exactly one object (NEM-HEAVY-1)."""
    g.emit(ObjectTaken(seat, name))
    yield from ()


# Trade


def nobody_to_trade_with(s: State, seat: Seat) -> Refusal | None:
    if len(characters_in(s, s.characters[seat].room)) < 2:
        return Refusal("NOT_SAME_PLACE", "Nobody else is in the room.")
    return None


def trade(g: G, seat: Seat, _: str) -> Rule[None]:
    """Swaps between any two in the room, as long as both agree (NEM-TRADE-1 to -5)."""
    while (pair := (yield from g.one(next_swap(g.state, seat)))) != "done":
        one, _, other = pair.partition("/")
        gives, takes = yield from g.ask(offer(g.state, one, other), offer(g.state, other, one))
        agreed = yield from g.ask(agree(g.state, one, other), agree(g.state, other, one))
        if agreed == (("yes",), ("yes",)):  # NEM-TRADE-3
            g.emit(Swapped(one, other, gives, takes))


def next_swap(s: State, seat: Seat) -> Prompt:
    """Who swaps with whom."""
    here = characters_in(s, s.characters[seat].room)
    pairs = [Option(f"{a}/{b}", f"{s.characters[a].name} and {s.characters[b].name}") for a, b in combinations(here, 2)]
    title = f"{s.characters[seat].name}: the trade is open, who swaps with whom?"
    return choose(seat, title, [*pairs, Option("done", "Nobody any more")], rule="NEM-TRADE-1")


def offer(s: State, giver: Seat, taker: Seat) -> Prompt:
    """Items and objects, or nothing; never ammo (NEM-TRADE-5, -6)."""
    character = s.characters[giver]
    no = Refusal("AMMO_NOT_TRADABLE", "Ammo cannot be exchanged.")
    things = [Option(name, name) for name in character.items + character.heavy]
    title = f"{character.name}: what does {s.characters[taker].name} get?"
    return choose(giver, title, [*things, Option(AMMO, "Ammo", no)], 0, len(things), "NEM-TRADE-2", secret=True)


def agree(s: State, one: Seat, other: Seat) -> Prompt:
    title = f"{s.characters[one].name}: do you agree to the swap with {s.characters[other].name}?"
    return choose(one, title, (Option("yes", "Agree"), Option("no", "Decline")), rule="NEM-TRADE-3")


# Craft Item


def crafts(s: State, seat: Seat) -> tuple[Option, ...]:
    """Every crafted card with every pair of items that makes it."""
    pairs = ["/".join(pair) for pair in combinations(s.characters[seat].items, 2)]
    made = [f"{name}/{pair}" for name in s.ship.crafted for pair in pairs]
    return tuple(
        Option(target, craft_words(target), cannot_craft(s, seat, target))
        for target in dict.fromkeys(made)
        if shows_icons(s, s.ship.crafted[target.partition("/")[0]], tuple(target.split("/")[1:]))
    )


def craft_words(target: str) -> str:
    """One way to make something.

    >>> craft_words("torch/lighter/fuel")
    'torch, of lighter and fuel'
    """
    name, *parts = target.split("/")
    return f"{name}, of {' and '.join(parts)}"


def nothing_to_craft(s: State, seat: Seat) -> Refusal | None:
    if all(option.refused for option in crafts(s, seat)):
        return Refusal("WRONG_COMPONENTS", "No two items of yours show the icons of an available crafted card.")
    return None


def cannot_craft(s: State, seat: Seat, target: str) -> Refusal | None:
    """NEM-CRAFT-1 to -3. `target`: "crafted/component/component"."""
    name, *parts = target.split("/")
    if not is_available(s, name):
        return Refusal("CRAFTED_CARD_NOT_AVAILABLE", f"The card {name} is not available.")
    held = list(s.characters[seat].items)
    owned = all(held.count(part) >= parts.count(part) for part in parts)
    if not owned or not shows_icons(s, s.ship.crafted[name], tuple(parts)):
        return Refusal(
            "WRONG_COMPONENTS", f"{name} needs two items with the icons {' and '.join(s.ship.crafted[name].needs)}."
        )
    return None


def is_available(s: State, name: str) -> bool:
    """Each crafted card is there once (NEM-CRAFT-2)."""
    return name in s.ship.crafted and s.ship.crafted[name].available and name not in s.crafted_gone


def shows_icons(s: State, crafted: CraftedItem, parts: Faces) -> bool:
    """Do two cards match both icons, one each?"""
    if len(parts) != len(crafted.needs):
        return False
    blue = [s.ship.items[part].icons if part in s.ship.items else () for part in parts]
    one, other = crafted.needs
    return (one in blue[0] and other in blue[1]) or (one in blue[1] and other in blue[0])


def craft(g: G, seat: Seat, target: str) -> Rule[None]:
    name, *parts = target.split("/")
    g.emit(Crafted(seat, name, tuple(parts)))
    yield from ()


# Action cards, item cards, rooms


def playable_cards(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ACARD-1: the hand's own actions."""
    hand = dict.fromkeys(card for card in s.characters[seat].hand if card in s.ship.cards)
    return tuple(Option(card, f"{card}, {s.ship.cards[card].cost} more", cannot_play(s, seat, card)) for card in hand)


def no_card_to_play(s: State, seat: Seat) -> Refusal | None:
    if all(option.refused for option in playable_cards(s, seat)):
        return Refusal("CARD_NOT_IN_HAND", "No card of the hand has an action that is possible now.")
    return None


def cannot_play(s: State, seat: Seat, card: str) -> Refusal | None:
    """NEM-ACARD-3, -6."""
    if card not in s.characters[seat].hand or card not in s.ship.cards:
        return Refusal("CARD_NOT_IN_HAND", f"{card} is not among the Action cards of the hand.")
    return situation(s, seat, s.ship.cards[card].allowed)


def card_cost(s: State, card: str) -> int:
    """The additional cards (NEM-ACARD-4, -7)."""
    return s.ship.cards[card].cost if card in s.ship.cards else 0


def play_card(g: G, seat: Seat, card: str) -> Rule[None]:
    """What the card says (NEM-ACARD-2); of sections split by [OR] one (NEM-ACARD-5)."""
    sections = g.state.ship.cards[card].sections
    if not sections:
        return
    options = [Option(one.id, one.text or one.id.replace("_", " ").capitalize()) for one in sections]
    title = f"{g.state.characters[seat].name}: which section of {card}?"
    section = yield from g.one(choose(seat, title, options, rule="NEM-ACARD-5"))
    repaired = section == "discard_malfunction" and with_malfunction(g.state, g.state.characters[seat].room)
    g.emit(SectionDone(seat, section, g.state.characters[seat].room if repaired else ""))  # NEM-ACARD-8, NEM-AMB-10


def usable_items(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ITEM-1."""
    held = [item for item in s.characters[seat].items if item in s.ship.items and s.ship.items[item].acts]
    return tuple(Option(item, f"{item}, {s.ship.items[item].cost} to pay", cannot_use(s, seat, item)) for item in held)


def no_item_to_use(s: State, seat: Seat) -> Refusal | None:
    if all(option.refused for option in usable_items(s, seat)):
        return Refusal("CARD_NOT_IN_HAND", "No item of yours has an action that is possible now.")
    return None


def cannot_use(s: State, seat: Seat, item: str) -> Refusal | None:
    if item not in s.characters[seat].items or item not in s.ship.items:
        return Refusal("CARD_NOT_IN_HAND", f"{s.characters[seat].name} has no {item}.")
    return situation(s, seat, s.ship.items[item].allowed)


def item_cost(s: State, item: str) -> int:
    return s.ship.items[item].cost if item in s.ship.items else 0


def use_item(g: G, seat: Seat, item: str) -> Rule[None]:
    """What it does stands on the card."""
    g.emit(ItemUsed(seat, item))
    yield from ()


def own_room(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ROOM-1."""
    room = s.characters[seat].room
    return (Option(room, f"The action of the {s.rooms[room].title}"),)


def cannot_use_room(s: State, seat: Seat, room: str) -> Refusal | None:
    if room != s.characters[seat].room:
        return Refusal("NOT_SAME_PLACE", f"{s.characters[seat].name} is not in that room.")
    return None


def use_room(g: G, seat: Seat, room: str) -> Rule[None]:
    """What it does stands on the room sheet (NEM-ROOM-2)."""
    g.emit(RoomUsed(seat, room))
    yield from ()
