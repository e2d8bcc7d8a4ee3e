"""The state with secrets hidden: other hands, backs of cards, and unread story."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine import NOT_READ, READ_OUT, PartlyHidden, hidden
from companion.games.arkham.content import Act, Agenda, Location, Scenario
from companion.games.arkham.state import Investigator, State
from companion.i18n import _
from companion.schema import Seat

Turned = TypeVar("Turned", Act, Agenda)
BACK_FIELDS = ("turned", "effects", "brings", "ending")  # fields on the back of an act or agenda


def veil(s: State, eyes: frozenset[Seat], now: State) -> State:
    """Hide what these seats may not read. After the end the story is public."""
    seats = {seat: who if seat in eyes else _hide_cards(who) for seat, who in s.seats.items()}
    s = replace(s, seats=MappingProxyType(seats))
    if s.scenario.own or now.ending is not None:
        return s
    places = {name: _hide_unrevealed(place, now.locations[name]) for name, place in s.locations.items()}
    return replace(s, locations=MappingProxyType(places), scenario=_hide_unread(s.scenario, s, now))


def _hide_cards(who: Investigator) -> Investigator:
    """Keep only the number of cards of another hand."""
    held = hidden(_("What {who} holds decides.", who=who.name))
    return replace(who, hand=(held,) * len(who.hand), list=(held,) * len(who.list))


def _hide_unrevealed(then: Location, now: Location) -> Location:
    if then.revealed or now.revealed:
        return then
    return replace(then, story="", abilities=())  # they are not in the log


def _hide_unread(scenario: Scenario, then: State, now: State) -> Scenario:
    drawn = {*then.deck.out, *now.deck.out}
    cards = {
        name: card if name in drawn else replace(card, effects=READ_OUT, text=READ_OUT)
        for name, card in scenario.encounters.items()
    }
    return replace(
        scenario,
        agendas=_hide_unturned(scenario.agendas, max(then.agenda, now.agenda)),
        acts=_hide_unturned(scenario.acts, max(then.act, now.act)),
        encounters=MappingProxyType(cards),
        resolutions=PartlyHidden({}, NOT_READ),
        out_of_time=READ_OUT,
    )


def _hide_unturned(cards: tuple[Turned, ...], at: int) -> tuple[Turned, ...]:
    """Keep turned cards and the front of card `at`. Hide all others."""
    return tuple(card if n < at else _hide_back(card) if n == at else READ_OUT for n, card in enumerate(cards))


def _hide_back(card: Turned) -> Turned:
    hidden_back: dict[str, Any] = dict.fromkeys(BACK_FIELDS, READ_OUT)
    return replace(card, **hidden_back)
