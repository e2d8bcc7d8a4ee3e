"""Arkham Horror: the card game. Cards stay physical; the game keeps the bag, skill tests, actions and the log."""

from pathlib import Path

from companion.engine import RULEBOOK_FILE, Game, GameSetup, apply_fact, fact_cue, fact_line
from companion.games.arkham.facts import EVENTS
from companion.games.arkham.forms.setup_form import SHEETS, form
from companion.games.arkham.rules.endings import carry
from companion.games.arkham.rules.play import over, play
from companion.games.arkham.setup import setup
from companion.games.arkham.state import Event, State, seat_name
from companion.games.arkham.views import (
    afterwards,
    air,
    in_danger,
    lost_seats,
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
    events=EVENTS,
    setup=setup,
    apply=apply_fact,
    play=play,
    over=over,
    view=view,
    own=own_blocks,
    tell=fact_line,
    sample=GameSetup(("1", "2", "3"), {"1": "Ann", "2": "Ben", "3": "Cleo"}),
    kinds=("token",),
    form=form(),
    sheets=SHEETS,
    carry=carry,
    danger=in_danger,
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

__all__ = ["GAME"]
