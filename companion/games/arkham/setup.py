"""The table before the first turn."""

from __future__ import annotations

from types import MappingProxyType

from companion.games.arkham.content import Figure, Sample, bags, sample
from companion.games.arkham.state import Investigator, State
from companion.rules.bag import Bag
from companion.rules.game import Setup
from companion.wire.prompt import Refused


def setup(chosen: Setup) -> State:
    """The seats with the figures of the sample in their order. Raises Refused for a difficulty there is not."""
    told = sample()
    difficulty = chosen.choices.get("difficulty", told.difficulty)
    if difficulty not in bags():
        raise Refused("UNKNOWN_DIFFICULTY", f"There is no difficulty {difficulty!r}; there are {', '.join(bags())}.")
    figures = (told.figures[place % len(told.figures)] for place in range(len(chosen.seats)))
    seats = {seat: _sit(chosen, told, seat, figure) for seat, figure in zip(chosen.seats, figures, strict=True)}
    return State(
        seats=MappingProxyType(seats),
        bag=Bag(bags()[difficulty]),
        locations=told.locations,
        enemies=told.enemies,
        cards=told.cards,
        symbols=told.symbols,
        active=chosen.seats[0],
    )


def _sit(chosen: Setup, told: Sample, seat: str, figure: Figure) -> Investigator:
    return Investigator(
        name=chosen.names.get(seat, figure.name),
        location=told.start,
        skills=MappingProxyType(dict(figure.skills)),
        hand=figure.hand,
        deck=told.deck,
        resources=told.resources,
        health=figure.health,
        sanity=figure.sanity,
        elder_sign=figure.elder_sign,
    )
