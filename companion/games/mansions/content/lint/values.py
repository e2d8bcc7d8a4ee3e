"""Possible values of variables, and conditions evaluated with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Literal, TypeAlias

from companion.games.mansions.content.scenario import COMPARED, Compare, Condition, Operation

Possible: TypeAlias = tuple[float, ...] | None  # None: anything
Part: TypeAlias = Compare | Literal["AND", "OR", "(", ")"]
MOST_VALUES = 24  # values kept apart
MOST_TRIES = 4096  # combinations tried
MOST_READ = 100_000  # comparisons read for them in one scenario; real ones need none
OUTSIDE_PREFIXES = ("#", "$", "%")  # set by the table, by the game, or by an earlier scenario


class Values:
    """Possible values of each variable. Values are only added."""

    def __init__(self) -> None:
        self.changes = 0
        self._known: dict[str, Possible] = {}
        self._is_given_up = False
        self._left = MOST_READ

    def of(self, name: str) -> Possible:
        try:
            return (float(name),)
        except ValueError:
            is_open = self._is_given_up or name.startswith(OUTSIDE_PREFIXES)
            return None if is_open else self._known.get(name, (0.0,))

    def give_up(self) -> None:
        """Treat all variables as unknown: the dependencies take too long to follow."""
        self._is_given_up = True

    def may_read(self, comparisons: int) -> bool:
        self._left -= comparisons
        return self._left >= 0

    def took(self, operation: Operation) -> None:
        self._add(operation.name, self.of(operation.value) if operation.op == "=" else None)

    def counted(self, name: str) -> None:
        self._add(name, None)

    def _add(self, name: str, brought: Possible) -> None:
        before = self._known.get(name, (0.0,))
        after = None if before is None or brought is None else tuple(dict.fromkeys((*before, *brought)))
        if after is not None and len(after) > MOST_VALUES:
            after = None
        if after != before:
            self._known[name] = after
            self.changes += 1


def can_hold(condition: Condition, values: Values) -> bool | None:
    """Return True for always, False for never, None for maybe. Read from left to right, as the engine does."""
    return _read(iter(condition), values) if condition else True


def _read(parts: Iterable[Part], values: Values) -> bool | None:
    result: bool | None = True
    joined = "AND"
    rest = iter(parts)
    for part in rest:
        if isinstance(part, str) and part in {"AND", "OR"}:
            joined = part
        elif part == ")":
            return result
        else:
            here = _compare(part, values) if isinstance(part, Compare) else _read(rest, values)
            result = _both(result, here) if joined == "AND" else _either(result, here)
            joined = "AND"
    return result


def _both(first: bool | None, second: bool | None) -> bool | None:
    return False if first is False or second is False else None if None in (first, second) else True


def _either(first: bool | None, second: bool | None) -> bool | None:
    return True if first or second else None if None in (first, second) else False


def _compare(test: Compare, values: Values) -> bool | None:
    left, right = values.of(test.name), values.of(test.value)
    if left is None or right is None:
        return None
    results = {COMPARED[test.op](a, b) for a in left for b in right}
    return None if len(results) > 1 else True in results


def none_holds(conditions: Iterable[Condition], values: Values) -> Mapping[str, float] | None:
    """Return values with which no condition holds; None if there are none, or too many to try."""
    conditions = tuple(conditions)
    named = _names_in(conditions)
    choices = [values.of(name) or _numbers_around(name, conditions) for name in named]
    tries = 1
    for choice in choices:
        tries *= len(choice)
    if tries > MOST_TRIES or not values.may_read(tries * sum(map(len, conditions))):
        return None
    for picked in product(*choices):
        table = dict(zip(named, picked, strict=True))
        filled = (tuple(_with_values(part, table) for part in condition) for condition in conditions)
        if not any(can_hold(condition, Values()) for condition in filled):
            return table
    return None


def _names_in(conditions: Iterable[Condition]) -> tuple[str, ...]:
    tests = [part for condition in conditions for part in condition if isinstance(part, Compare)]
    names = [name for test in tests for name in (test.name, test.value)]
    return tuple(dict.fromkeys(name for name in names if not is_number(name)))


def is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _numbers_around(name: str, conditions: Iterable[Condition]) -> tuple[float, ...]:
    """Return the compared numbers and their neighbours, for a variable that may be anything."""
    numbers = [
        float(test.value)
        for condition in conditions
        for test in condition
        if isinstance(test, Compare) and test.name == name and is_number(test.value)
    ]
    return tuple(
        dict.fromkeys([0.0, *(near for number in numbers for near in (number - 1, number, number + 1) if near >= 0)])
    )


def _with_values(part: Part, table: Mapping[str, float]) -> Part:
    if not isinstance(part, Compare):
        return part
    return Compare(str(table.get(part.name, part.name)), part.op, str(table.get(part.value, part.value)))
