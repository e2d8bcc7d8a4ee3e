"""Which values the variables of a scenario can take, as far as its operations tell, and what conditions come to with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Literal, TypeAlias

from companion.games.mansions.content.scenario import COMPARED, Compare, Condition, Operation

Possible: TypeAlias = tuple[float, ...] | None  # None: anything
Part: TypeAlias = Compare | Literal["AND", "OR", "(", ")"]
MOST = 24  # values that are kept apart
TRIED = 4096  # combinations that are tried
MOST_READ = 100_000  # comparisons that are read for them in one scenario; real ones need none
OUTSIDE = ("#", "$", "%")  # set by the table, by the game, or by a scenario before


class Values:
    """Grows: what one more operation may bring is added, nothing is taken away."""

    def __init__(self) -> None:
        self.changes = 0
        self._known: dict[str, Possible] = {}
        self._is_given_up = False
        self._left = MOST_READ

    def of(self, name: str) -> Possible:
        """What a variable, or a number written out, can be."""
        try:
            return (float(name),)
        except ValueError:
            is_open = self._is_given_up or name.startswith(OUTSIDE)
            return None if is_open else self._known.get(name, (0.0,))

    def give_up(self) -> None:
        """Every variable can be anything from now on: what depends on what takes too long to follow."""
        self._is_given_up = True

    def may_read(self, comparisons: int) -> bool:
        """Is there time to read so many comparisons more?"""
        self._left -= comparisons
        return self._left >= 0

    def took(self, operation: Operation) -> None:
        """An operation that can run adds what it brings."""
        self._add(operation.name, self.of(operation.value) if operation.op == "=" else None)

    def counted(self, name: str) -> None:
        """A variable that takes what people count can be anything."""
        self._add(name, None)

    def _add(self, name: str, brought: Possible) -> None:
        before = self._known.get(name, (0.0,))
        after = None if before is None or brought is None else tuple(dict.fromkeys((*before, *brought)))
        if after is not None and len(after) > MOST:
            after = None
        if after != before:
            self._known[name] = after
            self.changes += 1


def can_hold(condition: Condition, values: Values) -> bool | None:
    """True: always; False: never; None: it depends. Read from left to right, as at the table."""
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
            here = _compared(part, values) if isinstance(part, Compare) else _read(rest, values)
            result = _both(result, here) if joined == "AND" else _either(result, here)
            joined = "AND"
    return result


def _both(one: bool | None, other: bool | None) -> bool | None:
    return False if one is False or other is False else None if None in (one, other) else True


def _either(one: bool | None, other: bool | None) -> bool | None:
    return True if one or other else None if None in (one, other) else False


def _compared(test: Compare, values: Values) -> bool | None:
    left, right = values.of(test.name), values.of(test.value)
    if left is None or right is None:
        return None
    results = {COMPARED[test.op](one, other) for one in left for other in right}
    return None if len(results) > 1 else True in results


def none_holds(conditions: Iterable[Condition], values: Values) -> Mapping[str, float] | None:
    """Values with which none of these holds; None where there are none, or too many to try."""
    conditions = tuple(conditions)
    named = _named(conditions)
    choices = [values.of(name) or _around(name, conditions) for name in named]
    tries = 1
    for choice in choices:
        tries *= len(choice)
    if tries > TRIED or not values.may_read(tries * sum(map(len, conditions))):
        return None
    for picked in product(*choices):
        table = dict(zip(named, picked, strict=True))
        if not any(_true(condition, table) for condition in conditions):
            return table
    return None


def _named(conditions: Iterable[Condition]) -> tuple[str, ...]:
    """Every variable in them, once."""
    tests = [part for condition in conditions for part in condition if isinstance(part, Compare)]
    names = [name for test in tests for name in (test.name, test.value)]
    return tuple(dict.fromkeys(name for name in names if not is_number(name)))


def is_number(text: str) -> bool:
    """Return whether a text is a number. Other texts name variables."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def _around(name: str, conditions: Iterable[Condition]) -> tuple[float, ...]:
    """For a variable that can be anything: the numbers it is compared with, and their neighbours."""
    numbers = [
        float(test.value)
        for condition in conditions
        for test in condition
        if isinstance(test, Compare) and test.name == name and is_number(test.value)
    ]
    return tuple(
        dict.fromkeys([0.0, *(near for number in numbers for near in (number - 1, number, number + 1) if near >= 0)])
    )


def _true(condition: Condition, table: Mapping[str, float]) -> bool:
    return can_hold(tuple(_filled(part, table) for part in condition), Values()) is True


def _filled(part: Part, table: Mapping[str, float]) -> Part:
    if not isinstance(part, Compare):
        return part
    return Compare(str(table.get(part.name, part.name)), part.op, str(table.get(part.value, part.value)))
