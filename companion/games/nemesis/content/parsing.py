"""What came, as it must be: lists of records and words of what people wrote. Anything else is refused with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from companion.engine import a_list, a_record, placed_at, short
from companion.errors import ContentError
from companion.i18n import Text, _, listed

Where: TypeAlias = str | Text
"""The place of a fault: the keys that lead there, as a form knows them, "places.3"; words may follow."""


def names(known: Iterable[str]) -> Text:
    """What there is."""
    return listed(known, ", ") or _("none")


def records(value: Any, where: str) -> list[Mapping[str, Any]]:
    """A list of records. Raises ContentError for anything else."""
    return [a_record(one, f"{where}.{place}") for place, one in enumerate(a_list(value, where))]


def words(value: Any, where: str) -> str:
    """Words, "" where nothing is there. Raises ContentError for anything else."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ContentError(placed_at(where, _("words are needed, not {value}.", value=short(value))))
    return value.strip()
