"""Load content: TOML files of a game. Errors name the file and the place in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine.form_check import fault_at, short
from companion.errors import CodecError, ContentError
from companion.i18n import Text, _, joined
from companion.schema import from_json
from companion.system.safe_load import toml_of

T = TypeVar("T")
MOST_FAULTS = 20  # that are reported together


@cache
def load(path: Path) -> Mapping[str, Any]:
    """Return a TOML file, read once. Raises ContentError with the path."""
    try:
        return MappingProxyType(toml_of(path))
    except FileNotFoundError as error:
        raise ContentError(_("{path}: there is no such content file", path=str(path))) from error
    except (OSError, ValueError) as error:
        raise ContentError(f"{path}: {error}") from error


def record(cls: type[T], data: object, where: str) -> T:
    """Parse one record of a content file. Raises ContentError naming the place ("" = none), also for an unknown key."""
    try:
        told = from_json(cls, data)
    except CodecError as error:
        raise ContentError(f"{where}: {error}" if where else str(error)) from error
    strange = tuple(islice(_strange(told, data, ""), MOST_FAULTS))
    if strange:
        raise ContentError(joined("\n", (fault_at(where, fault) if where else fault for fault in strange)))
    return told


def _strange(told: Any, data: Any, place: str) -> Iterator[Text]:
    """Each key that was misspelt: it would else count as not there."""
    if is_dataclass(told):
        names = [field.name for field in fields(told)]
        for key, value in data.items():
            if key not in names:
                fault = _("there is no {key}; there are {names}.", key=short(key), names=", ".join(names))
                yield fault_at(place, fault) if place else fault
            else:
                yield from _strange(getattr(told, key), value, _inner(place, key))
    elif isinstance(told, Mapping):
        for key, value in told.items():
            yield from _strange(value, data[key], _inner(place, key))
    elif isinstance(told, tuple):
        for number, value in enumerate(told):
            yield from _strange(value, data[number], _inner(place, str(number)))


def _inner(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
