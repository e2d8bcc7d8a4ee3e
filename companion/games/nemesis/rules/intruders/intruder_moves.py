"""Intruders that go through a corridor by its number: doors break, and ducts swallow them."""

from __future__ import annotations

from companion.engine.play import distinct
from companion.games.nemesis.content.ship import Kind
from companion.games.nemesis.facts.crew import IntruderRemoved
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.intruders import IntruderMoved, TokenReturned
from companion.games.nemesis.facts.ship import DoorSet
from companion.games.nemesis.state import State
from companion.schema.prompt import Faces


def prowl(g: G, intruder: str, number: str) -> None:
    """Through the corridor with that number; where no corridor has it, the Intruder stays.

    A closed door breaks and stops it. Through a technical corridor it leaves the rooms, and a token of its kind goes back
    into the bag (our defaults).
    """
    room = g.state.intruders[intruder].room
    name = numbered(g.state, room, number)
    if not name:
        return
    way = g.state.corridors[name]
    if way.technical:
        kind = g.state.intruders[intruder].kind
        g.emit(IntruderRemoved(intruder))
        g.emit(TokenReturned(token_of(g.state, kind)))
    elif way.closed:
        g.emit(DoorSet(name, closed=False, broken=True))
    else:
        g.emit(IntruderMoved(intruder, next(end for end in way.ends if end != room)))


def numbered(s: State, room: str, number: str) -> str:
    """The corridor that has this number at the room, "" where none has."""
    return next((name for name, c in s.corridors.items() if number in c.numbers.get(room, ())), "")


def numbers_around(s: State, room: str) -> Faces:
    """All numbers printed around a room, each once."""
    return distinct(sorted(number for c in s.corridors.values() for number in c.numbers.get(room, ())))


def token_of(s: State, kind: Kind) -> str:
    """A token of a kind, as the box has it."""
    box = s.ship.bag.tokens + s.ship.bag.per_player + s.ship.bag.spare
    return next((token for token in box if token.partition("-")[0] == kind), kind)
