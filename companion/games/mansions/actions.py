"""What a seat may do between the tests of the story: a test of any skill, announced for the dice that follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.mansions.events import G, TestAnnounced
from companion.games.mansions.state import State, Task
from companion.games.mansions.terms import SKILLS
from companion.games.mansions.words import some
from companion.rules.play import Rule, choose
from companion.wire.prompt import Option, Refusal, Seat

MOST_NEEDED = 5


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat may choose. `refuse` is None, or the code and the sentence for the grey button."""

    name: str
    title: str
    cost: int  # actions
    rule: str
    refuse: Callable[[State, Seat], Refusal | None]
    do: Callable[[G, Seat], Rule[None]]


def option(action: Action, s: State, seat: Seat) -> Option:
    """The button of an action for one seat."""
    return Option(action.name, action.title, action.refuse(s, seat))


def _eliminated(s: State, seat: Seat) -> Refusal | None:
    who = s.seats[seat]
    return Refusal("ELIMINATED", f"{who.name} is eliminated and tests nothing.") if who.eliminated else None


def _test_of(skill: str) -> Action:
    def announce(g: G, seat: Seat) -> Rule[None]:
        counted = Option("0", "only count the successes")
        numbers = [Option(str(n), f"{some(n, 'success', 'successes')} needed") for n in range(1, MOST_NEEDED + 1)]
        title = f"{g.state.seats[seat].name}: {skill}, how many successes are needed?"
        needed = int((yield from g.one(choose(seat, title, (counted, *numbers), rule="MOM-X-TEST-2"))))
        g.emit(TestAnnounced(Task(seat, skill, f"A test of {skill}", needed or None)))

    return Action(f"test_{skill}", f"Test {skill}", 0, "MOM-X-TEST-1", _eliminated, announce)


ACTIONS: tuple[Action, ...] = tuple(_test_of(skill) for skill in SKILLS)
