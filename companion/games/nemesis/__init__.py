"""Nemesis: a ship in the dark, and what hears you."""

from __future__ import annotations

from pathlib import Path

from companion.engine import RULEBOOK_FILE, Game, apply_fact, fact_cue, fact_line
from companion.games.nemesis.facts import EVENTS
from companion.games.nemesis.forms import SHEETS, form
from companion.games.nemesis.names import name_of
from companion.games.nemesis.rules.play import over, play
from companion.games.nemesis.setup import SAMPLE, setup
from companion.games.nemesis.state import Event, State
from companion.games.nemesis.views import (
    afterwards,
    air,
    faceless,
    in_danger,
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
    events=EVENTS,
    setup=setup,
    apply=apply_fact,
    play=play,
    over=over,
    view=view,
    own=own_blocks,
    tell=fact_line,
    sample=SAMPLE,
    kinds=("nemesis_noise", "nemesis_combat", "token"),
    form=form(),
    sheets=SHEETS,
    danger=in_danger,
    cue=fact_cue,
    air=air,
    called=name_of,
    where=where,
    lost=lost,
    faceless=faceless,
    afterwards=afterwards,
    veil=veil,
    book=Path(__file__).parent / "content" / RULEBOOK_FILE,
)
