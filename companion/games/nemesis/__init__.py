"""Nemesis: a ship in the dark, and what hears you."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from companion.engine import RULEBOOK_FILE, Game
from companion.games.nemesis.facts import Event, apply
from companion.games.nemesis.forms import SHEETS, form
from companion.games.nemesis.rules.names import name_of
from companion.games.nemesis.rules.play import over, play
from companion.games.nemesis.setup import SAMPLE, setup
from companion.games.nemesis.state import State
from companion.games.nemesis.views import (
    afterwards,
    air,
    cue,
    faceless,
    in_danger,
    log_line,
    lost,
    own_blocks,
    veil,
    view,
    where,
)
from companion.i18n import _

GAME: Game[State, Event] = Game(
    name="nemesis",
    title=_("Nemesis"),
    blurb=_("Walk the dark ship two actions at a time; every step may be heard."),
    seats=range(1, 6),
    events=get_args(Event),
    setup=setup,
    apply=apply,
    play=play,
    over=over,
    view=view,
    own=own_blocks,
    tell=log_line,
    sample=SAMPLE,
    kinds=("nemesis_noise", "nemesis_combat", "token"),
    form=form(),
    sheets=SHEETS,
    danger=in_danger,
    cue=cue,
    air=air,
    called=name_of,
    where=where,
    lost=lost,
    faceless=faceless,
    afterwards=afterwards,
    veil=veil,
    book=Path(__file__).parent / "content" / RULEBOOK_FILE,
)
