"""Every token at every draw, by the referee itself: what the odds of Arkham Horror must come to."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from companion.engine import Bag, Run
from companion.games.arkham.facts import TestResolved as Resolved
from companion.games.arkham.rules.skill_test import chance
from companion.games.arkham.rules.skill_test.steps import on_table
from companion.games.arkham.state import State, SymbolEffect
from companion.games.arkham.state import Test as SkillTest
from companion.schema import Prompt
from tests.games.arkham.table import situation
from tests.games.course import give


def bag(*tokens: str, **symbols: SymbolEffect) -> State:
    return situation(bag=Bag(tokens), symbols=MappingProxyType(symbols))


def against(difficulty: int, **changes) -> SkillTest:
    return SkillTest("1", "intellect", difficulty, **changes)


def with_ann(state: State, **changes) -> State:
    return state.with_seat("1", replace(state.seats["1"], **changes))


def resolved(run: Run):
    """The verdict of the one test of a run, or None where the performer fell in it."""
    return next((fact.verdict for fact in run.facts if isinstance(fact, Resolved)), None)


def least(prompt: Prompt) -> tuple[str, ...]:
    """Answer a prompt as the odds assume."""
    return tuple(option.id for option in prompt.options if option.refused is None)[: prompt.least]


def passed(run: Run) -> bool:
    return resolved(run) is not None and resolved(run).passed


def draws(run: Run) -> Prompt | None:
    """Answer all other prompts and return the draw; None where the test is decided."""
    while not run.over and resolved(run) is None:
        asked = run.open[0]
        if asked.kind == "draw":
            return asked
        give(run, *least(asked), seat=asked.seat)
    return None


def by_referee(start: Callable[[], Run], tokens: tuple[str, ...] = ()) -> Fraction:
    """The real rule from the beginning, for every token at every draw."""
    run = start()
    for token in tokens:
        assert draws(run) is not None
        give(run, token)
    if draws(run) is None:
        return Fraction(passed(run))
    inside = Counter(run.state.bag.inside)
    ways = (number * by_referee(start, (*tokens, token)) for token, number in inside.items())
    return sum(ways, Fraction(0)) / inside.total()


def walked(start: Callable[[], Run]) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the odds and the exact chance at every draw of every course."""
    open_courses: list[tuple[str, ...]] = [()]
    while open_courses:
        tokens = open_courses.pop()
        run = start()
        for token in tokens:
            assert draws(run) is not None
            give(run, token)
        asked = draws(run)
        if asked is not None:
            yield chance(run.state, on_table(run.state)), by_referee(start, tokens)
            open_courses += [(*tokens, token) for token in dict.fromkeys(run.state.bag.inside)]
