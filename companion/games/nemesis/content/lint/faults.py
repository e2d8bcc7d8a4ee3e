"""Check a whole ship. Each fault is a sentence that begins with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from companion.engine import fault_at, out_of_range, unprintable
from companion.errors import ContentError
from companion.games.nemesis.content.lint.components import check_box, check_crew, check_decks, check_effects
from companion.games.nemesis.content.lint.ship_map import check_plan, check_tiles
from companion.games.nemesis.content.ship import Ship
from companion.i18n import Text, _, joined, ngettext

MOST_LETTERS = 1200  # of a text; of a name there are fewer
MOST_NAME = 60
MOST_ENTRIES = 120  # of a list or a table
MOST_NUMBER = 99
LONG_TEXTS = frozenset({"text"})
MAP_UNITS = frozenset({"x", "y"})  # map units
LEAST_NUMBERS = {"n": 1, "count": 1, "turns": 1, "self_destruct": 1}


def check_sizes(value: Any, place: str = "", name: str = "") -> Iterator[Text]:
    """Check lengths and numbers of all values."""
    if is_dataclass(value):
        for field in fields(value):
            yield from check_sizes(getattr(value, field.name), inner(place, field.name), field.name)
    elif isinstance(value, Mapping):
        yield from _check_entries(place, [*value], [*value.values()], name)
        for key in value:
            yield from _check_letters(inner(place, key), key, MOST_NAME)
    elif isinstance(value, tuple):
        yield from _check_entries(place, [str(number) for number in range(len(value))], [*value], name)
    elif isinstance(value, str):
        yield from _check_letters(place, value, MOST_LETTERS if name in LONG_TEXTS else MOST_NAME)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _check_number(place, value, name)


def inner(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _check_entries(place: str, names: list[str], values: list[Any], name: str) -> Iterator[Text]:
    if len(values) > MOST_ENTRIES:
        fault = ngettext(
            "{n} entry stands there, {most} at most.",
            "{n} entries stand there, {most} at most.",
            len(values),
            most=MOST_ENTRIES,
        )
        yield fault_at(place, fault)
    for key, value in islice(zip(names, values, strict=True), MOST_ENTRIES):
        yield from check_sizes(value, inner(place, key), name)


def _check_letters(place: str, words: str, most: int) -> Iterator[Text]:
    if len(words) > most:
        fault = ngettext(
            "{n} letter stands there, {most} at most.",
            "{n} letters stand there, {most} at most.",
            len(words),
            most=most,
        )
        yield fault_at(place[:MOST_NAME], fault)
    elif strange := unprintable(words, lines=most == MOST_LETTERS):
        yield fault_at(place, strange)


def _check_number(place: str, number: float, name: str) -> Iterator[Text]:
    least = LEAST_NUMBERS.get(name, 0)
    if name in MAP_UNITS:
        if not abs(number) <= 10_000:  # also NaN
            yield fault_at(place, _("a number from -10000 to 10000 is needed, not {value}.", value=f"{number}"))
    elif not least <= number <= MOST_NUMBER:
        yield out_of_range(place, least, MOST_NUMBER, number)


MOST_FAULTS = 40  # in one message


def find_faults(ship: Ship) -> Iterator[Text]:
    """Return the faults of a ship. Of one that is too large only the sizes are checked."""
    large = tuple(check_sizes(ship))
    if large:
        yield from large
        return
    for part in (check_plan, check_tiles, check_crew, check_decks, check_box, check_effects):
        yield from part(ship)


def check(ship: Ship, where: str = "") -> Ship:
    """Return the ship. Raises ContentError with its faults, one per line."""
    messages = tuple(islice(find_faults(ship), MOST_FAULTS))
    if messages:
        raise ContentError(joined("\n", (fault_at(where, fault) if where else fault for fault in messages)))
    return ship
