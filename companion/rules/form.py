"""Does a record fit its form? Says the place and what is possible; what the form does not name is left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from companion.errors import ContentError
from companion.wire.form import Field

Check: TypeAlias = Callable[[Field, Any, str], None]


def check_form(fields: Iterable[Field], data: Mapping[str, Any], seats: Iterable[str] = (), place: str = "") -> None:
    """Raise ContentError ("locations.2.shroud: ...") unless each value that is there is of its field's kind and range."""
    at_table = frozenset(seats)
    for field in fields:
        if field.name not in data:
            continue
        value, here = data[field.name], f"{place}{field.name}"
        if not field.each_seat:
            _check(field, value, here)
            continue
        for seat, one in _mapping(field, value, here).items():
            _one_of(seat, at_table, "seat", here)
            _check(field, one, f"{here}.{seat}")


def _check(field: Field, value: Any, place: str) -> None:
    CHECKS[field.kind](field, value, place)


def _text(field: Field, value: Any, place: str) -> None:
    if not isinstance(value, str):
        raise _fault(place, "words are needed", value)
    if not field.least <= len(value.strip()) <= field.most:
        raise ContentError(f"{place}: {_range(field)} letters are needed, {len(value.strip())} came.")


def _number(field: Field, value: Any, place: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _fault(place, f"a number from {field.least} to {field.most} is needed", value)
    if not field.least <= value <= field.most:
        raise ContentError(f"{place}: a number from {field.least} to {field.most} is needed, not {value}.")


def _flag(_field: Field, value: Any, place: str) -> None:
    if not isinstance(value, bool):
        raise _fault(place, "yes or no is needed (true or false)", value)


def _choice(field: Field, value: Any, place: str) -> None:
    _one_of(value, [pick.id for pick in field.options], "choice", place)


def _choices(field: Field, value: Any, place: str) -> None:
    for number, one in enumerate(_entries(value, place)):
        _one_of(one, [pick.id for pick in field.options], "choice", f"{place}.{number}")


def _sheet(field: Field, value: Any, place: str) -> None:
    if not isinstance(value, str | Mapping):
        raise _fault(place, f"the name of a sheet ({field.sheet}), or one in full, is needed", value)


def _group(field: Field, value: Any, place: str) -> None:
    check_form(field.fields, _mapping(field, value, place), place=f"{place}.")


def _list(field: Field, value: Any, place: str) -> None:
    entries = _entries(value, place)
    if not field.least <= len(entries) <= field.most:
        raise ContentError(f"{place}: {_range(field)} entries are needed, {len(entries)} came.")
    for number, one in enumerate(entries):
        check_form(field.fields, _mapping(field, one, f"{place}.{number}"), place=f"{place}.{number}.")


CHECKS: Mapping[str, Check] = {
    "text": _text,
    "long": _text,
    "number": _number,
    "flag": _flag,
    "choice": _choice,
    "choices": _choices,
    "sheet": _sheet,
    "group": _group,
    "list": _list,
}


def _mapping(_field: Field, value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _fault(place, "a record is needed", value)
    return value


def _entries(value: Any, place: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise _fault(place, "a list is needed", value)
    return value


def _one_of(value: Any, possible: Iterable[str], what: str, place: str) -> None:
    names = sorted(possible)
    if not isinstance(value, str) or value not in names:
        told = ", ".join(filter(None, names)) or "none"
        raise ContentError(f"{place}: there is no {what} {_short(value)}; there are {told}.")


def _range(field: Field) -> str:
    return f"{field.least} to {field.most}" if field.least else f"at most {field.most}"


def _fault(place: str, wanted: str, value: Any) -> ContentError:
    return ContentError(f"{place}: {wanted}, not {_short(value)}.")


def _short(value: Any) -> str:
    """What came, however long it is."""
    told = repr(value)
    return told if len(told) <= 40 else f"{told[:39]}…"
