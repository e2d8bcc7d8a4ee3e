"""What corrections ask: one of several things or rooms, or none of them after all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from companion.engine import Rule, choose
from companion.games.nemesis.facts import G, Way
from companion.games.nemesis.rules.names import begun, room_words
from companion.schema import Faces, Option, Refusal, Seat

EVERYBODY = "Everybody"
LEFT = "leave"
NOT_NOW = Option(LEFT, "Leave it as it is")
Told: TypeAlias = Callable[[G, Seat], Rule[None]]


def listed_way(seat: Seat, title: str, options: Iterable[Option], told: Mapping[str, Told]) -> Way:
    """A list in the menu; each of its options is told by a function of `told`."""

    def correct(g: G, values: Faces) -> Rule[None]:
        yield from told[values[0]](g, seat)

    return Way(choose(seat, title, options, at="menu"), correct)


def pick(g: G, seat: Seat, title: str, options: Iterable[Option], *, secret: bool = False, at: str = "") -> Rule[str]:
    """One of them, or "" where it is left as it is."""
    there = tuple({option.id: option for option in options}.values())
    chosen = yield from g.one(choose(seat, title, (*there, NOT_NOW), secret=secret, at=at))
    return "" if chosen == LEFT else chosen


def pick_room(g: G, seat: Seat, asked: str) -> Rule[str]:
    """One of the rooms, in the list or on the map."""
    options = [Option(room, begun(room_words(g.state, room))) for room in g.state.rooms]
    return (yield from pick(g, seat, f"{EVERYBODY}: {asked}", options, at="graph"))


def possible(name: str, text: str, holds: object, sentence: str) -> Option:
    """An option that is grey, with the sentence, where `holds` is false."""
    return Option(name, text, None if holds else Refusal("NOTHING_TO_CORRECT", sentence))
