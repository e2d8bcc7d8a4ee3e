"""Load TOML files of a game's content, and parse records in them. Errors name the file and the place in it."""

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
    """Parse one record of a content file. `where`: its place in messages, "" for none.

    Raises ContentError, also for an unknown key: a misspelt one would otherwise count as absent.
    """
    try:
        parsed = from_json(cls, data)
    except CodecError as error:
        raise ContentError(f"{where}: {error}" if where else str(error)) from error
    faults = tuple(islice(_unknown_keys(parsed, data, ""), MOST_FAULTS))
    if faults:
        raise ContentError(joined("\n", (fault_at(where, fault) if where else fault for fault in faults)))
    return parsed


def _unknown_keys(parsed: Any, data: Any, place: str) -> Iterator[Text]:
    """Yield a fault for each key of `data` that became no field of `parsed`, at any depth."""
    if is_dataclass(parsed):
        names = [field.name for field in fields(parsed)]
        for key, value in data.items():
            if key not in names:
                fault = _("there is no {key}; there are {names}.", key=short(key), names=", ".join(names))
                yield fault_at(place, fault) if place else fault
            else:
                yield from _unknown_keys(getattr(parsed, key), value, _join(place, key))
    elif isinstance(parsed, Mapping):
        for key, value in parsed.items():
            yield from _unknown_keys(value, data[key], _join(place, key))
    elif isinstance(parsed, tuple):
        for index, value in enumerate(parsed):
            yield from _unknown_keys(value, data[index], _join(place, str(index)))


def _join(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
