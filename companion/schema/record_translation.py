"""A record as it is sent, in a device's language: its text is rendered, strings that no source marks are recognised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from companion.i18n import Say
from companion.schema.codec import to_json
from companion.schema.prompt import WORDS, Option

Teller: TypeAlias = Callable[[Any, Any, Say], Any]
"""A value as it was, as JSON has it, and who says words: the JSON with its words said."""


def translate_record(record: object, say: Say) -> Any:
    """Plain JSON values of a frozen dataclass, as `to_json` makes them, its words in another language."""
    return _say_record(record, to_json(record, say), say)


@cache
def tellers(cls: type) -> tuple[tuple[str, Teller], ...]:
    """The fields of a record class in which words may stand, and how they are said."""
    hints = get_type_hints(cls, include_extras=True)
    found = ((field.name, _teller(hints[field.name])) for field in fields(cls))
    return tuple((name, teller) for name, teller in found if teller is not None)


def _teller(hint: Any) -> Teller | None:
    """How a value of this type is said; None where no words stand in it."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _say_words if WORDS in args[1:] else _teller(args[0])
    if is_dataclass(hint):
        return _say_record
    if origin is tuple:
        inner = [_teller(arg) for arg in args if arg is not Ellipsis]
        return _each(inner[0]) if Ellipsis in args else _in_place(inner)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _under_keys(_teller(args[1]))
    if origin in (Union, UnionType):
        return _either([teller for arg in args if (teller := _teller(arg)) is not None])
    return None


def _say_words(value: Any, made: Any, say: Say) -> Any:
    """Text was rendered on the way; a string that no source marks yet is still recognised."""
    return say(made) if isinstance(value, str) and value else made


def _say_record(record: Any, made: Any, say: Say) -> Any:
    if not is_dataclass(record):  # None, where there may be one
        return made
    for name, teller in tellers(record.__class__):
        if name not in made:  # a field that says nothing may be left out
            continue
        made[name] = teller(getattr(record, name), made[name], say)
    if isinstance(record, Option) and not record.text:
        made["text"] = _called(record.id, say)
    return made


def _called(id: str, say: Say) -> str:
    """Words for an option without any, where its id is written as people write names, "Steady breath": the page would show the English one."""
    is_name = " " in id or (id[:1].isupper() and id[1:].islower())
    return say(id) if is_name and say(id) != id else ""


def _each(inner: Teller | None) -> Teller | None:
    if inner is None:
        return None
    return lambda value, made, say: [inner(one, its, say) for one, its in zip(value, made, strict=True)]


def _in_place(inner: list[Teller | None]) -> Teller | None:
    """Of a tuple of so many, each in its own way."""
    if not any(inner):
        return None
    return lambda value, made, say: [
        teller(one, its, say) if teller else its for teller, one, its in zip(inner, value, made, strict=True)
    ]


def _under_keys(inner: Teller | None) -> Teller | None:
    if inner is None:
        return None
    return lambda value, made, say: {key: inner(value[key], its, say) for key, its in made.items()}


def _either(inner: list[Teller]) -> Teller | None:
    """Of several records, or of one and nothing, any; words where there are some among others."""
    return next((teller for teller in inner if teller is not _say_record), inner[0]) if inner else None
