"""Draw Your Weapon, chapter 5: tests with playing cards, run by a Dealer."""

from __future__ import annotations

from pathlib import Path

from companion.engine import RULEBOOK_FILE, Game, apply_fact, fact_cue, fact_line
from companion.games.draw_your_weapon.facts import EVENTS
from companion.games.draw_your_weapon.forms.setup_form import SHEETS, form
from companion.games.draw_your_weapon.names import seat_name
from companion.games.draw_your_weapon.rules.play import over, play
from companion.games.draw_your_weapon.setup import SAMPLE, setup
from companion.games.draw_your_weapon.state import Event, State
from companion.games.draw_your_weapon.views import (
    afterwards,
    air,
    lost_seats,
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
    events=EVENTS,
    setup=setup,
    apply=apply_fact,
    play=play,
    over=over,
    view=view,
    own=own_blocks,
    tell=fact_line,
    sample=SAMPLE,
    dealer=True,
    kinds=("card",),
    form=form(),
    sheets=SHEETS,
    cue=fact_cue,
    air=air,
    called=seat_name,
    where=where,
    round=round_of,
    lost=lost_seats,
    afterwards=afterwards,
    veil=veil,
    book=Path(__file__).parent / "content" / RULEBOOK_FILE,
)
