"""Options that several rules offer, and the result that the Dealer requires."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine import Rule, choose, done
from companion.games.draw_your_weapon.facts import RequirementShown
from companion.games.draw_your_weapon.state import G, State, Way
from companion.i18n import _
from companion.schema import DEALER, Faces, Option, Refusal, Seat, Words

LOCKED = Refusal("REQUIREMENT_LOCKED", _("The required Result cannot change once the card lies there."), "DYW-SKILL-6")


def requirement_ways(s: State) -> Iterator[Way]:
    """Of the test whose verdict stands, until its number was shown."""
    if s.last is not None and s.last.test.required is not None and not s.last.shown:
        options = (
            Option("show", _("Show what was required")),
            Option("number", _("Fix another required Result"), LOCKED),
        )
        title = _("the number of the last test")
        yield Way(choose(DEALER, title, options, rule="DYW-SKILL-6", at="menu", key="requirement"), show)


def show(g: G, _values: Faces) -> Rule[None]:
    g.emit(RequirementShown())
    yield from done()


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat may do in free play."""

    name: str
    title: Words
    rule: str
    refuse: Callable[[State, Seat], Refusal | None]
    do: Callable[[G, Seat], Rule[None]]
