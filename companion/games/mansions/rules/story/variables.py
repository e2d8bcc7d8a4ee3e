"""The numbers a scenario keeps: read, compared and changed. All are floats; one that was never set is 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fmod, isfinite
from operator import eq, ge, gt, le, lt, ne

from companion.games.mansions.content.scenario import Compare, Condition, Operation
from companion.games.mansions.state import State

RANDOM = "#rand"
FIRE = "$fire"
END = "$end"
MOST = 1e12  # further from 0 no number goes
MOST_SIDES = 10_000  # of "#rand"; a larger number is drawn as this
COMPARED = {"==": eq, "!=": ne, ">": gt, ">=": ge, "<": lt, "<=": le}


def value(s: State, name: str) -> float:
    """Of a variable, or of a number written out; "inf" and "nan" are no numbers."""
    try:
        number = float(name)
    except ValueError:
        return _variable(s, name)
    return _near(number) if isfinite(number) else _variable(s, name)


def _variable(s: State, name: str) -> float:
    story = s.story
    if story is None:
        return 0.0
    if name == "#fire":  # an alias
        return story.variables.get(FIRE, 0.0)
    return _of_the_table(s, name) if name.startswith("#") else story.variables.get(name, 0.0)


def _of_the_table(s: State, name: str) -> float:
    """What a scenario may read and never sets."""
    story = s.story
    if story is None:
        return 0.0
    match name:
        case "#round":
            return float(story.round)
        case "#heroes":
            return float(len(s.seats))
        case "#monsters":
            return float(len(s.monsters))
        case "#eliminated":
            return float(any(who.eliminated for who in s.seats.values()))
        case "#eliminatedprev" | "#eliminatedcomplete":
            return story.variables.get(name, 0.0)
    return float(name[1:] in story.boxes or name == "#MoMBase")


def holds(s: State, condition: Condition) -> bool:
    """Read strictly from left to right; nothing binds closer than anything else."""
    return _read(s, iter(condition))


def _read(s: State, parts: Iterator[Compare | str]) -> bool:
    result, joined = True, "AND"
    for part in parts:
        match part:
            case "AND" | "OR":
                joined = part
            case ")":
                return result
            case _:
                here = _read(s, parts) if part == "(" else _compared(s, part)
                result = (result and here) if joined == "AND" else (result or here)
                joined = "AND"
    return result


def _compared(s: State, test: Compare | str) -> bool:
    if isinstance(test, str):
        raise TypeError(f"{test} is no comparison")
    return bool(COMPARED[test.op](value(s, test.name), value(s, test.value)))


def dice(operations: Sequence[Operation]) -> tuple[int, ...]:
    """The sides of each number that chance gives, in the order of the operations."""
    return tuple(_sides(one.value) for one in operations if one.value.startswith(RANDOM))


def _sides(value: str) -> int:
    sides = value.removeprefix(RANDOM)
    return min(max(1, int(sides[:9])), MOST_SIDES) if sides.isdecimal() else 1


def operated(s: State, operations: Sequence[Operation], rolled: Sequence[int]) -> Mapping[str, float]:
    """What the operations make of the variables, one after the other; `rolled` are the numbers of chance."""
    chance, new = iter(rolled), dict[str, float]()
    for one in operations:
        if one.name.startswith("#"):
            continue  # read-only
        other = float(next(chance)) if one.value.startswith(RANDOM) else new.get(one.value, value(s, one.value))
        new[one.name] = _near(_result(new.get(one.name, value(s, one.name)), one.op, other))
    return new


def _near(number: float) -> float:
    """No further from 0 than is counted: what grows without end stays a number."""
    return max(-MOST, min(MOST, number))


def _result(before: float, op: str, other: float) -> float:
    match op:
        case "=":
            return other
        case "+":
            return before + other
        case "-":
            return before - other
        case "*":
            return before * other
        case "/":
            return before / other if other else 0.0
        case "%":
            return fmod(before, other) if other else 0.0
    raise ValueError(f"{op} is no operation; there are = + - * / %")
