"""Hidden values can be passed on, but not read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import floor, trunc
from operator import contains, eq, setitem
from pathlib import Path
from typing import Any

import pytest

from companion.engine import NOT_READ, PartlyHidden, UndisclosedError, hidden

NUMBER = hidden("The number decides.")


@dataclass(frozen=True, slots=True)
class Held:
    cards: tuple[str, ...]
    number: int


def first_of(it: Any) -> Any:
    match it:
        case [first, *_]:
            return first
        case _:
            return None


def as_text(it: Any) -> str:
    match it:
        case str():
            return it
        case _:
            return ""


READS: dict[str, Callable[[Any], object]] = {
    "==": lambda it: it == 11,
    "== from the left": lambda it: eq(11, it),
    "<=": lambda it: it <= 11,
    "in": lambda it: contains((it, it), "AS"),
    "bool": bool,
    "str": str,
    "int": int,
    "format": lambda it: f"{it}",
    "iterate": lambda it: [*it],
    "hash": lambda it: {it: 1},
    "isinstance": lambda it: isinstance(it, int),
    "attribute": lambda it: it.title,
    "sum": lambda it: 1 + it,
    "power": lambda it: it**2,
    "power of": lambda it: 2**it,
    "divided": lambda it: divmod(it, 2),
    "divider": lambda it: divmod(60, it),
    "shifted": lambda it: 1 << it,
    "inverted": lambda it: ~it,
    "floor": floor,
    "trunc": trunc,
    "item put": lambda it: setitem(it, 0, 1),
    "format_map": "{title}".format_map,
    "sequence pattern": lambda it: first_of(it),
    "class pattern": lambda it: as_text(it),
    "equal records": lambda it: Held((), it) == Held((), 11),
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_hidden_value_raises_its_reason(read: Callable[[Any], object]) -> None:
    with pytest.raises(UndisclosedError, match=r"^The number decides\.$"):
        read(NUMBER)


def test_hidden_value_is_passed_on() -> None:
    held = replace(Held((NUMBER,) * 3, 0), number=NUMBER)
    assert held.number is NUMBER and len(held.cards) == 3 and "hidden" in repr(held)


def test_of_a_mapping_only_what_is_known_is_read() -> None:
    pages = PartlyHidden({"hall": "The hall."}, "A page decides.")
    assert pages["hall"] == pages.get("hall") == "The hall." and "hall" in pages
    for read in (lambda: pages.get("cellar"), lambda: "cellar" in pages, lambda: [*pages], lambda: len(pages)):
        with pytest.raises(UndisclosedError, match="A page decides"):
            read()


@pytest.mark.slow
def test_one_sentence_stands_in_one_place() -> None:
    companion = Path(__file__).parents[2] / "companion"
    said = [
        path.relative_to(companion).as_posix()
        for path in companion.rglob("*.py")
        if f'"{NOT_READ!s}"' in path.read_text()
    ]
    assert said == ["engine/undisclosed.py"]
