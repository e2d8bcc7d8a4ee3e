"""Build the first state of a game: investigators, scenario and bag. AH-X-SETUP-1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine import Bag, GameSetup
from companion.errors import ContentError
from companion.games.arkham.content import (
    DIFFICULTIES,
    Box,
    Card,
    Figure,
    Location,
    Reference,
    bags,
    boxes,
    figures,
    passage,
    read_bag,
    read_figure,
    read_reference,
    references,
)
from companion.games.arkham.state import Campaign, Investigator, State
from companion.i18n import Text, _, from_data, listed
from companion.schema import Faces, Refused, Seat, Words, from_json

T = TypeVar("T")
DEFAULT_SCENARIO = "flooded_archive"
RESOURCES, OPENING_HAND = 5, 5
LEAST_COMPLETE = 15  # cards; a shorter list names only some of the deck
USUAL_DECK = 30  # cards of a deck without a complete list
PAUSES = ("never", "failure", "always")


def setup(chosen: GameSetup) -> State:
    """Return the first state. Raises Refused naming an unknown choice and the possible ones."""
    choices = chosen.choices
    box = _choose(boxes(), choices.get("scenario", DEFAULT_SCENARIO), _("scenario"))
    difficulty = str(choices.get("difficulty", box.difficulty))
    if difficulty not in DIFFICULTIES:
        raise Refused("UNKNOWN_DIFFICULTY", _unknown(_("difficulty"), difficulty, DIFFICULTIES))
    figures_by_seat = {seat: _figure(chosen, seat, place) for place, seat in enumerate(chosen.seats)}
    encounters = box.scenario.encounters
    state = State(
        seats=MappingProxyType({seat: _sit(chosen, box, seat, who) for seat, who in figures_by_seat.items()}),
        bag=Bag(_bag(choices, box, difficulty)),
        locations=box.locations,
        enemies=box.enemies,
        cards=_cards(figures_by_seat.values()),
        symbols=_reference(choices, box).side(difficulty),
        scenario=box.scenario,
        difficulty=difficulty,
        deck=Bag(tuple(name for name, card in encounters.items() for _copy in range(card.count))),
        story=passage(box.scenario.intro),
        counted=() if choices.get("audit") else None,
        campaign=_campaign(choices),
        without=tuple(choices.get("without", ())),
        pause=choices["pause"] if choices.get("pause") in PAUSES else "never",
    )
    return _reveal_start(state, box.start)


def _reveal_start(s: State, start: str) -> State:
    """Reveal the first location with its clues. Enemies that wait there are not engaged yet."""
    if not start:
        return s
    place: Location = s.locations[start]
    clues = place.clue_value * (len(s.seats) if place.per_investigator else 1)
    return s.place(start, replace(place, revealed=True, clues=clues))


def _choose(known: Mapping[str, T], name: object, what: Text) -> T:
    """Return the thing of that name. Raises Refused for an unknown one."""
    if not isinstance(name, str) or name not in known:
        raise Refused("UNKNOWN_CHOICE", _unknown(what, name, known))
    return known[name]


def _unknown(what: Text, name: object, known: Iterable[str]) -> Text:
    return _("There is no {what} {name}; there are {names}.", what=what, name=repr(name), names=listed(known, ", "))


def _figure(chosen: GameSetup, seat: Seat, place: int) -> Figure:
    """Return a shipped investigator by name, or a typed one; without a choice the shipped ones in order."""
    choice = chosen.choices.get("investigators", {}).get(seat)
    if choice is None or choice == "":
        return tuple(figures().values())[place % len(figures())]
    if isinstance(choice, str):
        return _choose(figures(), choice, _("investigator"))
    return _parse(read_figure, choice, _("The investigator of seat {number}", number=seat))


def _reference(choices: Mapping[str, Any], box: Box) -> Reference:
    """Return the chosen or typed reference card, else the scenario's own."""
    choice = choices.get("reference")
    if choice is None or choice == "":
        return box.reference
    if isinstance(choice, str):
        return _choose(references(), choice, _("reference card"))
    return _parse(read_reference, choice, _("The reference card"))


def _parse(read: Callable[[Any, Text], T], data: object, where: Text) -> T:
    """Parse what people typed. Raises Refused with the faults."""
    try:
        return read(data, where)
    except ContentError as error:
        raise Refused("NOT_USABLE", error.sentence) from error


def _bag(choices: Mapping[str, Any], box: Box, difficulty: str) -> Faces:
    """Return the bag of the campaign so far, or the bag of its difficulty."""
    carried = choices.get("bag")
    if isinstance(carried, (list, tuple)):
        return _parse(read_bag, carried, _("The chaos bag"))
    return _choose(bags(), choices.get("campaign") or box.bag, _("campaign")).of(difficulty)


def _sit(chosen: GameSetup, box: Box, seat: Seat, who: Figure) -> Investigator:
    """Return an investigator at the start location, with the trauma of earlier scenarios and the opening hand."""
    carried = chosen.choices.get("people", {}).get(seat, {})
    deck = tuple(copies.name for copies in who.deck for _copy in range(copies.count))
    size = len(deck) if len(deck) >= LEAST_COMPLETE else USUAL_DECK
    physical, mental = int(carried.get("physical", 0)), int(carried.get("mental", 0))
    return Investigator(
        name=chosen.names.get(seat) or who.name,
        title=who.name,
        location=box.start,
        skills=who.skills,
        unknown=OPENING_HAND,
        deck=size - OPENING_HAND,
        list=deck,
        resources=RESOURCES,
        health=who.health,
        sanity=who.sanity,
        damage=physical,
        horror=mental,
        physical=physical,
        mental=mental,
        experience=int(carried.get("experience", 0)),
        elder_sign=who.elder_sign,
    )


def _cards(owners: Iterable[Figure]) -> Mapping[str, Card]:
    """Return the cards of all decks by name. Raises Refused where a name means two different cards."""
    cards: dict[str, tuple[Figure, Card]] = {}
    for owner in owners:
        for copies in owner.deck:
            first_owner, card = cards.setdefault(copies.name, (owner, copies.card))
            if card != copies.card:
                raise Refused("TWO_CARDS", _two_cards(copies.name, first_owner.name, owner.name))
    return MappingProxyType({name: card for name, (_owner, card) in cards.items()})


def _two_cards(card: str, first: str, other: str) -> Text:
    return _(
        "{card} is one card in the deck of {first} and another in that of {other}: give one of them another name.",
        card=from_data(card),
        first=first,
        other=other,
    )


def _campaign(choices: Mapping[str, Any]) -> Campaign:
    return Campaign(
        name=str(choices.get("campaign_name", "")),
        played=tuple(map(_line, choices.get("played", ()))),
        notes=tuple(choices.get("notes", ())),
    )


def _line(data: Any) -> Words:
    """Read a line of the log: a text record, or a sentence of an earlier version."""
    return data if isinstance(data, str) else from_json(Text, data)
