"""Variables, counts and tests: what is read and never set, what can never be enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.mansions.content.lint.finding import Finding
from companion.games.mansions.content.lint.reach import Reach
from companion.games.mansions.content.lint.values import OUTSIDE
from companion.games.mansions.content.scenario import Compare, Component, Condition, Scenario


def numbers(scenario: Scenario, happens: Reach) -> Iterator[Finding]:
    """Variables and quotas."""
    set_by = _set(scenario)
    for name, reader in _read(scenario).items():
        if name not in set_by and not name.startswith(OUTSIDE) and reader in happens:
            yield Finding(
                "never-set", reader, f"{reader} asks for {name}, which nothing ever sets: it is always 0.", "note"
            )
    for one in scenario.components.values():
        yield from _quota(one)
        yield from _trial(one)


def _set(scenario: Scenario) -> Mapping[str, str]:
    """Variable -> a component that sets it."""
    named: dict[str, str] = {}
    for one in scenario.components.values():
        for operation in one.operations:
            named.setdefault(operation.name, one.name)
        if one.quota and not _number(one.quota):
            named.setdefault(one.quota, one.name)
    return named


def _read(scenario: Scenario) -> Mapping[str, str]:
    """Variable -> the first component that asks for it. The conditions of tokens are ignored."""
    named: dict[str, str] = {}
    for one in scenario.components.values():
        conditions = [button.condition for button in one.buttons]
        if one.kind != "token":
            conditions.append(one.condition)
        for name in _names(conditions):
            named.setdefault(name, one.name)
        for operation in one.operations:
            if not _number(operation.value):
                named.setdefault(operation.value, one.name)
    return named


def _names(conditions: list[Condition]) -> Iterator[str]:
    for condition in conditions:
        for test in condition:
            if isinstance(test, Compare):
                yield from (name for name in (test.name, test.value) if not _number(name))


def _number(text: str) -> float | None:
    """None where it is none; 0 is none either, for who only asks whether there is one."""
    try:
        return float(text) or 1e-9
    except ValueError:
        return None


def _quota(one: Component) -> Iterator[Finding]:
    needed = _number(one.quota) if one.quota else None
    if needed is not None and needed < 1:
        yield Finding("quota", one.name, f"{one.name} counts up to {one.quota}: it is enough before anybody rolls.")
    elif needed is not None and len(one.buttons) < 2 and one.kind != "token":
        sentence = f"{one.name} needs {one.quota} successes and says nothing of what happens with fewer."
        yield Finding("quota", one.name, sentence, "note")


def _trial(one: Component) -> Iterator[Finding]:
    if one.trial is not None and one.trial.needed is not None and len(one.buttons) < 2:
        sentence = f"{one.name} is a test to be passed and has no second button for those who fail."
        yield Finding("test", one.name, sentence, "error")
