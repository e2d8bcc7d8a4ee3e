"""Intruders coming, attacking and being hurt: tokens of the bag, and what the attack cards of the box say."""

from __future__ import annotations

from typing import Literal

from companion.games.nemesis.events import (
    ContaminationGained,
    G,
    IntruderAttacked,
    IntruderCame,
    IntruderDied,
    IntruderMoved,
    NoiseCleared,
    NoiseMade,
    SlimeGained,
    TokenAdded,
    TokenDrawn,
    Wounded,
)
from companion.games.nemesis.ship import KINDS, Kind
from companion.games.nemesis.state import State, characters_in, corridors_of, neighbours, payable
from companion.rules.play import Rule, choose, count
from companion.wire.prompt import Faces, Option, Prompt, Seat

BLANK = "blank"
HIGHEST_TOKEN = 9  # a number that no token exceeds


def danger(g: G, room: str) -> None:
    """Intruders next door that are not in combat come in; if none came, every corridor is noisy (NEM-X-NOISE-2)."""
    near = neighbours(g.state, room)
    coming = [n for n, i in g.state.intruders.items() if i.room in near and not characters_in(g.state, i.room)]
    for name in coming:
        g.emit(IntruderMoved(name, room))
    if not coming:
        noise_everywhere(g, room)


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
    name = f"{kind}{g.state.came + 1}"
    g.emit(TokenDrawn(seat, token, kind, surprise))
    g.emit(IntruderCame(name, kind, room))
    if surprise:
        yield from attack(g, seat, name, "surprise")


def token_prompt(s: State, seat: Seat) -> Prompt:
    """Draw from the bag, seen by tag or token, or tapped."""
    tokens = tuple(Option(token, token_words(token)) for token in s.bag.inside or (BLANK,))
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


def token_words(token: str) -> str:
    """A token in words.

    >>> token_words("adult-3")
    'adult, 3'
    """
    return token.replace("-", ", ")


def cards_counted(s: State, seat: Seat) -> int:
    """The hand as it is compared with a token (NEM-AMB-8)."""
    return len(s.characters[seat].hand) if s.settings.contamination_counts else len(payable(s, seat))


def attack(g: G, seat: Seat, intruder: str, why: Literal["surprise", "escape"]) -> Rule[None]:
    """One attack; the cards of the box say what it does."""
    g.emit(IntruderAttacked(intruder, seat, why))
    if g.state.settings.decks == "none" or intruder not in g.state.intruders:
        return
    kind, name = g.state.intruders[intruder].kind, g.state.characters[seat].name
    title = f"{name}: the {kind} attacks, draw an attack card. What does it do?"
    done = yield from g.some(choose(seat, title, _ATTACKS, 0, len(_ATTACKS), rule="NEM-X-ENC-1"))
    suffer(g, seat, done)


_ATTACKS = (
    Option("light", "A light wound"),
    Option("serious", "A serious wound"),
    Option("slime", "Slime"),
    Option("contamination", "A Contamination card"),
)


def suffer(g: G, seat: Seat, done: Faces) -> None:
    """What an attack did."""
    if "light" in done:
        g.emit(Wounded(seat, "light"))
    if "serious" in done:
        g.emit(Wounded(seat, "serious"))
    if "slime" in done:
        g.emit(SlimeGained(seat))
    if "contamination" in done:
        g.emit(ContaminationGained(seat, g.state.contamination[0]))


def is_it_dead(g: G, seat: Seat, intruder: str) -> Rule[None]:
    """After an injury an attack card says whether the Intruder dies, flees or stays."""
    if g.state.settings.decks == "none":
        return
    hurt, name = g.state.intruders[intruder], g.state.characters[seat].name
    title = f"{name}: the {hurt.kind} has {hurt.injuries} injuries, draw an attack card. What becomes of it?"
    flights = [Option(f"to:{r}", f"It flees to {room_words(g.state, r)}") for r in neighbours(g.state, hurt.room)]
    ways = (Option("stays", "It stays"), Option("dies", "It dies"), *flights)
    chosen = yield from g.one(choose(seat, title, ways, rule="NEM-SHOOT-1"))
    if intruder not in g.state.intruders:
        return  # a correction took it away
    if chosen == "dies":
        g.emit(IntruderDied(intruder))
    elif chosen != "stays":
        g.emit(IntruderMoved(intruder, chosen.removeprefix("to:")))


def room_words(s: State, room: str) -> str:
    """What to call a room: "the Galley", or "an unexplored room"; the number helps on the board."""
    tile = s.rooms[room]
    return f"the {tile.title}" if tile.explored else f"unexplored room {room.removeprefix('r')}"
