"""Does a record fit its form? Says each place and what is possible there; what the form does not name is left alone.

Also helpers that read a record, a list or a number from user input without a form.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from companion.errors import ContentError
from companion.i18n import Text, _, joined, listed, ngettext
from companion.schema import Field, Words

Faults: TypeAlias = Iterator[Text]
Place: TypeAlias = str | Text
"""Of a fault: the keys that lead there, "places.3"; words may stand before or behind them."""
Check: TypeAlias = Callable[[Field, Any, str], Faults]
MOST_FAULTS = 40  # that are reported together


def check_form(fields: Iterable[Field], data: Mapping[str, Any], seats: Iterable[str] = ()) -> None:
    """Raise ContentError with the faults, a line each, unless each value that is there is of its field's kind and range."""
    lines = tuple(islice(faults(fields, data, seats), MOST_FAULTS))
    if lines:
        raise ContentError(joined("\n", lines))


def fault_lines(error: ContentError) -> tuple[Words, ...]:
    """Return the faults that an error names, one each."""
    sentence = error.sentence
    if not isinstance(sentence, Text):
        return tuple(str(error).splitlines())
    several = sentence.items if sentence.msgid == "\n" else (sentence,)
    return tuple(fault for fault in several if isinstance(fault, str | Text))


def fault_at(place: Place, fault: Words) -> Text:
    """Return a fault with its place first."""
    return _("{place}: {fault}", place=place, fault=fault)


def faults(fields: Iterable[Field], data: Mapping[str, Any], seats: Iterable[str] = (), place: str = "") -> Faults:
    """Each fault, its place first ("locations.2.shroud: a number from 0 to 9 is needed, not 12.")."""
    at_table = frozenset(seats)
    for field in fields:
        here = f"{place}{field.name}"
        if field.name in data and field.each_seat:
            yield from _by_seat(field, data[field.name], here, at_table)
        elif field.name in data:
            yield from CHECKS[field.kind](field, data[field.name], here)


def check_names(fields: Iterable[Field], data: Mapping[str, Any]) -> None:
    """Raise ContentError for a key that the form does not have."""
    names = [field.name for field in fields]
    strange = [key for key in data if key not in names]
    if strange:
        there = listed(names, ", ") or _("none")
        raise ContentError(_("There is no choice {choice}; there are {there}.", choice=short(strange[0]), there=there))


def unprintable(text: str, *, lines: bool = False) -> Words:
    """Return the unprintable part of a text as a sentence; "" = all is printable. `lines`: newlines are allowed."""
    for letter in text:
        is_space = unicodedata.category(letter) == "Zs" or (lines and letter in "\n\r\t")
        if not (is_space or letter.isprintable()):
            code = ascii(letter)
            if lines:
                return _("{letter} is no letter that can be read.", letter=code)
            return _("{letter} is no letter that can be read in one line.", letter=code)
    return ""


def short(value: Any) -> str:
    """Return the value shortened to a readable length."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def require_record(value: Any, place: Place) -> Mapping[str, Any]:
    """Return a record, empty where nothing is there. Raises ContentError for anything else."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ContentError(_no_record(place, value))
    return value


def require_list(value: Any, place: Place) -> list[Any]:
    """Return a list, empty where nothing is there. Raises ContentError for anything else."""
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise ContentError(_no_list(place, value))
    return list(value)


def require_number(value: Any, place: Place, most: int, least: int = 0) -> int:
    """Return a whole number, the least one where nothing is there. Raises ContentError for anything else."""
    if value is None:
        return least
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ContentError(out_of_range(place, least, most, value))
    return value


def out_of_range(place: Place, least: int, most: int, value: Any) -> Text:
    """Return the fault of a number that is out of range, or of a value that is not a number."""
    args = {"place": place, "least": least, "most": most, "value": short(value)}
    return _("{place}: a number from {least} to {most} is needed, not {value}.", **args)


def letters_out_of_range(place: Place, least: int, most: int, given: int) -> Text:
    """Return the fault of words that are too short or too long."""
    if least:
        return _(
            "{place}: {least} to {most} letters are needed, {n} came.", place=place, least=least, most=most, n=given
        )
    return ngettext(
        "{place}: {n} letter at most, {came} came.",
        "{place}: {n} letters at most, {came} came.",
        most,
        place=place,
        came=given,
    )


def entries_out_of_range(place: Place, least: int, most: int, given: int) -> Text:
    """Return the fault of a list with too few or too many."""
    if least:
        return _(
            "{place}: {least} to {most} entries are needed, {n} came.", place=place, least=least, most=most, n=given
        )
    return ngettext(
        "{place}: {n} entry at most, {came} came.",
        "{place}: {n} entries at most, {came} came.",
        most,
        place=place,
        came=given,
    )


def _by_seat(field: Field, value: Any, place: str, seats: frozenset[str]) -> Faults:
    if not isinstance(value, Mapping):
        yield _("{place}: a value for each seat is needed, not {value}.", place=place, value=short(value))
        return
    for seat, entry in value.items():
        yield from _one_of(seat, seats, place, of_seats=True)
        yield from CHECKS[field.kind](field, entry, f"{place}.{seat}")


def _text(field: Field, value: Any, place: str) -> Faults:
    if not isinstance(value, str):
        yield _("{place}: words are needed, not {value}.", place=place, value=short(value))
        return
    letters = len(value) if len(value) > field.most else len(value.strip())
    if not field.least <= letters <= field.most:
        yield letters_out_of_range(place, field.least, field.most, letters)
    elif strange := unprintable(value, lines=field.kind == "long"):
        yield fault_at(place, strange)


def _number(field: Field, value: Any, place: str) -> Faults:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not is_number or not field.least <= value <= field.most:
        yield out_of_range(place, field.least, field.most, value)


def _flag(_field: Field, value: Any, place: str) -> Faults:
    if not isinstance(value, bool):
        yield _("{place}: yes or no is needed (true or false), not {value}.", place=place, value=short(value))


def _choice(field: Field, value: Any, place: str) -> Faults:
    yield from _one_of(value, [pick.id for pick in field.options], place)


def _choices(field: Field, value: Any, place: str) -> Faults:
    if not isinstance(value, list | tuple):
        yield _no_list(place, value)
        return
    for number, choice in enumerate(value):
        yield from _one_of(choice, [pick.id for pick in field.options], f"{place}.{number}")
        if choice in value[:number]:
            yield _("{place}: {choice} was chosen before.", place=f"{place}.{number}", choice=short(choice))


def _sheet(field: Field, value: Any, place: str) -> Faults:
    if not isinstance(value, str | Mapping):
        args = {"place": place, "kind": field.sheet, "value": short(value)}
        yield _("{place}: the name of a sheet ({kind}), or one in full, is needed, not {value}.", **args)


def _group(field: Field, value: Any, place: str) -> Faults:
    if not isinstance(value, Mapping):
        yield _no_record(place, value)
        return
    yield from faults(field.fields, value, place=f"{place}.")


def _list(field: Field, value: Any, place: str) -> Faults:
    if not isinstance(value, list | tuple):
        yield _no_list(place, value)
        return
    if not field.least <= len(value) <= field.most:
        yield entries_out_of_range(place, field.least, field.most, len(value))
    for number, entry in enumerate(value[: field.most + 1]):  # what is too many is not looked through
        yield from _group(field, entry, f"{place}.{number}")


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


def _one_of(value: Any, possible: Iterable[str], place: str, *, of_seats: bool = False) -> Faults:
    names = sorted(possible)
    if isinstance(value, str) and value in names:
        return
    there = joined(", ", names) or _("none")
    if of_seats:
        yield _("{place}: there is no seat {value}; there are {there}.", place=place, value=short(value), there=there)
    else:
        yield _("{place}: there is no choice {value}; there are {there}.", place=place, value=short(value), there=there)


def _no_record(place: Place, value: Any) -> Text:
    return _("{place}: a record is needed, not {value}.", place=place, value=short(value))


def _no_list(place: Place, value: Any) -> Text:
    return _("{place}: a list is needed, not {value}.", place=place, value=short(value))
