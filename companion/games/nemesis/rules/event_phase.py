"""The event phase: time, attacks, fire, event card, bag. One procedure per step."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine import Rule, done
from companion.games.nemesis.content.ship import EventCard, Kind
from companion.games.nemesis.facts import CardTold, EventStepDone, PhaseBegan, TimePassed
from companion.games.nemesis.rules.bag_development import develop
from companion.games.nemesis.rules.decks import EVENTS, draw_cards, event_card
from companion.games.nemesis.rules.effects import perform
from companion.games.nemesis.rules.intruder_phase import attacks, confirmed, fire, go_prowling, prowl_as_told
from companion.games.nemesis.state import EVENT_STEPS, G, aboard
from companion.i18n import NOTHING, Text, _, from_data, joined, listed

PLURALS: Mapping[Kind, Text] = {
    "larva": _("larvae"),
    "creeper": _("creepers"),
    "adult": _("adults"),
    "breeder": _("breeders"),
    "queen": _("queens"),
}


def event_phase(g: G) -> Rule[None]:
    """Run the next step. After the last one, draw hands."""
    step = g.state.step
    yield from STEPS[step](g)
    place = EVENT_STEPS.index(step) + 1
    following = EVENT_STEPS[place] if place < len(EVENT_STEPS) else None
    g.emit(EventStepDone(step, following))
    if following is None:
        g.emit(PhaseBegan("drawing"))


def time(g: G) -> Rule[None]:
    g.emit(TimePassed())
    yield from done()


def card(g: G) -> Rule[None]:
    """Resolve one event: Intruders move, then the effects."""
    if g.state.settings.decks == "page":
        yield from _card_of_the_page(g)
    else:
        yield from _card_of_the_box(g)


def _card_of_the_page(g: G) -> Rule[None]:
    if not g.state.ship.events:
        return
    yield from confirmed(g, "event.turn", _("an event"), _("Turn the event card"))
    (name,) = yield from draw_cards(g, EVENTS)
    event = event_card(g.state, name)
    g.emit(CardTold(from_data(event.title), joined(" ", (from_data(event.text), moves_words(event)))))
    read = _("read the event, {event}", event=from_data(event.title))
    yield from confirmed(g, "event.read", read, _("Go on"), about=name)
    go_prowling(g, event.number, event.moves)
    yield from _effects(g, event)


def moves_words(event: EventCard) -> Text:
    if not event.moves:
        return NOTHING
    kinds = listed(PLURALS[kind] for kind in event.moves)
    return _("{kinds.cap} go through corridor {number}.", kinds=kinds, number=event.number)


def _effects(g: G, event: EventCard) -> Rule[None]:
    """Apply effects on one character to the first player, or else to the first seat aboard."""
    crew = aboard(g.state)
    if crew:
        begins = g.state.first if g.state.first in crew else crew[0]
        yield from perform(g, begins, event.effects, of=f"event/{event.id}")


def _card_of_the_box(g: G) -> Rule[None]:
    """Ask what the real card moves. Players enter its other effects as corrections."""
    asked = yield from prowl_as_told(g)
    title = _("do what else the event card says") if asked else _("draw an event card and do it")
    yield from confirmed(g, "event.do", title, _("Done"))


STEPS: Mapping[str, Callable[[G], Rule[None]]] = {
    "time": time,
    "attack": attacks,
    "fire": fire,
    "card": card,
    "bag": develop,
}
