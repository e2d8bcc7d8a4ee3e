"""The table before the first test."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.games.mansions.content import Figure, tale
from companion.games.mansions.play import announcement
from companion.games.mansions.state import Investigator, State
from companion.rules.game import Setup


def setup(chosen: Setup) -> State:
    """The seats with the figures of the sample in their order, and the first scene's test announced."""
    told = tale()
    figures = (told.figures[place % len(told.figures)] for place in range(len(chosen.seats)))
    seats = {seat: _sit(chosen, seat, figure) for seat, figure in zip(chosen.seats, figures, strict=True)}
    state = State(seats=MappingProxyType(seats), items=told.items, players=len(seats), scene=told.first)
    return replace(state, task=announcement(state, told.first))


def _sit(chosen: Setup, seat: str, figure: Figure) -> Investigator:
    return Investigator(
        name=chosen.names.get(seat, figure.name),
        skills=MappingProxyType(dict(figure.skills)),
        health=figure.health,
        sanity=figure.sanity,
        clues=figure.clues,
        possessions=figure.possessions,
    )
