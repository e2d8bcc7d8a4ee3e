"""When everybody is eliminated: the scenario tells of it first, where it does."""

from dataclasses import replace
from types import MappingProxyType

from companion.engine import Run
from companion.games.mansions import GAME
from companion.games.mansions.content import Button, Component, OverlayPart
from companion.games.mansions.facts import REPORTED
from companion.games.mansions.state import State
from tests.games.mansions.evening import event, table, tap

LAST = event("EventLost", text="The house keeps you.")
OVER = Component(
    "UILost", "ui", display=False, buttons=(Button("The end", ("EventLost",)),), part=OverlayPart(words="You are gone.")
)


def at_the_end_of_a_round(*board: str) -> State:
    """Nobody is left, and the scenario has heard of it."""
    s = table(OVER, LAST).state
    seats = {seat: replace(who, eliminated=True) for seat, who in s.seats.items()}
    story = replace(s.story, matched=True, phase="end", board=board, variables=MappingProxyType({REPORTED: 1.0}))
    return replace(s, seats=MappingProxyType(seats), story=story)


def test_a_scenario_that_says_nothing_is_lost() -> None:
    assert str(Run(GAME, at_the_end_of_a_round()).over) == "Nobody is left: the scenario is lost."


def test_what_lies_over_the_map_is_read_first() -> None:
    run: Run = Run(GAME, at_the_end_of_a_round("UILost"))
    assert not run.over
    tap(run, "UILost")
    assert run.state.story.shown.event == "EventLost"
