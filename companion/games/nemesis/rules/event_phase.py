"""The event phase: time, attacks, fire, event card, bag. One procedure per step."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine import Rule
from companion.games.nemesis.content.ship import Kind
from companion.games.nemesis.facts import CardTold, EventStepDone, PhaseBegan, TimePassed
from companion.games.nemesis.rules.bag_development import develop
from companion.games.nemesis.rules.decks import EVENTS, draw_cards, event_card
from companion.games.nemesis.rules.effects import perform
from companion.games.nemesis.rules.intruder_phase import attacks, confirm, fire, go_prowling, prowl_by_real_card
from companion.games.nemesis.state import EVENT_STEPS, G, seats_aboard
from companion.i18n import NOTHING, Text, _, from_data, joined, listed

PLURALS: Mapping[Kind, Text] = {
    "larva": _("larvae"), "creeper": _("creepers"), "adult": _("adults"), "breeder": _("breeders"),
    "queen": _("queens"),
}  # fmt: skip


def event_phase(g: G) -> Rule[None]:
    """Run the next step. After the last one, draw hands."""
    step = g.state.step
    steps = STEPS[step](g)
    if steps is not None:
        yield from steps
    place = EVENT_STEPS.index(step) + 1
    following = EVENT_STEPS[place] if place < len(EVENT_STEPS) else None
    g.emit(EventStepDone(step, following))
    if following is None:
        g.emit(PhaseBegan("drawing"))


def time(g: G) -> None:
    g.emit(TimePassed())


def card(g: G) -> Rule[None]:
    """Resolve one event: Intruders move, then the effects. Those of a real card are entered as corrections."""
    if g.state.settings.decks != "page":
        prowled = yield from prowl_by_real_card(g)
        title = _("do what else the event card says") if prowled else _("draw an event card and do it")
        yield from confirm(g, "event.do", title, _("Done"))
    elif g.state.ship.events:
        yield from _turn_card(g)


def _turn_card(g: G) -> Rule[None]:
    yield from confirm(g, "event.turn", _("an event"), _("Turn the event card"))
    (name,) = yield from draw_cards(g, EVENTS)
    event = event_card(g.state, name)
    kinds = listed(PLURALS[kind] for kind in event.moves)
    moves = _("{kinds.cap} go through corridor {number}.", kinds=kinds, number=event.number) if event.moves else NOTHING
    g.emit(CardTold(from_data(event.title), joined(" ", (from_data(event.text), moves))))
    read = _("read the event, {event}", event=from_data(event.title))
    yield from confirm(g, "event.read", read, _("Go on"), about=name)
    go_prowling(g, event.number, event.moves)
    if crew := seats_aboard(g.state):  # effects on one character reach the first player, or else the first seat aboard
        first = g.state.first if g.state.first in crew else crew[0]
        yield from perform(g, first, event.effects, of=f"event/{event.id}")


STEPS: Mapping[str, Callable[[G], Rule[None] | None]] = {
    "time": time,
    "attack": attacks,
    "fire": fire,
    "card": card,
    "bag": develop,
}
