"""The form before a game begins: a closed set of field kinds, which the page draws without knowing the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.schema.prompt import Words

FieldKind: TypeAlias = Literal["text", "long", "number", "flag", "choice", "choices", "sheet", "group", "list"]


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that can be chosen."""

    id: str
    text: Words
    note: Words = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record, and its input."""

    name: str  # the key
    label: Words
    kind: FieldKind = "text"  # "long" has several lines, "choices" takes any number of `options`
    help: Words = ""
    options: tuple[Pick, ...] = ()  # of a choice
    least: int = 0  # of a number, or of characters or entries; a sheet with 0 may stay empty
    most: int = 60
    default: Any = None  # JSON; None: "", 0, False, the first option, [] or {}
    fields: tuple[Field, ...] = ()  # of a group, or of each entry of a list
    sheet: str = ""  # kind of the sheet, "investigator"; the value is its name, or a sheet that was typed in
    each_seat: bool = False  # asked for every seat: the value is a mapping of seat to value
    advanced: bool = False  # folded away at first


@dataclass(frozen=True, slots=True)
class Form:
    """A record to be filled in."""

    title: Words
    fields: tuple[Field, ...]
    blurb: Words = ""  # one or two sentences above it
