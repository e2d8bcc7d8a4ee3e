"""Draw Your Weapon, chapter 5: tests with playing cards, run by a Dealer."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from companion.engine import FILE, Game
from companion.games.draw_your_weapon.facts import Event, apply
from companion.games.draw_your_weapon.forms.setup_form import SHEETS, form
from companion.games.draw_your_weapon.rules.play import over, play
from companion.games.draw_your_weapon.setup import SAMPLE, setup
from companion.games.draw_your_weapon.state import State, called
from companion.games.draw_your_weapon.views import (
    afterwards,
    air,
    cue,
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
    name="draw_your_weapon",
    title=_("Draw Your Weapon"),
    blurb=_("The Dealer sets a secret number, the cards in your hand and one suit decide."),
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
    dealer=True,
    kinds=("card",),
    form=form(),
    sheets=SHEETS,
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
