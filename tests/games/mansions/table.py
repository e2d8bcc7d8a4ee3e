"""A small table for the tests of Mansions of Madness: Ann and Bob in space A1, a row of three spaces."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import with_addressee
from companion.games.mansions import GAME
from companion.games.mansions.content import Item
from companion.games.mansions.facts import TestResolved as Resolved
from companion.games.mansions.rules.skill_test import skill_test
from companion.games.mansions.state import Investigator, Space, State, Task, Tokens
from companion.schema import Prompt
from companion.sessions import addressee
from tests.games.course import alone, give

SKILLS = MappingProxyType({"strength": 4, "agility": 3, "observation": 3, "lore": 3, "influence": 2, "will": 3})
S, I, B = "success", "investigation", "blank"  # noqa: E741  the three faces of the die


def seat(name: str, **changes) -> Investigator:
    return replace(Investigator(name, SKILLS, "A1", health=7, sanity=7, clues=2), **changes)


def situation(ann=None, bob=None, **changes) -> State:
    state = State(
        seats=MappingProxyType({"1": ann or seat("Ann"), "2": bob or seat("Bob", clues=0)}),
        items=MappingProxyType(
            {
                "Compass": Item("Compass", rerolls=2, skills=("observation",)),
                "Lantern": Item("Lantern", light_source=True),
                "Wither": Item("Wither", spell=True),
            }
        ),
        spaces=MappingProxyType({"A1": Space(("A2",)), "A2": Space(("A1", "A3")), "A3": Space(("A2",))}),
        players=2,
    )
    return replace(state, **changes)


def dark(*spaces: str, **tokens) -> Tokens:
    return Tokens(darkness=spaces, **tokens)


def observation(needed: int | None = 2, **changes) -> Task:
    return replace(Task("1", "observation", "A test", needed), **changes)


def begun(task: Task | None = None, state: State | None = None):
    """Return a run of one test by Ann, before the roll."""
    return alone(GAME, state or situation(), lambda g: skill_test(g, task or observation()))


def rolled(*faces: str, task: Task | None = None, state: State | None = None):
    """Return the same run after a roll."""
    run = begun(task, state)
    give(run, *faces)
    return run


def request(run, place: int = 0) -> str:
    """Return the title of an open prompt, with its addressee."""
    return whole(run.state, run.open[place])


def whole(state: State, prompt: Prompt) -> str:
    return str(with_addressee(prompt.title, addressee(GAME, GAME.sample, state, prompt)))


def verdict(run):
    return next(fact.verdict for fact in run.facts if isinstance(fact, Resolved))
