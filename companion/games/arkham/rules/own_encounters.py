"""An encounter card of the people's own deck: what it brings, they say."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Rule, choose
from companion.games.arkham.facts import G, PhasePassed
from companion.games.arkham.rules.actions import free_test
from companion.games.arkham.rules.corrections import adjust, adjustment_refused, make_adjustment
from companion.schema import Option, Seat

ENCOUNTERS = (
    Option("done", "nothing more"),
    Option("test", "a skill test"),
    Option("new_enemy", "an enemy comes into play"),
    Option("damage", "damage"),
    Option("horror", "horror"),
    Option("doom", "doom"),
    Option("adjust", "something else, by hand"),
)


def open_encounter(g: G, seat: Seat) -> Rule[None]:
    """A card of the people's own encounter deck: what it brings, they say, one thing after the other."""
    name = g.state.seats[seat].name
    options = [replace(o, refused=adjustment_refused(g.state, seat, o.id)) for o in ENCOUNTERS]
    title = f"{name}: draw an encounter card. What does it bring?"
    wish = yield from g.one(choose(seat, title, options, rule="Mythos"))
    if wish == "done":
        g.emit(PhasePassed(seat))
    elif wish == "test":
        yield from free_test(g, seat)
    elif wish == "adjust":
        yield from adjust(g, seat)
    else:
        yield from make_adjustment(g, seat, wish)
