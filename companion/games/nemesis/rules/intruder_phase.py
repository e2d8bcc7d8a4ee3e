"""What Intruders do in the event phase: they attack, burn, and go through corridors."""

from __future__ import annotations

from functools import partial

from companion.engine import Rule, choose
from companion.games.nemesis.content import KINDS, Kind
from companion.games.nemesis.facts import G
from companion.games.nemesis.rules.corrections import answered
from companion.games.nemesis.rules.intruders import attack, hurt, prowl, smallest_hands
from companion.games.nemesis.rules.names import name_of, room_words
from companion.games.nemesis.state import State, characters_in
from companion.schema import TABLE, Faces, Option, Prompt, Seat

GO = "go"  # the page makes it the big button
NO_NUMBER = "none"


def attacks(g: G) -> Rule[None]:
    """Every Intruder that shares a room with the crew, the worst first, each on whoever has the fewest cards."""
    for intruder in in_order(g.state, fighting(g.state)):
        if intruder in fighting(g.state):  # no card and no correction took it or its victims away
            victim = yield from _victim(g, intruder)
            if victim:
                yield from attack(g, victim, intruder, "event")


def fighting(s: State) -> Faces:
    return tuple(name for name, i in s.intruders.items() if characters_in(s, i.room))


def in_order(s: State, names: Faces) -> Faces:
    """Queen, breeder, adult, creeper, larva; of a kind, in the order of their coming."""
    return tuple(sorted(names, key=lambda name: -KINDS.index(s.intruders[name].kind)))


def _victim(g: G, intruder: str) -> Rule[Seat]:
    """With several of the fewest cards the people choose, else they only go on. "" = it is gone by now."""
    s = g.state
    victims = smallest_hands(s, s.intruders[intruder].room)
    if len(victims) == 1 and s.settings.decks == "box" and s.intruders[intruder].kind != "larva":
        return victims[0]  # what the card of the box does is asked anyhow
    values = yield from answered(g, partial(_whom, intruder))
    if intruder not in fighting(g.state):
        return ""
    if values == (GO,):
        return smallest_hands(g.state, g.state.intruders[intruder].room)[0]
    return values[0] if values else ""


def _whom(intruder: str, s: State) -> Prompt | None:
    if intruder not in fighting(s):
        return None
    kind, victims = s.intruders[intruder].kind, smallest_hands(s, s.intruders[intruder].room)
    if len(victims) == 1:
        return _go(f"Everybody: the {kind} attacks {name_of(s, victims[0])}", "It attacks", "Event")
    title = f"Everybody: the {kind} attacks one with the fewest cards. Whom?"
    options = [Option(seat, name_of(s, seat)) for seat in victims]
    return choose(TABLE, title, options, rule="NEM-X-ENC-1")


def _go(title: str, word: str, rule: str) -> Prompt:
    return choose(TABLE, title, [Option(GO, word)], rule=rule)


def confirmed(g: G, title: str, word: str) -> Rule[None]:
    """Go on when the people say so."""
    yield from answered(g, lambda _: _go(title, word, "Event"))


# Fire


def fire(g: G) -> Rule[None]:
    """Every Intruder in a burning room suffers one injury (NEM-X-FIRE-1)."""
    for intruder in in_order(g.state, burning(g.state)):
        if (yield from answered(g, partial(_burns, intruder))):
            yield from hurt(g, "", intruder, 1)


def _burns(intruder: str, s: State) -> Prompt | None:
    if intruder not in burning(s):
        return None
    room = room_words(s, s.intruders[intruder].room)
    return _go(f"Everybody: the {s.intruders[intruder].kind} burns in {room}", "One injury", "NEM-X-FIRE-1")


def burning(s: State) -> Faces:
    return tuple(name for name, i in s.intruders.items() if "fire" in s.rooms[i.room].marks)


# Moves


def go_prowling(g: G, number: str, kinds: tuple[Kind, ...]) -> None:
    """Intruders of these kinds that are not in combat, each through the corridor of that number at its room."""
    fights = fighting(g.state)
    for intruder in in_order(g.state, tuple(g.state.intruders)):
        if intruder not in fights and g.state.intruders[intruder].kind in kinds:
            prowl(g, intruder, number)


def prowl_as_told(g: G) -> Rule[bool]:
    """What an event card of the box moves, as the people say. False where there was nothing to ask."""
    values = yield from answered(g, _which_way)
    if values and values != (NO_NUMBER,):
        go_prowling(g, values[0], (yield from _which_kinds(g)))
    return bool(values)


def _which_way(s: State) -> Prompt | None:
    """Asked where there is an Intruder that could go."""
    if not s.intruders:
        return None
    ways = [Option(number, f"Corridor {number}") for number in numbers(s)]
    title = "Everybody: draw an event card. Through which corridor do Intruders go?"
    return choose(TABLE, title, [*ways, Option(NO_NUMBER, "None of them goes")])


def _which_kinds(g: G) -> Rule[tuple[Kind, ...]]:
    """Of those aboard."""
    aboard_now = {intruder.kind for intruder in g.state.intruders.values()}
    kinds = tuple(kind for kind in KINDS if kind in aboard_now)
    title = "Everybody: which Intruders go, as the event card says?"
    said = yield from g.some(choose(TABLE, title, kinds, 0, len(kinds)))
    return tuple(kind for kind in kinds if kind in said)


def numbers(s: State) -> Faces:
    """All that are printed at corridors."""
    return tuple(sorted({number for c in s.corridors.values() for ends in c.numbers.values() for number in ends}))
