"""Nemesis: a ship in the dark, and what hears you."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from companion.games.nemesis.cues import air, cue
from companion.games.nemesis.danger import in_danger
from companion.games.nemesis.events import Event, apply
from companion.games.nemesis.forms import form
from companion.games.nemesis.play import over, play
from companion.games.nemesis.setup import SAMPLE, setup
from companion.games.nemesis.sheets import SHEETS
from companion.games.nemesis.state import State
from companion.games.nemesis.tell import tell
from companion.games.nemesis.thrown import afterwards, faceless, lost
from companion.games.nemesis.view import own_blocks, view
from companion.games.nemesis.where import where
from companion.rules.game import Game
from companion.rules.rulebook import FILE

GAME: Game[State, Event] = Game(
    name="nemesis",
    title="Nemesis",
    blurb="Walk the dark ship two actions at a time; every step may be heard.",
    seats=range(1, 6),
    events=get_args(Event),
    setup=setup,
    apply=apply,
    play=play,
    over=over,
    view=view,
    own=own_blocks,
    tell=tell,
    sample=SAMPLE,
    kinds=("nemesis_noise", "nemesis_combat", "token"),
    form=form(),
    sheets=SHEETS,
    danger=in_danger,
    cue=cue,
    air=air,
    where=where,
    lost=lost,
    faceless=faceless,
    afterwards=afterwards,
    book=Path(__file__).parent / "content" / FILE,
)
