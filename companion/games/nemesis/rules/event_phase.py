"""After all have passed: time, attacks, fire, the event card, the bag. One procedure a step; what needs nobody is done at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from companion.engine.play import Rule, choose, done
from companion.games.nemesis.content.ship import KINDS, EventCard, Kind
from companion.games.nemesis.facts.evening import CardTold, EventStepDone, PhaseBegan, TimePassed
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.decks import EVENTS, draw_cards, event_card
from companion.games.nemesis.rules.effects.effects import perform
from companion.games.nemesis.rules.intruders.attacks import attack, hurt, smallest_hands
from companion.games.nemesis.rules.intruders.bag_development import develop
from companion.games.nemesis.rules.intruders.intruder_moves import prowl
from companion.games.nemesis.rules.pending_questions import answered
from companion.games.nemesis.rules.titles import name_of, room_words
from companion.games.nemesis.state import EVENT_STEPS, State, aboard, characters_in
from companion.schema.prompt import TABLE, Faces, Option, Prompt, Seat

GO = "go"  # the page makes it the big button
NO_NUMBER = "none"
PLURALS: Mapping[Kind, str] = MappingProxyType(
    {"larva": "larvae", "creeper": "creepers", "adult": "adults", "breeder": "breeders", "queen": "queens"}
)


def event_phase(g: G) -> Rule[None]:
    """The next step of the checklist; after the last one hands are filled."""
    step = g.state.step
    yield from STEPS[step](g)
    place = EVENT_STEPS.index(step) + 1
    following = EVENT_STEPS[place] if place < len(EVENT_STEPS) else None
    g.emit(EventStepDone(step, following))
    if following is None:
        g.emit(PhaseBegan("drawing"))


def time(g: G) -> Rule[None]:
    """One space of the time track, and of the alarm's."""
    g.emit(TimePassed())
    yield from done()


# Attacks


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


# The event card


def card(g: G) -> Rule[None]:
    """One event for everybody: Intruders go through corridors, then the effects."""
    if g.state.settings.decks == "page":
        yield from _card_of_the_page(g)
    else:
        yield from _card_of_the_box(g)


def _card_of_the_page(g: G) -> Rule[None]:
    """Without event cards the step is empty."""
    if not g.state.ship.events:
        return
    yield from answered(g, lambda _: _go("Everybody: an event", "Turn the event card", "Event"))
    (name,) = yield from draw_cards(g, EVENTS)
    event = event_card(g.state, name)
    g.emit(CardTold(event.title, f"{event.text} {moves_words(event)}".strip()))
    yield from answered(g, lambda _: _go(f"Everybody: read the event, {event.title}", "Go on", "Event"))
    go_prowling(g, event.number, event.moves)
    yield from _effects(g, event)


def moves_words(event: EventCard) -> str:
    """Who goes where, for everybody to read."""
    kinds = [PLURALS[kind] for kind in event.moves]
    if not kinds:
        return ""
    who = " and ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)
    return f"{who.capitalize()} go through corridor {event.number}."


def _effects(g: G, event: EventCard) -> Rule[None]:
    """What concerns one of the crew concerns whoever begins the turn."""
    crew = aboard(g.state)
    if crew:
        yield from perform(g, g.state.first if g.state.first in crew else crew[0], event.effects)


def go_prowling(g: G, number: str, kinds: tuple[Kind, ...]) -> None:
    """Intruders of these kinds that are not in combat, each through the corridor of that number at its room."""
    fights = fighting(g.state)
    for intruder in in_order(g.state, tuple(g.state.intruders)):
        if intruder not in fights and g.state.intruders[intruder].kind in kinds:
            prowl(g, intruder, number)


def _card_of_the_box(g: G) -> Rule[None]:
    """The people say what their card moves; what else it says they do with the corrections of the menu."""
    values = yield from answered(g, _which_way)
    if values and values != (NO_NUMBER,):
        go_prowling(g, values[0], (yield from _which_kinds(g)))
    title = "Everybody: do what else the event card says" if values else "Everybody: draw an event card and do it"
    yield from answered(g, lambda _: _go(title, "Done", "Event"))


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


STEPS: Mapping[str, Callable[[G], Rule[None]]] = MappingProxyType(
    {"time": time, "attack": attacks, "fire": fire, "card": card, "bag": develop}
)
