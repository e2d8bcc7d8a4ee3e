"""Build the first state: investigators, scenario and bag. AH-X-SETUP-1."""

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
SCENARIO = "flooded_archive"
RESOURCES, OPENING_HAND = 5, 5
DECK = 30  # cards of a deck without a complete list
WHOLE = 15  # a list with this many cards is a complete deck
PAUSES = ("never", "failure", "always")


def setup(chosen: GameSetup) -> State:
    """Return the first state. Raises Refused naming an unknown choice and the possible ones."""
    choices = chosen.choices
    box = _named(boxes(), choices.get("scenario", SCENARIO), _("scenario"))
    difficulty = str(choices.get("difficulty", box.difficulty))
    if difficulty not in DIFFICULTIES:
        raise Refused("UNKNOWN_DIFFICULTY", _none(_("difficulty"), difficulty, DIFFICULTIES))
    people = {seat: _figure(chosen, seat, place) for place, seat in enumerate(chosen.seats)}
    state = State(
        seats=MappingProxyType({seat: _sit(chosen, box, seat, who) for seat, who in people.items()}),
        bag=Bag(_bag(choices, box, difficulty)),
        locations=box.locations,
        enemies=box.enemies,
        cards=_cards(people),
        symbols=_reference(choices, box).side(difficulty),
        scenario=box.scenario,
        difficulty=difficulty,
        deck=Bag(tuple(n for n, card in box.scenario.encounters.items() for _copy in range(card.count))),
        story=passage(box.scenario.intro),
        counted=() if choices.get("audit") else None,
        campaign=_campaign(choices),
        without=tuple(choices.get("without", ())),
        pause=choices["pause"] if choices.get("pause") in PAUSES else "never",
    )
    return _opened(state, box.start)


def _opened(s: State, start: str) -> State:
    """Reveal the first location with its clues. Enemies that wait there are not engaged yet."""
    if not start:
        return s
    place: Location = s.locations[start]
    clues = place.clue_value * (len(s.seats) if place.per_investigator else 1)
    return s.place(start, replace(place, revealed=True, clues=clues))


def _named(known: Mapping[str, T], name: object, what: Text) -> T:
    if not isinstance(name, str) or name not in known:
        raise Refused("UNKNOWN_CHOICE", _none(what, name, known))
    return known[name]


def _none(what: Text, name: object, known: Iterable[str]) -> Text:
    return _("There is no {what} {name}; there are {names}.", what=what, name=repr(name), names=listed(known, ", "))


def _figure(chosen: GameSetup, seat: Seat, place: int) -> Figure:
    """Return a shipped investigator by name, or a typed one; without a choice the shipped ones in order."""
    wished = chosen.choices.get("investigators", {}).get(seat)
    if wished is None or wished == "":
        return tuple(figures().values())[place % len(figures())]
    if isinstance(wished, str):
        return _named(figures(), wished, _("investigator"))
    return _typed(read_figure, wished, _("The investigator of seat {number}", number=seat))


def _reference(choices: Mapping[str, Any], box: Box) -> Reference:
    """Return the chosen or typed reference card, else the scenario's own."""
    wished = choices.get("reference")
    if wished is None or wished == "":
        return box.reference
    if isinstance(wished, str):
        return _named(references(), wished, _("reference card"))
    return _typed(read_reference, wished, _("The reference card"))


def _typed(read: Callable[[Any, Text], T], data: object, where: Text) -> T:
    try:
        return read(data, where)
    except ContentError as error:
        raise Refused("NOT_USABLE", error.sentence) from error


def _bag(choices: Mapping[str, Any], box: Box, difficulty: str) -> Faces:
    """Return the bag of the campaign so far, or the bag of its difficulty."""
    carried = choices.get("bag")
    if isinstance(carried, (list, tuple)):
        return _typed(read_bag, carried, _("The chaos bag"))
    return _named(bags(), choices.get("campaign") or box.bag, _("campaign")).of(difficulty)


def _sit(chosen: GameSetup, box: Box, seat: Seat, who: Figure) -> Investigator:
    """Give five resources, five cards, and the trauma of earlier scenarios."""
    carried = chosen.choices.get("people", {}).get(seat, {})
    deck = tuple(copies.name for copies in who.deck for _copy in range(copies.count))
    size = len(deck) if len(deck) >= WHOLE else DECK
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


def _cards(people: Mapping[Seat, Figure]) -> Mapping[str, Card]:
    """Return the cards by name. Raises Refused where a name means two different cards."""
    found: dict[str, tuple[Figure, Card]] = {}
    for who in people.values():
        for copies in who.deck:
            first, card = found.setdefault(copies.name, (who, copies.card))
            if card != copies.card:
                raise Refused("TWO_CARDS", _another_card(copies.name, first.name, who.name))
    return MappingProxyType({name: card for name, (_who, card) in found.items()})


def _another_card(card: str, first: str, other: str) -> Text:
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
