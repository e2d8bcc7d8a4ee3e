"""Arkham Horror: the card game. Cards stay physical; here are the bag, the skill test, the action clock and the log."""

from pathlib import Path
from typing import get_args

from companion.games.arkham.apply import apply
from companion.games.arkham.campaign import carry
from companion.games.arkham.cues import air, cue
from companion.games.arkham.danger import in_danger
from companion.games.arkham.events import Event
from companion.games.arkham.forms import SHEETS, form
from companion.games.arkham.play import over, play
from companion.games.arkham.setup import setup
from companion.games.arkham.state import State
from companion.games.arkham.tell import tell
from companion.games.arkham.thrown import afterwards, lost
from companion.games.arkham.view import own_blocks, view
from companion.games.arkham.where import where
from companion.rules.game import Game, Setup
from companion.rules.rulebook import FILE

GAME: Game[State, Event] = Game(
    name="arkham",
    title="Arkham Horror: The Card Game",
    blurb="Commit your cards, draw a token from the bag: the page adds it up, step by step.",
    seats=range(1, 5),
    events=get_args(Event),
    setup=setup,
    apply=apply,
    play=play,
    over=over,
    view=view,
    own=own_blocks,
    tell=tell,
    sample=Setup(("1", "2", "3"), {"1": "Ann", "2": "Ben", "3": "Cleo"}),
    kinds=("token",),
    form=form(),
    sheets=SHEETS,
    carry=carry,
    danger=in_danger,
    cue=cue,
    air=air,
    where=where,
    lost=lost,
    afterwards=afterwards,
    book=Path(__file__).parent / "content" / FILE,
)

__all__ = ["GAME"]
