"""The back of an Insane condition: asked of its owner in secret, told to nobody else. MOM-INSANE-3 to MOM-INSANE-5."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.engine.play import Rule, choose, count, write
from companion.games.mansions.content.terms import INSANE
from companion.games.mansions.facts.events import G
from companion.games.mansions.facts.investigators import InsaneTaken
from companion.games.mansions.rules.options import Way
from companion.games.mansions.state import State
from companion.schema.prompt import Faces, Option, Seat

MOST_PLAYERS = 8
ANOTHER, KEEP = "another", "keep"


def ways(s: State) -> Iterator[Way]:
    """One question for each owner who has not told the page yet. It may wait."""
    for seat, who in s.seats.items():
        if INSANE in who.conditions and not who.insane and not who.eliminated:
            title = f"{who.name}: you are Insane. How many players does the back of your card require?"
            yield Way(count(seat, title, 1, MOST_PLAYERS, "MOM-INSANE-3", secret=True), _taken(seat))


def _taken(seat: Seat) -> Callable[[G, Faces], Rule[None]]:
    def take(g: G, values: Faces) -> Rule[None]:
        yield from keep(g, seat, int(values[0]))

    return take


def keep(g: G, seat: Seat, required: int) -> Rule[None]:
    """A copy that asks for more players is replaced; where no other is left it is kept. MOM-INSANE-3."""
    name, replaced = g.state.seats[seat].name, 0
    while required > g.state.players:
        options = (Option(ANOTHER, "I took another copy"), Option(KEEP, "There is no other: I keep it"))
        asked = f"{name}: put the copy back and take another, {replaced + 1}"
        if (yield from g.one(choose(seat, asked, options, rule="MOM-INSANE-3", secret=True))) == KEEP:
            break
        replaced += 1
        again = f"{name}: how many players does the new copy require, {replaced}?"
        required = yield from g.number(count(seat, again, 1, MOST_PLAYERS, "MOM-INSANE-3", secret=True))
    words = write(
        seat, f"{name}: a few words for yourself, what does your card ask of you?", ("I know it",), "MOM-INSANE-5"
    )
    copy = yield from g.one(replace(words, secret=True))
    g.emit(InsaneTaken(seat, copy, tuple(f"copy {number}" for number in range(1, replaced + 1))))
