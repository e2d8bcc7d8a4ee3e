"""Draw Your Weapon, chapter 5: tests with playing cards, run by a Dealer."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from companion.games.draw_your_weapon.cues import air, cue
from companion.games.draw_your_weapon.events import Event, apply
from companion.games.draw_your_weapon.forms import SHEETS, form
from companion.games.draw_your_weapon.play import over, play
from companion.games.draw_your_weapon.setup import SAMPLE, setup
from companion.games.draw_your_weapon.state import State
from companion.games.draw_your_weapon.tell import tell, unread
from companion.games.draw_your_weapon.thrown import afterwards, lost
from companion.games.draw_your_weapon.view import own_blocks, view
from companion.games.draw_your_weapon.where import where
from companion.rules.game import Game
from companion.rules.rulebook import FILE

GAME: Game[State, Event] = Game(
    name="draw_your_weapon",
    title="Draw Your Weapon",
    blurb="The Dealer sets a secret number, the cards in your hand and one suit decide.",
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
    dealer=True,
    kinds=("card",),
    form=form(),
    sheets=SHEETS,
    cue=cue,
    air=air,
    where=where,
    lost=lost,
    afterwards=afterwards,
    unread=unread,
    book=Path(__file__).parent / "content" / FILE,
)
