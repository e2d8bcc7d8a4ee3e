"""Encounter cards of the players' own deck. Players name the effects."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Rule, choose
from companion.games.arkham.facts import PhasePassed
from companion.games.arkham.rules.actions import free_test
from companion.games.arkham.rules.corrections import ADJUSTMENTS, adjust
from companion.games.arkham.state import G
from companion.i18n import _
from companion.schema import Option, Seat

ENCOUNTER_OPTIONS = (
    Option("done", _("nothing more")),
    Option("test", _("a skill test")),
    Option("new_enemy", _("an enemy comes into play")),
    Option("damage", _("damage")),
    Option("horror", _("horror")),
    Option("doom", _("doom")),
    Option("adjust", _("something else, by hand")),
)


def open_encounter(g: G, seat: Seat) -> Rule[None]:
    """Ask for one effect of an own encounter card, or for its end."""
    refused = ADJUSTMENTS.refusals(g.state, seat)
    options = [replace(o, refused=refused.get(o.id)) for o in ENCOUNTER_OPTIONS]
    title = _("draw an encounter card. What does it bring?")
    wish = yield from g.one(choose(seat, title, options, rule="Mythos", key="encounter.own"))
    if wish == "done":
        g.emit(PhasePassed(seat))
    elif wish == "test":
        yield from free_test(g, seat)
    elif wish == "adjust":
        yield from adjust(g, seat)
    else:
        yield from ADJUSTMENTS.correct((seat,), g, (wish,))
