"""What came, as it must be: records, lists and words of what people wrote. Anything else is refused with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from companion.engine import short
from companion.errors import ContentError
from companion.i18n import Text, _, listed
from companion.schema import Words

Where: TypeAlias = str | Text
"""The place of a fault: the keys that lead there, as a form knows them, "places.3"; words may follow."""


def fault_at(where: Where, fault: Words) -> Text:
    """A fault, with its place before it."""
    return _("{where}: {fault}", where=where, fault=fault)


def names(known: Iterable[str]) -> Text:
    """What there is."""
    return listed(known, ", ") or _("none")


def a_record(value: Any, where: Where) -> Mapping[str, Any]:
    """A record, empty where nothing is there. Raises ContentError for anything else."""
    if value is None or value == "":
        return {}
    if not isinstance(value, Mapping):
        raise ContentError(fault_at(where, _("a record is needed, not {value}.", value=short(value))))
    return value


def a_list(value: Any, where: str) -> list[Any]:
    """A list, empty where nothing is there. Raises ContentError for anything else."""
    if value is None or value == "":
        return []
    if not isinstance(value, list | tuple):
        raise ContentError(fault_at(where, _("a list is needed, not {value}.", value=short(value))))
    return list(value)


def records(value: Any, where: str) -> list[Mapping[str, Any]]:
    """A list of records. Raises ContentError for anything else."""
    return [a_record(one, f"{where}.{place}") for place, one in enumerate(a_list(value, where))]


def words(value: Any, where: str) -> str:
    """Words, "" where nothing is there. Raises ContentError for anything else."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ContentError(fault_at(where, _("words are needed, not {value}.", value=short(value))))
    return value.strip()


def out_of_range(least: int, most: int, value: str) -> Text:
    """What is said of a number that is too small or too large."""
    return _("a number from {least} to {most} is needed, not {value}.", least=least, most=most, value=value)


def a_number(value: Any, where: str, most: int, least: int = 0) -> int:
    """A whole number, the least one where nothing is there. Raises ContentError for anything else."""
    if value is None:
        return least
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ContentError(fault_at(where, out_of_range(least, most, short(value))))
    return value
