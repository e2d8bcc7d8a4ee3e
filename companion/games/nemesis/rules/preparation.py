"""Preparation: random layout of rooms, engines, course and objectives. An empty list skips its step.

With real decks the players set up the ship themselves. Only the first hands are dealt here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from companion.engine import Rule, draw
from companion.games.nemesis.facts import CourseLaid, EngineLaid, ObjectivesDealt, PhaseBegan, RoomLaid
from companion.games.nemesis.rules.crew import hands
from companion.games.nemesis.state import HAND_SIZE, G, State, free_tiles
from companion.i18n import Text, _
from companion.schema import HOUSE, Faces, Seat

LETTERS = "ABCDEFGH"  # of the course


def prepare(g: G) -> Rule[None]:
    """Run the next step. After the last one the first turn begins."""
    s = g.state
    engines = (tile.engine for tile in s.ship.tiles if tile.engine and tile.engine not in s.engines)
    if s.settings.decks == "page" and (rooms := places_without_tile(s)):
        yield from lay_rooms(g, rooms)
    elif s.settings.decks == "page" and (engine := next(engines, None)):
        yield from lay_engine(g, engine)
    elif s.settings.decks == "page" and s.ship.planets and not s.course.planets:
        yield from lay_course(g)
    elif s.settings.decks == "page" and (seat := seat_without_objectives(s)):
        yield from deal_objectives(g, seat)
    elif seat := next(
        (seat for seat, character in s.characters.items() if len(character.hand) < HAND_SIZE and character.deck), None
    ):
        yield from hands.draw(g, seat, HAND_SIZE - len(s.characters[seat].hand))
    else:
        g.emit(PhaseBegan("players"))


def places_without_tile(s: State) -> Faces:
    """Return the places that get a tile, no more than there are tiles."""
    places = tuple(name for name, room in s.rooms.items() if not room.tile)
    return places[: len(free_tiles(s))]


def lay_rooms(g: G, rooms: Faces) -> Rule[None]:
    """Place the fixed tiles and random others in random order."""
    free = free_tiles(g.state)
    always = tuple(tile.id for tile in free if tile.always)[: len(rooms)]
    others = tuple(tile.id for tile in free if not tile.always)
    number = len(rooms) - len(always)
    picked = yield from _draw_shuffled(g, "rooms.pick", _("rooms are picked, unseen"), others, number)
    laid = yield from _draw_shuffled(g, "rooms.lay", _("the rooms are laid, face down"), always + picked, len(rooms))
    for room, tile in zip(rooms, laid, strict=True):
        g.emit(RoomLaid(room, tile))


def _draw_shuffled(g: G, key: str, title: Text, names: Faces, number: int) -> Rule[Faces]:
    return (yield from g.some(draw(HOUSE, title, names, count=number, key=key))) if number else ()


def lay_engine(g: G, engine: str) -> Rule[None]:
    """Let each engine work with an even chance. Our default."""
    title = _("engine {engine} gets its token, face down", engine=engine)
    state = yield from g.one(draw(HOUSE, title, ("works", "broken"), key="engine.lay", about=engine))
    g.emit(EngineLaid(engine, state == "works"))


def lay_course(g: G) -> Rule[None]:
    planets = g.state.ship.planets[: len(LETTERS)]
    title = _("the course is laid, face down")
    shuffled = yield from g.some(draw(HOUSE, title, planets, count=len(planets), key="course.lay"))
    g.emit(CourseLaid(MappingProxyType(dict(zip(LETTERS, shuffled, strict=False)))))


def seat_without_objectives(s: State) -> Seat | None:
    waiting = (seat for seat, character in s.characters.items() if not character.objectives and not character.objective)
    return next(waiting, None) if s.ship.objectives else None


def deal_objectives(g: G, seat: Seat) -> Rule[None]:
    """Deal one company and one personal objective, if there are any."""
    name, kinds = g.state.characters[seat].name, ((kind, undealt_objectives(g.state, kind)) for kind in DEAL_TITLES)
    prompts = [
        draw(HOUSE, DEAL_TITLES[kind], left, key="objective.deal", about=kind, whom=name)
        for kind, left in kinds
        if left
    ]
    dealt = yield from g.ask(*prompts)
    g.emit(ObjectivesDealt(seat, tuple(name for names in dealt for name in names)))


DEAL_TITLES: Mapping[Literal["company", "own"], Text] = {
    "company": _("an objective of the company is dealt"),
    "own": _("an objective of one's own is dealt"),
}


def undealt_objectives(s: State, kind: str) -> Faces:
    """Return the free objectives of the kind, all of them if none is free."""
    had = {name for character in s.characters.values() for name in character.objectives}
    written = tuple(objective.id for objective in s.ship.objectives if objective.kind == kind)
    return tuple(name for name in written if name not in had) or written
