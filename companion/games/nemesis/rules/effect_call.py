"""One effect: who causes it, what it is, and where. How it is done, and what stands against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine import Rule
from companion.games.nemesis.content.ship import Deed, Effect
from companion.games.nemesis.facts import G
from companion.games.nemesis.state import State, aboard, characters_in
from companion.i18n import Text, _, from_data
from companion.schema import Refusal, Seat

ANY = "any"  # of an effect's `what`: of one's choice, anywhere aboard


@dataclass(frozen=True, slots=True)
class EffectCall:
    """One effect, of whoever acts, in a room."""

    seat: Seat  # "" = nobody in particular, as of an event
    effect: Effect
    room: str
    of: str = ""  # id of what says so, and its place there: "card/Hush/0"


def nothing_against(_state: State, _act: EffectCall) -> Refusal | None:
    """A deed that can always be done."""
    return None


@dataclass(frozen=True, slots=True)
class EffectHandler:
    """How one kind of deed is done."""

    do: Callable[[G, EffectCall], Rule[None]]
    cannot: Callable[[State, EffectCall], Refusal | None] = nothing_against


EffectHandlers: TypeAlias = Mapping[Deed, EffectHandler]


def whom(s: State, act: EffectCall) -> tuple[Seat, ...]:
    """Whom it reaches: whoever acts, all in the room, the whole crew; nobody who is not aboard any more."""
    match act.effect.on:
        case "all":
            return aboard(s)
        case "here":
            return characters_in(s, act.room)
        case "self":
            return tuple(seat for seat in (act.seat,) if seat in aboard(s))


def somewhere(s: State, act: EffectCall) -> Text:
    """The name of the room where it happens, for a refusal; of one that nobody knows just "the room"."""
    room = s.rooms[act.room]
    return _("the {room}", room=from_data(room.title)) if room.explored else _("the room")
