"""Small scenarios for tests: a few components, two seats, and taps by the text of a button."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

from companion.engine import Run
from companion.games.mansions import GAME
from companion.games.mansions.content import Button, Component, Operation, Scenario, TokenPart
from companion.games.mansions.setup import queued
from companion.games.mansions.state import State, Story
from companion.schema import HOUSE, Answer
from companion.sessions import roll_virtually
from tests.games.mansions.table import seat


def event(name: str, *buttons: Button | str, **changes) -> Component:
    """An event with these buttons. A string is a button without successors."""
    pressed = tuple(one if isinstance(one, Button) else Button(one) for one in buttons)
    return Component(name, "event", changes.pop("text", f"{name} is read."), buttons=pressed, **changes)


def token(name: str, *buttons: Button | str, type: str = "TokenSearch", space: str = "", **changes) -> Component:
    made = event(name, *buttons, **changes)
    return Component(
        **{field: getattr(made, field) for field in made.__slots__ if field not in ("kind", "part")},
        kind="token",
        part=TokenPart(type, space),
    )


def sets(name: str, value: str, op: str = "=") -> Operation:
    return Operation(name, op, value)


def table(*components: Component, random=None, counted: bool = False, state: State | None = None, **changes) -> Run:
    """Build a run of these components, with EventStart triggers queued. Draws follow `random`."""
    scenario = Scenario("A test", components=MappingProxyType({one.name: one for one in components}), **changes)
    base = state or State(seats=MappingProxyType({"1": seat("Ann", space=""), "2": seat("Bob", space="")}), players=2)
    run = Run(GAME, queued(replace(base, story=Story(scenario, counted_actions=counted))))
    house(run, random)
    return run


def house(run: Run, random=None) -> None:
    """Answer the draws of the page."""
    while any(prompt.seat == HOUSE for prompt in run.open):
        prompt = next(prompt for prompt in run.open if prompt.seat == HOUSE)
        run.answer(Answer(f"h-{prompt.id}", prompt.id, roll_virtually(prompt, random or Random(1)), HOUSE))


def options(run: Run) -> dict[str, str]:
    """Return text -> id of all possible options."""
    return {
        str(option.text) or option.id: option.id for p in run.open for option in p.options if option.refused is None
    }


def tap(run: Run, *words: str, random=None) -> tuple:
    """Tap options by text or id. Return the facts of the last tap."""
    facts = ()
    for word in words:
        before = len(run.facts)
        prompt, option = next(
            (p, o) for p in run.open for o in p.options if word in (str(o.text), o.id) and o.refused is None
        )
        run.answer(Answer(f"t-{prompt.id}", prompt.id, (option.id,), prompt.seat))
        house(run, random)
        facts = run.facts[before:]
    return facts


def says(run: Run) -> str:
    """Return the event on the screen."""
    return run.state.story.shown.event if run.state.story.shown else ""
