"""The state as some seats may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from companion.engine import hidden
from companion.games.nemesis.state import Character, Course, Engine, Room, State
from companion.i18n import _
from companion.schema import Faces, Seat

T = TypeVar("T")
A_ROOM = hidden(_("A room that nobody has entered decides."))
AN_ENGINE = hidden(_("Whether an engine works decides."))
THE_COURSE = hidden(_("Where the ship flies decides."))


def veil(s: State, eyes: frozenset[Seat], now: State) -> State:
    """Hide what `eyes` may not know, until the game is over."""
    if now.phase == "over":
        return s
    return replace(
        s,
        characters=_map_values(s.characters, lambda seat, who: who if seat in eyes else _hide_character(who)),
        rooms=_map_values(s.rooms, lambda name, room: _hide_room(room, now.rooms[name])),
        engines=_map_values(s.engines, lambda name, engine: _hide_engine(engine, now.engines[name], eyes)),
        course=_hide_course(s.course, now.course, eyes),
    )


def _map_values(things: Mapping[str, T], veil_one: Callable[[str, T], T]) -> Mapping[str, T]:
    return MappingProxyType({name: veil_one(name, thing) for name, thing in things.items()})


def _hide_character(character: Character) -> Character:
    """Hide the contents, keep the public counts."""
    held = hidden(_("What {who} holds decides.", who=character.name))
    wish = hidden(_("What {who} is after decides.", who=character.name))
    return replace(
        character,
        hand=_hide_cards(character.hand, held),
        deck=_hide_cards(character.deck, held),
        items=_hide_cards(character.items, held),
        objectives=_hide_cards(character.objectives, wish),
        objective=wish if character.objective else "",
        infected=held,
    )


def _hide_cards(cards: Faces, held: str) -> Faces:
    return (held,) * len(cards)


def _hide_room(then: Room, now: Room) -> Room:
    if then.explored or now.explored or not then.tile:
        return then
    return replace(then, tile=A_ROOM, title=A_ROOM if then.title else "", items=A_ROOM)


def _hide_engine(then: Engine, now: Engine, eyes: frozenset[Seat]) -> Engine:
    """Show an engine to those who looked. Later changes are public."""
    if eyes & {*then.seen, *now.seen}:
        return then
    return replace(then, works=AN_ENGINE)


def _hide_course(then: Course, now: Course, eyes: frozenset[Seat]) -> Course:
    return then if eyes & {*then.seen, *now.seen} else replace(then, planets=THE_COURSE)
