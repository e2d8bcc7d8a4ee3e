"""All parts of a record with their places, as "elder_sign.effects.0.cards"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Part:
    """A record or value inside another."""

    place: str
    field: str  # the owning field, as "Effect.cards"; for a list entry the field of the list
    value: Any


def nested_parts(value: Any, place: str = "", field: str = "") -> Iterator[Part]:
    """Yield the record, then every record, list, mapping and value in it."""
    yield Part(place, field, value)
    if is_dataclass(value):
        for attribute in fields(value):
            inner = getattr(value, attribute.name)
            yield from nested_parts(inner, dotted(place, attribute.name), f"{type(value).__name__}.{attribute.name}")
    elif isinstance(value, Mapping):
        for name, entry in value.items():
            yield from nested_parts(entry, dotted(place, name), field)
    elif isinstance(value, tuple):
        for number, entry in enumerate(value):
            yield from nested_parts(entry, dotted(place, str(number)), field)


def dotted(place: str, name: str) -> str:
    """Append one step to a place."""
    return f"{place}.{name}" if place else name
