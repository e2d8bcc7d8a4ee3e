"""A seat's data must not depend on facts hidden from it. A game's test module brings the disguises."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.engine import Game, GameSetup, Run, prompts_for_seat
from companion.schema import HOUSE, TABLE, Prompt, Seat, to_json
from tests.games.course import by_chance

Disguise = Callable[[Any, Seat], Any]
"""A state and a seat -> the same state with other hidden values (TABLE: the public screen)."""
Mask = Callable[[Any, Seat], Any]
"""A fact and a seat: the same fact with something else in what it hides from this seat."""


def eyes(game: Game[Any, Any], setup: GameSetup) -> tuple[Seat, ...]:
    """Return all who look: seats, dealer and the public screen."""
    return (*setup.seats, *(("dealer",) if game.dealer else ()), TABLE)


def nothing_hidden_is_sent(
    game: Game[Any, Any], disguise: Disguise, seed: int, answers: int, setup: GameSetup | None = None
) -> int:
    """Compare views at every moment of a random game, and prompts at rest. Return the number of disguises."""
    tried = 0
    for run, _ in by_chance(game, seed, answers, setup=setup):
        here = Run(game, run.state).open if run.at_rest else ()
        tried_here: list[tuple[Any, tuple[Prompt, ...]]] = []  # shared by seats with the same disguise
        for seat in eyes(game, setup or game.sample):
            other = disguise(run.state, seat)
            tried += other != run.state
            assert told(game.view(other, seat)) == told(game.view(run.state, seat)), f"the view of {seat}"
            assert game.air is None or game.air(other) == game.air(run.state), f"the air tells {seat} something"
            if run.at_rest:
                asked = (
                    next((prompts for state, prompts in tried_here if state == other), None) or Run(game, other).open
                )
                tried_here.append((other, asked))
                assert heard(asked, seat) == heard(here, seat), f"what {seat} is asked, and hears asked"
    return tried


def nothing_hidden_is_said(
    game: Game[Any, Any], mask: Mask, seed: int, answers: int, setup: GameSetup | None = None
) -> set[type]:
    """Compare the log sentences of all facts of a random game. Return the types with something masked."""
    masked: set[type] = set()
    runs = [
        run for run, _ in by_chance(game, seed, answers, setup=setup)
    ]  # one run, yielded before each of its answers
    state = game.setup(setup or game.sample)
    for fact in runs[-1].facts:
        state = game.apply(state, fact)
        for seat in eyes(game, setup or game.sample):
            other = mask(fact, seat)
            if other != fact:
                masked.add(type(fact))
                assert game.tell(state, other, seat) == game.tell(state, fact, seat), f"{fact} to {seat}"
                assert game.cue is None or game.cue(state, other) == game.cue(state, fact), f"{fact} is staged for all"
    return masked


def told(view: Iterable[object]) -> list[Any]:
    return [to_json(block) for block in view]


def heard(open: Iterable[Prompt], seat: Seat) -> list[Any]:
    """Return the prompts as sent to a seat: its own whole, others with title and kind."""
    return [to_json(prompt) for prompt in prompts_for_seat([p for p in open if p.seat != HOUSE], seat)]
