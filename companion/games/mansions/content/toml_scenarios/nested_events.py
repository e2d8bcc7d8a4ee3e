"""Events that are written inside another one get a name and stand for themselves.

`[event.desk.passed]` and `next = { text = ".." }` are events called `desk.passed` and `desk.next`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

FOLLOWING = ("next", "passed", "failed", "inspect")
LISTS = ("set", "add", "remove", "effects", *FOLLOWING)  # where there is only one, the brackets may be left out


@dataclass(frozen=True, slots=True)
class Entry:
    """One table with nothing written inside it any more."""

    kind: str
    name: str
    table: Mapping[str, Any]


def unrolled(kind: str, name: str, table: Mapping[str, Any]) -> Iterator[Entry]:
    """The table itself, then every event that is written inside it."""
    plain, inner = _opened(name, {("next" if key == "solved" else key): value for key, value in table.items()})
    if isinstance(plain.get("choice"), list):
        opened = [_opened(f"{name}.{number}", choice) for number, choice in enumerate(plain["choice"], 1)]
        plain["choice"] = [choice for choice, _ in opened]
        inner += [one for _, more in opened for one in more]
    yield Entry(kind, name, plain)
    for called, event in inner:
        yield from unrolled("event", called, event)


def _opened(name: str, table: Any) -> tuple[Any, list[tuple[str, Any]]]:
    """The table with names instead of events, and these events."""
    if not isinstance(table, Mapping):
        return table, []
    plain, inner = dict(table), []
    for key in LISTS:
        if key in plain and not isinstance(plain[key], list):
            plain[key] = [plain[key]]
    for key in FOLLOWING:
        told = plain.get(key, [])
        names = [_name(f"{name}.{key}", number, len(told)) for number in range(len(told))]
        inner += [(called, one) for called, one in zip(names, told, strict=True) if isinstance(one, Mapping)]
        if told:
            plain[key] = [called if isinstance(one, Mapping) else one for called, one in zip(names, told, strict=True)]
    return plain, inner


def _name(place: str, number: int, of: int) -> str:
    return place if of == 1 else f"{place}{number + 1}"
