"""An effect in its situation, and the handler of a kind of effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from companion.engine import Rule, choose
from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.names import addressee, answerer
from companion.games.nemesis.state import G, State, characters_in, seats_aboard
from companion.i18n import Text, _, from_data
from companion.schema import ChoosePrompt, Faces, Option, Refusal, Seat

ANY = "any"  # value of `Effect.what`: any one of the ship, chosen by the actor


@dataclass(frozen=True, slots=True)
class EffectCall:
    """One effect of an actor in a room."""

    seat: Seat  # "": an event without an actor
    effect: Effect
    room: str
    of: str = ""  # source of the effect and its index: "card/Hush/0"


@dataclass(frozen=True, slots=True)
class EffectHandler:
    """Perform one kind of effect, and refuse it beforehand. `do` returns None if it asks nothing."""

    do: Callable[[G, EffectCall], Rule[None] | None]
    cannot: Callable[[State, EffectCall], Refusal | None] | None = None


def affected_seats(s: State, act: EffectCall) -> tuple[Seat, ...]:
    """Return the seats that it reaches, without those not aboard."""
    match act.effect.on:
        case "all":
            return seats_aboard(s)
        case "here":
            return characters_in(s, act.room)
        case "self":
            return tuple(seat for seat in (act.seat,) if seat in seats_aboard(s))


def ask_actor(s: State, act: EffectCall) -> partial[ChoosePrompt]:
    """Return `choose` for the actor, or for the table where an event has no actor."""
    return partial(choose, answerer(s, act.seat), whom=addressee(s, act.seat))


def choose_some(  # noqa: PLR0913 - fields of a prompt, the later ones by keyword
    g: G, act: EffectCall, title: Text, names: Mapping[str, Text], number: int, *, rule: str, key: str, at: str = ""
) -> Rule[Faces]:
    """Ask the actor for that many of these. Without a choice, return all."""
    if len(names) <= number:
        return tuple(names)
    options = [Option(name, words) for name, words in names.items()]
    return (yield from g.some(ask_actor(g.state, act)(title, options, number, number, rule, at=at, key=key)))


def show_text(g: G, act: EffectCall) -> Rule[None]:
    """Show an instruction that the players carry out, and wait for a confirmation."""
    if act.effect.what:
        title, options = from_data(act.effect.what), (Option("go", _("Done")),)
        yield from g.one(ask_actor(g.state, act)(title, options, rule="NEM-ACARD-2", key="tell", about=act.of))


def room_in_refusal(s: State, act: EffectCall) -> Text:
    """Return the room for a refusal. An unexplored room stays unnamed."""
    room = s.rooms[act.room]
    return _("the {room}", room=from_data(room.title)) if room.explored else _("the room")
