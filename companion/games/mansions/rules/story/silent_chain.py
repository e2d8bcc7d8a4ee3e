"""Events that run one after the other and show nothing: how many may, and how much they may look at, before the people are asked.

Decided by the state alone: what an event costs is no fact, so a log of any version leads to the same place.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.mansions.content import FLAG_MARKS, Component, SpawnPart
from companion.games.mansions.rules.story.texts_and_tests import find
from companion.games.mansions.state import State, story_of

MOST_UNSEEN = 1_000  # events in a row that show nothing; chains of real scenarios have ten
MOST_LOOKED_AT = 600_000  # names in a row; 1 000 events of the largest real scenario look at less
COMPARED = 3  # names that take as long as a comparison
PASSED_OVER = 20  # components in search of who waits for a flag; as much as one name


def circles(s: State) -> bool:
    """Does the scenario run on and on without a word? Then nobody could ever do anything again."""
    story = story_of(s)
    if story.unseen >= MOST_UNSEEN or story.is_crowded:
        return True
    one = find(s, story.stack[-1].event)
    return one is not None and story.unseen * looked_at(s, one) > MOST_LOOKED_AT


def looked_at(s: State, one: Component) -> int:
    """Names, operations and comparisons that an event looks at, and what of the table is copied for it."""
    components = story_of(s).scenario.components
    named = (components.get(name) for button in one.buttons for name in button.next)
    flags = {f"Var{operation.name[1:]}" for operation in one.operations if operation.name.startswith(FLAG_MARKS)}
    woken = (other for other in components.values() if other.trigger in flags) if flags else ()
    there = (other for other in named if other is not None)
    return sum(map(_size, (one, *woken, *there))) + _spawns(one, components.values()) + _copied(s, len(flags))


def _size(one: Component) -> int:
    compared = len(one.condition) + sum(len(button.condition) for button in one.buttons)
    named = len(one.add) + len(one.remove) + sum(len(button.next) for button in one.buttons)
    return named + len(one.operations) + COMPARED * compared


def _spawns(one: Component, components: Iterable[Component]) -> int:
    """A spawn may bring what another one brings, and so on."""
    if not isinstance(one.part, SpawnPart) or not any(name.startswith("Spawn") for name in one.part.monsters):
        return 0
    return sum(len(other.part.monsters) for other in components if isinstance(other.part, SpawnPart))


def _copied(s: State, flags: int) -> int:
    story = story_of(s)
    lists = len(story.variables) + len(story.board) + len(story.stack) + len(s.monsters)
    return lists + flags * (len(story.variables) + len(story.scenario.components) // PASSED_OVER)
