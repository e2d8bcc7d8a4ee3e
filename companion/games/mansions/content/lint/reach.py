"""Compute which components can ever happen.

It may report too many: a component that it excludes never happens, an included one may need values that never meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.mansions.content.lint.values import Values, can_hold, is_number
from companion.games.mansions.content.scenario import FLAG_MARKS, Button, Component, ItemPart, Scenario, SpawnPart

FIRED_TRIGGERS = (
    "EventStart", "StartRound", "Mythos", "EndRound", "Eliminated", "StartFinalRound", "EndInvestigatorTurn",
    "BeforeMonsterActivation",
)  # fmt: skip
BY_TRAITS = "*"  # the first spawn by traits; all of them may bring the same kinds
MOST_ROUNDS = 16  # rounds of following; real scenarios need 8


@dataclass(frozen=True, slots=True)
class Reach:
    """Reachable components in the order they were found, and the possible values."""

    names: Mapping[str, None]
    values: Values

    def __contains__(self, name: str) -> bool:
        return name in self.names


def find_reachable(scenario: Scenario) -> Reach:
    walk = _Walk(scenario)
    walk.go()
    return Reach(walk.found, walk.values)


def is_always_fired(trigger: str) -> bool:
    return trigger in FIRED_TRIGGERS or (trigger.startswith("EndRound") and trigger[8:].isdigit())


class _Walk:
    """Follow successors until nothing new is found."""

    def __init__(self, scenario: Scenario) -> None:
        self.found: dict[str, None] = {}
        self.values = Values()
        self._scenario = scenario
        self._waiting = _by_trigger(scenario)
        self._fired = set[str]()  # triggers, in this round
        self._brought = set[str]()  # spawns that were looked at, in this round

    def go(self) -> None:
        """Follow in rounds, as a new value may open earlier conditions."""
        before, rounds = (-1, -1), 0
        while before != (len(self.found), self.values.changes):
            before, rounds = (len(self.found), self.values.changes), rounds + 1
            if rounds == MOST_ROUNDS:
                self.values.give_up()
            self._begin()
            place = 0
            while place < len(order := list(self.found)):
                for name in order[place:]:
                    self._follow(self._scenario.components[name])
                place = len(order)

    def _begin(self) -> None:
        self._fired.clear()
        self._brought.clear()
        for trigger in self._waiting:
            if is_always_fired(trigger):
                self._fire(trigger)
        for component in self._scenario.components.values():
            if isinstance(component.part, ItemPart) and component.part.starting:
                self._lies_there(component.name)

    def _fire(self, trigger: str) -> None:
        if trigger in self._fired:
            return
        self._fired.add(trigger)
        for name in self._waiting.get(trigger, ()):
            self._offer(name)

    def _offer(self, name: str) -> bool | None:
        """Visit a component if its condition can hold. Return the condition; False for a missing component."""
        component = self._scenario.components.get(name)
        if component is None:
            return False
        opens = True if component.kind == "token" else can_hold(component.condition, self.values)
        if opens is not False:
            self.found.setdefault(name)
        return opens

    def _lies_there(self, name: str) -> None:
        """Visit a component on the table. Its condition does not matter for taps."""
        if name in self._scenario.components:
            self.found.setdefault(name)

    def _follow(self, component: Component) -> None:
        for operation in component.operations:
            self._change(operation.name)
            self.values.took(operation)
        for name in (*component.add, *(effect.what for effect in component.effects if effect.kind == "item")):
            self._lies_there(name)
        for button in component.buttons:
            if can_hold(button.condition, self.values) is not False:
                self._press(component, button)
        if component.quota and not is_number(component.quota):
            self.values.counted(component.quota)
        self._part(component)

    def _change(self, name: str) -> None:
        if name.startswith(FLAG_MARKS):
            self._fire(f"Var{name[1:]}")

    def _press(self, component: Component, button: Button) -> None:
        """Follow the successors of a button. One that surely runs hides later ones, unless drawn."""
        for name in button.next:
            if self._offer(name) is True and not component.at_random:
                return

    def _part(self, component: Component) -> None:
        match component.part:
            case ItemPart(inspect=inspect) if inspect:
                self._offer(inspect)
            case SpawnPart():
                self._fire(f"Defeated{component.name}")
                for kind in find_spawned_kinds(self._scenario, component.name, self._brought):
                    self._monster(kind)

    def _monster(self, kind: str) -> None:
        self._fire(f"Defeated{kind}")
        own = self._scenario.monsters.get(kind)
        for name in (*own.activations, own.evade, own.horror_event) if own else ():
            self._offer(name)


def find_spawned_kinds(scenario: Scenario, spawn: str, seen: set[str]) -> Iterator[str]:
    """Yield each kind of monster that a spawn may bring; for traits, each kind with a defeat trigger.

    `seen` collects visited spawns, so that circular spawns are visited once.
    """
    waiting = [spawn]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        component = scenario.components.get(name)
        if component is None or not isinstance(component.part, SpawnPart):
            yield name
            continue
        waiting += reversed(component.part.monsters)
        if (component.part.traits or component.part.pool) and BY_TRAITS not in seen:
            seen.add(BY_TRAITS)
            triggers = (other.trigger for other in scenario.components.values())
            yield from (known.removeprefix("Defeated") for known in triggers if known.startswith("DefeatedMonster"))


def _by_trigger(scenario: Scenario) -> Mapping[str, list[str]]:
    waiting: dict[str, list[str]] = {}
    for component in scenario.components.values():
        if component.trigger:
            waiting.setdefault(component.trigger, []).append(component.name)
    return waiting
