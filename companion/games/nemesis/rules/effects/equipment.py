"""Deeds to belongings: an item by name, ammo, and the search of a room."""

from __future__ import annotations

from companion.engine.play import Rule, choose
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.ship import ItemsLeft
from companion.games.nemesis.rules.crew.inventory import gain, load, loadable
from companion.games.nemesis.rules.decks import draw_cards
from companion.games.nemesis.rules.effects.deed import EffectCall, whom
from companion.games.nemesis.rules.titles import room_words
from companion.games.nemesis.state import State, tile_of
from companion.schema.prompt import Faces, Option, Prompt, Refusal, Seat


def gain_item(g: G, act: EffectCall) -> Rule[None]:
    for seat in whom(g.state, act):
        yield from gain(g, seat, act.effect.what)


def cannot_load(s: State, act: EffectCall) -> Refusal | None:
    if not any(loadable(s, seat) for seat in whom(s, act)):
        return Refusal("NO_ROOM_FOR_AMMO", "No weapon here has room for more ammo.")
    return None


def load_weapon(g: G, act: EffectCall) -> Rule[None]:
    for seat in whom(g.state, act):
        yield from load(g, seat, act.effect.n)


def cannot_search(s: State, act: EffectCall) -> Refusal | None:
    """With the box its tiles count what is left."""
    if s.settings.decks == "page" and not s.rooms[act.room].items:
        return Refusal("NOTHING_LEFT", "Nothing more is to be found here.")
    return None


def search(g: G, act: EffectCall) -> Rule[None]:
    """Draw so many items of the room's store and keep one; the room has one less. Nobody else sees what was drawn."""
    store = yield from _store(g, act)
    found = yield from _found(g, act, store)
    kept = yield from _kept(g, act.seat, found)
    left = g.state.rooms[act.room].items
    if left:
        g.emit(ItemsLeft(act.room, left - 1))
    if kept and act.seat in whom(g.state, act):
        yield from gain(g, act.seat, kept)


def _found(g: G, act: EffectCall, store: str) -> Rule[Faces]:
    """Off the deck of the page; with the box its finder says what is kept; without decks nothing is found."""
    match g.state.settings.decks:
        case "page":
            return (yield from draw_cards(g, f"items:{store}", act.effect.n))
        case "box":
            return ((yield from g.one(_named(g.state, act))),)
        case "none":
            return ()


def stores(s: State) -> Faces:
    return tuple(dict.fromkeys(item.store for item in s.ship.items.values() if item.store))


def _store(g: G, act: EffectCall) -> Rule[str]:
    """What the effect names, else the store of the tile, else the finder's choice."""
    tile = tile_of(g.state, act.room)
    named = act.effect.what or (tile.store if tile else "")
    if named or g.state.settings.decks != "page" or not stores(g.state):
        return named
    title = f"{g.state.characters[act.seat].name}: what do you look for in {room_words(g.state, act.room)}?"
    options = [Option(store, store.capitalize()) for store in stores(g.state)]
    return (yield from g.one(choose(act.seat, title, options, rule="NEM-HEAVY-3")))


def _named(s: State, act: EffectCall) -> Prompt:
    """Off the deck of the box: its finder says what it is."""
    known = tuple(Option(item) for item in s.ship.items)
    title = f"{s.characters[act.seat].name}: draw {act.effect.n} items, keep one. Which?"
    return Prompt(act.seat, "write", title, known, rule="NEM-HEAVY-3", secret=True)


def _kept(g: G, seat: Seat, found: Faces) -> Rule[str]:
    """One of them; "" where the deck had none."""
    different = tuple(dict.fromkeys(found))
    if len(different) < 2:
        return different[0] if different else ""
    title = f"{g.state.characters[seat].name}: keep one of {len(found)} items"
    return (
        yield from g.one(
            choose(seat, title, [Option(item, item) for item in different], rule="NEM-HEAVY-3", secret=True)
        )
    )
