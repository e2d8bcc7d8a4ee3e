"""What came, as it must be: records, lists and words of what people wrote. Anything else is refused with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import short
from companion.errors import ContentError


def a_record(value: Any, where: str) -> Mapping[str, Any]:
    """A record, empty where nothing is there. Raises ContentError for anything else."""
    if value is None or value == "":
        return {}
    if not isinstance(value, Mapping):
        raise ContentError(f"{where}: a record is needed, not {short(value)}.")
    return value


def a_list(value: Any, where: str) -> list[Any]:
    """A list, empty where nothing is there. Raises ContentError for anything else."""
    if value is None or value == "":
        return []
    if not isinstance(value, list | tuple):
        raise ContentError(f"{where}: a list is needed, not {short(value)}.")
    return list(value)


def records(value: Any, where: str) -> list[Mapping[str, Any]]:
    """A list of records. Raises ContentError for anything else."""
    return [a_record(one, f"{where}.{place}") for place, one in enumerate(a_list(value, where))]


def words(value: Any, where: str) -> str:
    """Words, "" where nothing is there. Raises ContentError for anything else."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ContentError(f"{where}: words are needed, not {short(value)}.")
    return value.strip()


def a_number(value: Any, where: str, most: int, least: int = 0) -> int:
    """A whole number, the least one where nothing is there. Raises ContentError for anything else."""
    if value is None:
        return least
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ContentError(f"{where}: a number from {least} to {most} is needed, not {short(value)}.")
    return value
