"""After all have passed: time, attacks, fire, the event card, the bag. One procedure a step; what needs nobody is done at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.engine import Rule, done
from companion.games.nemesis.content import EventCard, Kind
from companion.games.nemesis.facts import CardTold, EventStepDone, G, PhaseBegan, TimePassed
from companion.games.nemesis.rules.bag_development import develop
from companion.games.nemesis.rules.decks import EVENTS, draw_cards, event_card
from companion.games.nemesis.rules.effects import perform
from companion.games.nemesis.rules.intruder_phase import attacks, confirmed, fire, go_prowling, prowl_as_told
from companion.games.nemesis.state import EVENT_STEPS, aboard

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
    yield from confirmed(g, "Everybody: an event", "Turn the event card")
    (name,) = yield from draw_cards(g, EVENTS)
    event = event_card(g.state, name)
    g.emit(CardTold(event.title, f"{event.text} {moves_words(event)}".strip()))
    yield from confirmed(g, f"Everybody: read the event, {event.title}", "Go on")
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


def _card_of_the_box(g: G) -> Rule[None]:
    """The people say what their card moves; what else it says they do with the corrections of the menu."""
    asked = yield from prowl_as_told(g)
    title = "Everybody: do what else the event card says" if asked else "Everybody: draw an event card and do it"
    yield from confirmed(g, title, "Done")


STEPS: Mapping[str, Callable[[G], Rule[None]]] = MappingProxyType(
    {"time": time, "attack": attacks, "fire": fire, "card": card, "bag": develop}
)
