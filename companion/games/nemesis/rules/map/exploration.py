"""Exploration of rooms and their tokens (NEM-X-ENTER-1)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Rule, choose
from companion.games.nemesis.content.ship import Says
from companion.games.nemesis.facts import CardTold, CorridorClosed, Explored, G, ItemsLeft, RoomLaid, RoomMarked
from companion.games.nemesis.rules.crew import health
from companion.games.nemesis.rules.decks import EXPLORATIONS, draw_cards, exploration
from companion.games.nemesis.rules.names import room_words
from companion.games.nemesis.state import corridors_of, free_tiles, tile_of
from companion.i18n import Text, _, from_data
from companion.schema import Option, Seat


def explore(g: G, seat: Seat, start: str) -> Rule[str]:
    """Turn an unexplored tile and resolve its token. Returns the token, "" if none."""
    room = g.state.characters[seat].room
    if g.state.rooms[room].explored:
        return ""
    yield from turn_up(g, seat, room)
    says = yield from _token(g, seat, room)
    _says(g, seat, start, says)
    return says


def turn_up(g: G, seat: Seat, room: str) -> Rule[None]:
    """Reveal the room. Asks for the name of a real tile."""
    unnamed = not g.state.rooms[room].tile and not g.state.rooms[room].title
    if g.state.settings.decks == "box" and unnamed and (free := free_tiles(g.state)):
        title = _("turn the tile of {room}. Which room is it?", room=room_words(g.state, room))
        options = [Option(tile.id, from_data(tile.title)) for tile in free]
        asked = choose(seat, title, options, rule="NEM-X-ENTER-1", key="explore.tile", about=room)
        g.emit(RoomLaid(room, (yield from g.one(asked))))
    g.emit(Explored(room))


def _token(g: G, seat: Seat, room: str) -> Rule[str]:
    """Draw a virtual token, or ask for the one of the box."""
    if g.state.settings.decks == "page":
        return (yield from _turned(g, room))
    return (yield from _read(g, seat, room)) if g.state.settings.decks == "box" else ""


def _turned(g: G, room: str) -> Rule[str]:
    """Draw a token, which also sets the items. The nest has no items and no malfunction, our default."""
    drawn = yield from draw_cards(g, EXPLORATIONS)
    if not drawn:
        return ""
    token, tile = exploration(g.state, drawn[0]), tile_of(g.state, room)
    in_the_nest = tile is not None and tile.nest
    says: Says = "nothing" if in_the_nest and token.says == "malfunction" else token.says
    g.emit(ItemsLeft(room, 0 if in_the_nest else token.items))
    g.emit(CardTold(from_data(g.state.rooms[room].title) or _("A new room"), _WORDS[says]))
    return says


_WORDS: Mapping[Says, Text] = {
    "silence": _("Silence: no noise roll."),
    "danger": _("Danger, in place of the noise roll."),
    "slime": _("Slime drips from above."),
    "malfunction": _("Something is out of order here."),
    "fire": _("Fire!"),
    "doors": _("The door behind closes."),
    "nothing": _("Nothing else to see."),
}


def _read(g: G, seat: Seat, room: str) -> Rule[str]:
    title = _("this is {room}. What does its token say?", room=room_words(g.state, room))
    return (yield from g.one(choose(seat, title, _TOKENS, rule="NEM-X-ENTER-1", key="explore.token", about=room)))


_TOKENS = (
    Option("silence", _("Silence: no noise roll")),
    Option("danger", _("Danger instead of the noise roll")),
    Option("slime", _("Slime")),
    Option("malfunction", _("Malfunction")),
    Option("fire", _("Fire")),
    Option("doors", _("The door behind you closes")),
    Option("nothing", _("None of these")),
)


def _says(g: G, seat: Seat, start: str, says: str) -> None:
    """Resolve the token. Silence and danger replace the later noise roll instead."""
    room = g.state.characters[seat].room
    match says:
        case "slime":
            health.slime(g, seat)
        case "malfunction":
            g.emit(RoomMarked(room, "malfunction"))
        case "fire":
            g.emit(RoomMarked(room, "fire"))
        case "doors":
            close_door(g, start, room)
        case _:
            pass


def close_door(g: G, start: str, room: str) -> None:
    """Close the corridor just used (NEM-X-NEIGHBOUR-1). A broken door stays open."""
    for name in corridors_of(g.state, room):
        way = g.state.corridors[name]
        if start in way.ends and not way.technical and not way.broken:
            g.emit(CorridorClosed(name))
