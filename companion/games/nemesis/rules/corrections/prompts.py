"""Prompts of the corrections. The answer `LEAVE` ends a correction without a change."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import choose, count
from companion.games.nemesis.names import OBJECT_NAMES, addressee, ends_option, room_option
from companion.games.nemesis.state import State
from companion.i18n import Text, _
from companion.schema import TABLE, Option, Prompt, Refusal, Seat

LEAVE = "leave"
NOT_NOW = Option(LEAVE, _("Leave it as it is"))


def pick(  # noqa: PLR0913 - fields of a prompt, the later ones by keyword
    s: State,
    seat: Seat,
    key: str,
    title: Text,
    options: Iterable[Option],
    *,
    about: str = "",
    secret: bool = False,
    at: str = "",
) -> Prompt:
    """Ask for one of the options, each offered once."""
    there, whom = (*{option.id: option for option in options}.values(), NOT_NOW), addressee(s, seat)
    return choose(seat, title, there, secret=secret, at=at, key=f"correct.{key}", about=about, whom=whom)


def pick_room(s: State, seat: Seat, key: str, title: Text) -> Prompt:
    return pick(s, seat, key, title, [Option(room, room_option(s, room)) for room in s.rooms], at="graph")


def pick_corridor(s: State) -> Prompt:
    options = [Option(name, ends_option(s, name)) for name in s.corridors]
    return pick(s, TABLE, "corridor", _("which corridor is not right?"), options, at="graph")


def pick_heavy_object(s: State, seat: Seat = TABLE) -> Prompt:
    kinds = [Option(kind, words) for kind, words in OBJECT_NAMES.items()]
    return pick(s, seat, "object", _("which heavy object?"), kinds)


def number(  # noqa: PLR0913 - as for `pick`
    s: State, seat: Seat, key: str, title: Text, most: int, *, least: int = 0, about: str = ""
) -> Prompt:
    return count(seat, title, least, most, key=f"correct.{key}", about=about, whom=addressee(s, seat))


def refusals(reasons: dict[str, tuple[object, Text]]) -> dict[str, Refusal]:
    """Refuse with its sentence each correction whose object is empty or false."""
    return {name: Refusal("NOTHING_TO_CORRECT", sentence) for name, (there, sentence) in reasons.items() if not there}
