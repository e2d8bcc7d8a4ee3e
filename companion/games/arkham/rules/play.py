"""The course of the game: mythos, investigation, enemy and upkeep phases in small procedures."""

from __future__ import annotations

from companion.engine import Rule
from companion.games.arkham.rules.actions import investigation
from companion.games.arkham.rules.agendas_and_acts import (
    is_due,
    objective_reached,
    run_out_of_time,
    turn_act,
    turn_agenda,
)
from companion.games.arkham.rules.corrections import count_handful
from companion.games.arkham.rules.in_play import engage_somebody, loose_enemy
from companion.games.arkham.rules.phases import enemy_phase, mythos, upkeep
from companion.games.arkham.state import G, State
from companion.i18n import _, from_data
from companion.schema import Words


def play(g: G) -> Rule[None]:
    """Take the next step of the phase. Due events come first."""
    s = g.state
    if s.counted is not None:
        yield from count_handful(g)
    elif not s.remaining:
        run_out_of_time(g)
    elif loose := loose_enemy(s):
        yield from engage_somebody(g, loose)
    elif is_due(s):
        yield from turn_agenda(g)
    elif objective_reached(s):
        yield from turn_act(g)
    elif s.phase == "mythos":
        yield from mythos(g)
    elif s.phase == "investigation":
        yield from investigation(g)
    elif s.phase == "enemy":
        yield from enemy_phase(g)
    else:
        yield from upkeep(g)


def over(s: State) -> Words:
    """Return the ending's sentence, or "". The story has a separate block."""
    if s.ending is None:
        return ""
    title = from_data(s.ending.title)
    if not s.ending.victory:
        return _("{ending}.", ending=title)
    return _("{ending}. Victory points: {n}.", ending=title, n=s.ending.victory)
