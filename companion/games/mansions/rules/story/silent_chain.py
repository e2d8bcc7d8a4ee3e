"""Limits for chains of events that show nothing, before players must confirm.

The state alone decides. The cost of an event is not a fact, so logs of all versions replay the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.mansions.content import FLAG_MARKS, Component, SpawnPart
from companion.games.mansions.rules.story.texts import find_component
from companion.games.mansions.state import State, story_of

MOST_UNSEEN = 1_000  # events in a row that show nothing; real chains have ten
MOST_WORK = 600_000  # names in a row; 1 000 events of the largest real scenario need fewer
COST_OF_COMPARISON = 3  # cost of a comparison in names
COMPONENTS_PER_NAME = 20  # components in a search for flag listeners that cost as much as one name


def runs_in_circle(s: State) -> bool:
    """Return whether the scenario runs without ever showing anything."""
    story = story_of(s)
    if story.unseen >= MOST_UNSEEN or story.is_crowded:
        return True
    component = find_component(s, story.stack[-1].event)
    return component is not None and story.unseen * count_work(s, component) > MOST_WORK


def count_work(s: State, component: Component) -> int:
    """Count the names, operations and comparisons of an event, and the state copied for it."""
    components = story_of(s).scenario.components
    named = (components.get(name) for button in component.buttons for name in button.next)
    flags = {f"Var{operation.name[1:]}" for operation in component.operations if operation.name.startswith(FLAG_MARKS)}
    woken = (other for other in components.values() if other.trigger in flags) if flags else ()
    there = (other for other in named if other is not None)
    story = story_of(s)
    lists = len(story.variables) + len(story.board) + len(story.stack) + len(s.monsters)
    copied = lists + len(flags) * (len(story.variables) + len(components) // COMPONENTS_PER_NAME)
    names = sum(map(_count_names, (component, *woken, *there)))
    return names + _count_spawn_chains(component, components.values()) + copied


def _count_names(component: Component) -> int:
    compared = len(component.condition) + sum(len(button.condition) for button in component.buttons)
    named = len(component.add) + len(component.remove) + sum(len(button.next) for button in component.buttons)
    return named + len(component.operations) + COST_OF_COMPARISON * compared


def _count_spawn_chains(component: Component, components: Iterable[Component]) -> int:
    """Count the chains of spawns that name each other."""
    part = component.part
    if not isinstance(part, SpawnPart) or not any(name.startswith("Spawn") for name in part.monsters):
        return 0
    return sum(len(other.part.monsters) for other in components if isinstance(other.part, SpawnPart))
