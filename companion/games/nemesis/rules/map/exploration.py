"""Exploration of rooms and their tokens (NEM-X-ENTER-1)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Rule, choose
from companion.games.nemesis.content.ship import ExplorationEffect
from companion.games.nemesis.facts import CardTold, CorridorClosed, Explored, ItemsLeft, RoomLaid, RoomMarked
from companion.games.nemesis.names import room_words
from companion.games.nemesis.rules.crew import health
from companion.games.nemesis.rules.decks import EXPLORATIONS, draw_cards, exploration
from companion.games.nemesis.state import G, corridors_of, free_tiles, in_nest
from companion.i18n import Text, _, from_data
from companion.schema import Option, Seat

_LOG_LINES: Mapping[ExplorationEffect, Text] = {
    "silence": _("Silence: no noise roll."),
    "danger": _("Danger, in place of the noise roll."),
    "slime": _("Slime drips from above."),
    "malfunction": _("Something is out of order here."),
    "fire": _("Fire!"),
    "doors": _("The door behind closes."),
    "nothing": _("Nothing else to see."),
}
_TOKEN_OPTIONS = (
    Option("silence", _("Silence: no noise roll")),
    Option("danger", _("Danger instead of the noise roll")),
    Option("slime", _("Slime")),
    Option("malfunction", _("Malfunction")),
    Option("fire", _("Fire")),
    Option("doors", _("The door behind you closes")),
    Option("nothing", _("None of these")),
)


def explore(g: G, seat: Seat, start: str) -> Rule[str]:
    """Reveal the character's room and resolve its token. Returns the effect, "" without a token.

    start: the room that the character came from.
    """
    room = g.state.characters[seat].room
    if g.state.rooms[room].explored:
        return ""
    yield from reveal_room(g, seat, room)
    effect = yield from _determine_effect(g, seat, room)
    _apply_effect(g, seat, start, effect)
    return effect


def reveal_room(g: G, seat: Seat, room: str) -> Rule[None]:
    """Mark the room as explored. With real tiles, ask first which room it is."""
    unnamed = not g.state.rooms[room].tile and not g.state.rooms[room].title
    if g.state.settings.decks == "box" and unnamed and (free := free_tiles(g.state)):
        title = _("turn the tile of {room}. Which room is it?", room=room_words(g.state, room))
        options = [Option(tile.id, from_data(tile.title)) for tile in free]
        prompt = choose(seat, title, options, rule="NEM-X-ENTER-1", key="explore.tile", about=room)
        g.emit(RoomLaid(room, (yield from g.one(prompt))))
    g.emit(Explored(room))


def _determine_effect(g: G, seat: Seat, room: str) -> Rule[str]:
    """Draw a virtual token, or ask for the real one."""
    match g.state.settings.decks:
        case "page":
            return (yield from _draw_token(g, room))
        case "box":
            title = _("this is {room}. What does its token say?", room=room_words(g.state, room))
            prompt = choose(seat, title, _TOKEN_OPTIONS, rule="NEM-X-ENTER-1", key="explore.token", about=room)
            return (yield from g.one(prompt))
        case _:
            return ""


def _draw_token(g: G, room: str) -> Rule[str]:
    """Draw a token, which also sets the items. The nest has no items and no malfunction, our default."""
    drawn = yield from draw_cards(g, EXPLORATIONS)
    if not drawn:
        return ""
    token, is_nest = exploration(g.state, drawn[0]), in_nest(g.state, room)
    effect: ExplorationEffect = "nothing" if is_nest and token.says == "malfunction" else token.says
    g.emit(ItemsLeft(room, 0 if is_nest else token.items))
    g.emit(CardTold(from_data(g.state.rooms[room].title) or _("A new room"), _LOG_LINES[effect]))
    return effect


def _apply_effect(g: G, seat: Seat, start: str, effect: str) -> None:
    """Apply the effect of a token, except for silence and danger: they replace the later noise roll."""
    room = g.state.characters[seat].room
    match effect:
        case "slime":
            health.slime(g, seat)
        case "malfunction":
            g.emit(RoomMarked(room, "malfunction"))
        case "fire":
            g.emit(RoomMarked(room, "fire"))
        case "doors":
            _close_door_behind(g, start, room)
        case _:
            pass


def _close_door_behind(g: G, start: str, room: str) -> None:
    """Close the corridor just used (NEM-X-NEIGHBOUR-1). A broken door stays open."""
    for name in corridors_of(g.state, room):
        corridor = g.state.corridors[name]
        if start in corridor.ends and not corridor.technical and not corridor.broken:
            g.emit(CorridorClosed(name))
