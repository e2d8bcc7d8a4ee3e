"""Mansions of Madness, second edition. The page replaces the official app for our scenarios and for the community's."""

from pathlib import Path
from typing import get_args

from companion.engine import RULEBOOK_FILE, Game, GameSetup
from companion.games.mansions.facts import Event, apply
from companion.games.mansions.rules.play import over, play
from companion.games.mansions.setup import SHEETS, form, setup
from companion.games.mansions.state import State, name_of_seat
from companion.games.mansions.views import (
    afterwards,
    air,
    cue,
    faceless,
    in_danger,
    log_sentence,
    lost,
    own_blocks,
    round_of,
    veil,
    view,
    where,
)
from companion.i18n import _

GAME: Game[State, Event] = Game(
    name="mansions",
    title=_("Mansions of Madness"),
    blurb=_("The page is the app: it tells the story, draws the map, and reads the dice you roll in the tray."),
    seats=range(1, 6),
    events=get_args(Event),
    setup=setup,
    apply=apply,
    play=play,
    over=over,
    view=view,
    own=own_blocks,
    tell=log_sentence,
    sample=GameSetup(("1", "2", "3"), {"1": "Ann", "2": "Ben", "3": "Cleo"}),
    kinds=("mom_d8",),
    form=form(),
    sheets=SHEETS,
    danger=in_danger,
    cue=cue,
    air=air,
    called=name_of_seat,
    where=where,
    round=round_of,
    lost=lost,
    faceless=faceless,
    afterwards=afterwards,
    veil=veil,
    book=Path(__file__).parent / "content" / RULEBOOK_FILE,
)

__all__ = ["GAME"]
