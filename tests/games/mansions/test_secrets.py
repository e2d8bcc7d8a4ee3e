"""Secrets: the row of a code, and draws."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Run, prompts_for_seat
from companion.games.mansions import GAME
from companion.games.mansions.content import Button, Component, PuzzlePart
from companion.schema import HOUSE
from tests.games.mansions.manor import RAT, dice, event, hall, prompt_of, say, table, tap

SEATS = ("1", "2", "table")
OPEN = event("EventOpen", "Done")


def lock(*row: str):
    """Return a code puzzle before its roll."""
    part = PuzzlePart("code", "lore", 4, 9, row, "digits")
    door = Component("PuzzleDoor", "puzzle", buttons=(Button("", ("EventOpen",)),), trigger="EventStart", part=part)
    run = table(door, OPEN)
    tap(run, "1")
    return run


def said(run) -> str:
    """Return everything sent to any seat."""
    seen = [repr(GAME.view(run.state, seat)) + repr(prompts_for_seat(run.open, seat)) for seat in SEATS]
    return "".join(seen + [str(GAME.tell(run.state, fact, seat)) for fact in run.facts for seat in SEATS])


def test_code_row_stays_secret_until_guessed():
    one, other = lock("1", "2", "3", "4"), lock("4", "3", "2", "2")
    assert said(one) == said(other)
    for run in (one, other):
        dice(run, "success", "success", "success")
        say(run, prompt_of(run, "4 symbols"), "5", "6", "7", "8")
    assert said(one) == said(other)
    assert one.state.story.puzzles["PuzzleDoor"].target != other.state.story.puzzles["PuzzleDoor"].target


def test_draws_show_no_options_to_seats():
    turn = {"phase": "monsters", "to_activate": ("Rat", "Rat 2"), "active": ""}
    run = Run(GAME, hall(RAT, replace(RAT, name="Rat 2"), story=turn))
    assert [prompt.seat for prompt in run.open] == [HOUSE]
    assert all(prompts_for_seat(run.open, seat)[0].options == () for seat in SEATS)
