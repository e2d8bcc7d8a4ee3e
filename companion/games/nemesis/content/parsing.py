"""Parse lists of records and words. Raises ContentError naming the place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from companion.engine import fault_at, require_list, require_record, short
from companion.errors import ContentError
from companion.i18n import Text, _, listed

Where: TypeAlias = str | Text
"""Place of a fault: its keys as a form has them, "places.3". Words may follow."""


def names(known: Iterable[str]) -> Text:
    """Join names for a message."""
    return listed(known, ", ") or _("none")


def records(value: Any, where: str) -> list[Mapping[str, Any]]:
    return [require_record(entry, f"{where}.{place}") for place, entry in enumerate(require_list(value, where))]


def words(value: Any, where: str) -> str:
    """Return the stripped words, "" for None."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ContentError(fault_at(where, _("words are needed, not {value}.", value=short(value))))
    return value.strip()
