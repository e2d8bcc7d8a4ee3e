"""A record and all that is in it, each with its place: "elder_sign.effects.0.cards"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Part:
    """One record or value inside another."""

    place: str
    field: str  # whose it is: "Effect.cards"; of an entry, the field that holds the list
    value: Any


def inside(told: Any, place: str = "", field: str = "") -> Iterator[Part]:
    """The record itself, then every record, list, mapping and value in it."""
    yield Part(place, field, told)
    if is_dataclass(told):
        for one in fields(told):
            value = getattr(told, one.name)
            yield from inside(value, joined(place, one.name), f"{type(told).__name__}.{one.name}")
    elif isinstance(told, Mapping):
        for name, entry in told.items():
            yield from inside(entry, joined(place, name), field)
    elif isinstance(told, tuple):
        for number, entry in enumerate(told):
            yield from inside(entry, joined(place, str(number)), field)


def joined(place: str, name: str) -> str:
    """One step further in."""
    return f"{place}.{name}" if place else name
