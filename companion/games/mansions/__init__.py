"""Mansions of Madness, second edition: tests of a skill with a pool of dice, and a short story of ours that asks for them."""

from typing import get_args

from companion.games.mansions.events import Event, apply
from companion.games.mansions.play import over, play
from companion.games.mansions.setup import setup
from companion.games.mansions.state import State
from companion.games.mansions.tell import tell
from companion.games.mansions.view import view
from companion.rules.game import Game, Setup

GAME: Game[State, Event] = Game(
    name="mansions",
    title="Mansions of Madness",
    blurb="Roll your dice in the tray: the page counts successes, offers your clues and tells what happens.",
    seats=range(1, 5),
    events=get_args(Event),
    setup=setup,
    apply=apply,
    play=play,
    over=over,
    view=view,
    tell=tell,
    sample=Setup(("1", "2", "3"), {"1": "Ann", "2": "Ben", "3": "Cleo"}),
    kinds=("mom_d8",),
)

__all__ = ["GAME"]
