"""Arkham Horror: the card game. Cards stay physical; here are the bag, the skill test, the action clock and the log."""

from pathlib import Path
from typing import get_args

from companion.engine import FILE, Game, GameSetup
from companion.games.arkham.facts import Event, apply
from companion.games.arkham.forms.setup_form import SHEETS, form
from companion.games.arkham.rules.campaign_log import carry
from companion.games.arkham.rules.play import over, play
from companion.games.arkham.setup import setup
from companion.games.arkham.state import State, called
from companion.games.arkham.views import (
    afterwards,
    air,
    cue,
    in_danger,
    log_line,
    lost,
    own_blocks,
    round_of,
    veil,
    view,
    where,
)
from companion.i18n import _

GAME: Game[State, Event] = Game(
    name="arkham",
    title=_("Arkham Horror: The Card Game"),
    blurb=_("Commit your cards, draw a token from the bag: the page adds it up, step by step."),
    seats=range(1, 5),
    events=get_args(Event),
    setup=setup,
    apply=apply,
    play=play,
    over=over,
    view=view,
    own=own_blocks,
    tell=log_line,
    sample=GameSetup(("1", "2", "3"), {"1": "Ann", "2": "Ben", "3": "Cleo"}),
    kinds=("token",),
    form=form(),
    sheets=SHEETS,
    carry=carry,
    danger=in_danger,
    cue=cue,
    air=air,
    called=called,
    where=where,
    round=round_of,
    lost=lost,
    afterwards=afterwards,
    veil=veil,
    book=Path(__file__).parent / "content" / FILE,
)

__all__ = ["GAME"]
