"""Findings about dead ends: no ending, texts without a way on, impossible puzzles and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.lint.reach import Reach
from companion.games.mansions.content.lint.values import OUTSIDE_PREFIXES, can_hold, is_number, none_holds
from companion.games.mansions.content.scenario import (
    END,
    SKILLS,
    Compare,
    Component,
    PuzzlePart,
    Scenario,
)


def check_endings(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    if not any(component.trigger == "EventStart" for component in scenario.components.values()):
        yield Finding(
            "no-start", "", "Nothing happens at the start: no event waits for it (trigger EventStart).", "error"
        )
    yield from _find_missing_endings(scenario, happens)
    for component in scenario.components.values():
        if component.name in happens:
            yield from _find_dead_ends(component, happens)
            yield from _find_dead_buttons(component, scenario, happens)
    for component in scenario.components.values():
        if component.name not in happens and not is_ending(component):
            why = "nothing leads to it" if component.kind != "item" else "nobody ever gets it"
            yield Finding("unreachable", component.name, f"{component.name} never happens: {why}.", "note")


def is_ending(component: Component) -> bool:
    return any(operation.name == END and operation.value != "0" for operation in component.operations)


def _find_missing_endings(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    there = [component.name for component in scenario.components.values() if is_ending(component)]
    if not there:
        yield Finding("no-ending", "", "No event ends it: you will close it yourselves, with End scenario in the menu.")
    elif not any(name in happens for name in there):
        yield Finding(
            "no-ending", "", f"None of its {len(there)} endings can be reached: you will close it yourselves."
        )
    else:
        for name in there:
            if name not in happens:
                yield Finding("unreachable-ending", name, f"The ending {name} can never come: nothing leads to it.")


def _find_dead_ends(component: Component, happens: Reach) -> Iterator[Finding]:
    """Find texts without a possible button. Tokens and items may be left."""
    if not component.display or component.kind not in {"event", "spawn"} or component.quota or not component.buttons:
        return
    conditions = [button.condition for button in component.buttons]
    if any(can_hold(condition, happens.values) is True for condition in conditions):
        return
    table = none_holds(conditions, happens.values)
    if table is not None:
        values = " and ".join(f"{name} is {number:g}" for name, number in table.items())
        sentence = f"{component.name} cannot be left where {values}: no button is possible then."
        yield Finding("dead-end", component.name, sentence)


def _find_dead_buttons(component: Component, scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    for place, button in enumerate(component.buttons, 1):
        there = [scenario.components[name] for name in button.next if name in scenario.components]
        if not there or can_hold(button.condition, happens.values) is False:
            continue
        if not any(other.kind == "token" or can_hold(other.condition, happens.values) is not False for other in there):
            names = ", ".join(other.name for other in there)
            sentence = f"Button {place} of {component.name} leads to {names}, whose condition never holds."
            is_harmless = not component.display or len(component.buttons) > 1 or button.condition
            yield Finding("leads-nowhere", component.name, sentence, "note" if is_harmless else "warning")


MOST_DIGITS = 2  # of a symbol's number


def check_puzzles(scenario: Scenario) -> Iterator[Finding]:
    for component in scenario.components.values():
        if isinstance(component.part, PuzzlePart):
            yield from _check_puzzle(component, component.part)


def _check_puzzle(component: Component, part: PuzzlePart) -> Iterator[Finding]:
    if part.skill not in SKILLS:
        known = ", ".join(SKILLS)
        sentence = f"{component.name} tests {part.skill!r}, which is no skill; there are {known}."
        yield Finding("puzzle", component.name, sentence, "error")
    leads_on = component.buttons and component.buttons[0].next
    if not (leads_on or component.operations or component.add or component.remove):
        yield Finding("puzzle", component.name, f"Solving {component.name} changes nothing: its button leads nowhere.")
    if part.level < 1 or (part.shape in {"code", "image"} and part.other_level < 1):
        sentence = f"{component.name} has no size ({part.level} x {part.other_level})."
        yield Finding("puzzle", component.name, sentence, "error")
    elif part.shape == "image" and part.level * part.other_level < 2:
        yield Finding("puzzle", component.name, f"{component.name} has one piece only: it is solved before it begins.")
    elif part.shape == "code" and part.solution:
        yield from _check_code(component, part)


def _check_code(component: Component, part: PuzzlePart) -> Iterator[Finding]:
    """Check the solution. It sets the size of the code."""
    if len(part.solution) != part.level:
        places = len(part.solution)
        sentence = f"The code of {component.name} has {part.level} places, and its solution {places}: these count."
        yield Finding("puzzle", component.name, sentence, "note")
    for symbol in part.solution:
        if not symbol.isdecimal() or len(symbol) > MOST_DIGITS or int(symbol) == 0:
            sentence = f"The solution of {component.name} has {symbol!r}; symbols are counted from 1."
            yield Finding("puzzle", component.name, sentence)


def check_numbers(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    set_by = _find_set_variables(scenario)
    for name, reader in _find_read_variables(scenario).items():
        if name not in set_by and not name.startswith(OUTSIDE_PREFIXES) and reader in happens:
            yield Finding(
                "never-set", reader, f"{reader} asks for {name}, which nothing ever sets: it is always 0.", "note"
            )
    for component in scenario.components.values():
        yield from _check_quota(component)
        if component.trial is not None and component.trial.needed is not None and len(component.buttons) < 2:
            sentence = f"{component.name} is a test to be passed and has no second button for those who fail."
            yield Finding("test", component.name, sentence, "error")


def _find_set_variables(scenario: Scenario) -> Mapping[str, str]:
    """Return variable -> a component that sets it."""
    named: dict[str, str] = {}
    for component in scenario.components.values():
        for operation in component.operations:
            named.setdefault(operation.name, component.name)
        if component.quota and not is_number(component.quota):
            named.setdefault(component.quota, component.name)
    return named


def _find_read_variables(scenario: Scenario) -> Mapping[str, str]:
    """Return variable -> the first component that reads it. Tokens ignore conditions."""
    named: dict[str, str] = {}
    for component in scenario.components.values():
        conditions = [button.condition for button in component.buttons]
        if component.kind != "token":
            conditions.append(component.condition)
        compared = (test for condition in conditions for test in condition if isinstance(test, Compare))
        for name in (name for test in compared for name in (test.name, test.value) if not is_number(name)):
            named.setdefault(name, component.name)
        for operation in component.operations:
            if not is_number(operation.value):
                named.setdefault(operation.value, component.name)
    return named


def _check_quota(component: Component) -> Iterator[Finding]:
    needed = float(component.quota) if is_number(component.quota) else None
    if needed is not None and needed < 1:
        sentence = f"{component.name} counts up to {component.quota}: it is enough before anybody rolls."
        yield Finding("quota", component.name, sentence)
    elif needed is not None and len(component.buttons) < 2 and component.kind != "token":
        sentence = f"{component.name} needs {component.quota} successes and says nothing of what happens with fewer."
        yield Finding("quota", component.name, sentence, "note")
