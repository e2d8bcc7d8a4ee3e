"""Noise and what comes of it: danger, encounters, tokens of the bag."""

from __future__ import annotations

from companion.engine.play import Rule, count
from companion.games.nemesis.content.ship import KINDS, Kind
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.intruders import (
    IntruderCame,
    IntruderMoved,
    NoiseCleared,
    NoiseMade,
    TokenAdded,
    TokenDrawn,
)
from companion.games.nemesis.facts.ship import DoorSet
from companion.games.nemesis.rules.intruders.attacks import attack
from companion.games.nemesis.state import State, characters_in, corridors_of, neighbours, payable
from companion.schema.prompt import Option, Prompt, Seat

BLANK = "blank"
HIGHEST_TOKEN = 9  # a number that no token exceeds


def danger(g: G, room: str) -> None:
    """Intruders next door that are not in combat come in; if none came, every corridor is noisy (NEM-X-NOISE-2).

    A closed door breaks and stops them, as in every move of theirs (our default).
    """
    near = neighbours(g.state, room)
    coming = [n for n, i in g.state.intruders.items() if i.room in near and not characters_in(g.state, i.room)]
    for door in doors_held(g.state, room):
        g.emit(DoorSet(door, closed=False, broken=True))
    for name in coming:
        g.emit(IntruderMoved(name, room))
    if not coming:
        noise_everywhere(g, room)


def doors_held(s: State, room: str) -> tuple[str, ...]:
    """Closed doors of the room behind which an Intruder stands that is not in combat."""
    waiting = {i.room for i in s.intruders.values() if i.room != room and not characters_in(s, i.room)}
    return tuple(
        name for name in corridors_of(s, room) if s.corridors[name].closed and waiting & {*s.corridors[name].ends}
    )


def noise_everywhere(g: G, room: str) -> None:
    """A marker into each corridor of the room that has none (NEM-NOISE-1)."""
    for name in corridors_of(g.state, room):
        if not g.state.corridors[name].noise:
            g.emit(NoiseMade(name))


def encounter(g: G, seat: Seat) -> Rule[None]:
    """Clear the noise, draw a token, and perhaps be surprised (NEM-X-ENC-1, -2)."""
    room = g.state.characters[seat].room
    g.emit(NoiseCleared(room))
    token = yield from g.one(token_prompt(g.state, seat))
    if token == BLANK:
        g.emit(TokenDrawn(seat, token, "", surprise=False))
        noise_everywhere(g, room)
        if g.state.bag.inside == (BLANK,):
            g.emit(TokenAdded("adult-4"))  # NEM-X-ENC-2: it was the last one
        return
    kind, number = yield from read_token(g, seat, token)
    surprise = cards_counted(g.state, seat) < number
    g.emit(TokenDrawn(seat, token, kind, surprise))
    name = intruder_appears(g, kind, room)
    if surprise:
        yield from attack(g, seat, name, "surprise")


def intruder_appears(g: G, kind: Kind, room: str) -> str:
    """An Intruder stands in a room. Returns its name."""
    name = f"{kind}{g.state.came + 1}"
    g.emit(IntruderCame(name, kind, room))
    return name


def token_prompt(s: State, seat: Seat) -> Prompt:
    """Draw from the bag, seen by tag or token, or tapped."""
    tokens = tuple(map(Option, s.bag.inside or (BLANK,)))
    title = f"{s.characters[seat].name}: something comes, draw an Intruder token"
    return Prompt(seat, "draw", title, tokens, 1, 1, ("token", "tag"), "", "NEM-X-ENC-1")


def read_token(g: G, seat: Seat, token: str) -> Rule[tuple[Kind, int]]:
    """Kind and number of a token: "adult-3"; a token known by its kind alone is asked for its number."""
    name, _, number = token.partition("-")
    kind = next(one for one in KINDS if one == name)
    if number:
        return kind, int(number)
    title = f"{g.state.characters[seat].name}: the number on the {kind} token"
    return kind, (yield from g.number(count(seat, title, 0, HIGHEST_TOKEN, "NEM-X-ENC-1")))


def cards_counted(s: State, seat: Seat) -> int:
    """The hand as it is compared with a token (NEM-AMB-8)."""
    return len(s.characters[seat].hand) if s.settings.contamination_counts else len(payable(s, seat))
