"""Prompts of the corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from companion.engine import Rule, choose, count
from companion.games.nemesis.names import addressed, room_option
from companion.games.nemesis.state import G, State, Way
from companion.i18n import Text, _
from companion.schema import Faces, Option, Refusal, Seat

LEFT = "leave"
NOT_NOW = Option(LEFT, _("Leave it as it is"))
Told: TypeAlias = Callable[[G, Seat], Rule[None]]


def listed_way(s: State, seat: Seat, title: Text, options: Iterable[Option], told: Mapping[str, Told]) -> Way:
    """Return a menu list whose options are handled by `told`."""

    def correct(g: G, values: Faces) -> Rule[None]:
        yield from told[values[0]](g, seat)

    return Way(choose(seat, title, options, at="menu", key="correct", whom=addressed(s, seat)), correct)


def pick(  # noqa: PLR0913 - fields of a prompt, the later ones by keyword
    g: G,
    seat: Seat,
    key: str,
    title: Text,
    options: Iterable[Option],
    *,
    about: str = "",
    secret: bool = False,
    at: str = "",
) -> Rule[str]:
    """Return the chosen id, "" for none."""
    there = (*{option.id: option for option in options}.values(), NOT_NOW)
    name, whom = f"correct.{key}", addressed(g.state, seat)
    chosen = yield from g.one(choose(seat, title, there, secret=secret, at=at, key=name, about=about, whom=whom))
    return "" if chosen == LEFT else chosen


def pick_room(g: G, seat: Seat, key: str, title: Text) -> Rule[str]:
    options = [Option(room, room_option(g.state, room)) for room in g.state.rooms]
    return (yield from pick(g, seat, key, title, options, at="graph"))


def number(  # noqa: PLR0913 - as for `pick`
    g: G, seat: Seat, key: str, title: Text, most: int, *, least: int = 0, about: str = ""
) -> Rule[int]:
    name, whom = f"correct.{key}", addressed(g.state, seat)
    return (yield from g.number(count(seat, title, least, most, key=name, about=about, whom=whom)))


def possible(name: str, text: Text, holds: object, sentence: Text) -> Option:
    """Return an option, refused with the sentence if `holds` is false."""
    return Option(name, text, None if holds else Refusal("NOTHING_TO_CORRECT", sentence))
