"""Digests of a state by field, equal on every machine, so that differences have a name."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from hashlib import sha256
from numbers import Number
from typing import Any

from companion.errors import LamplightError
from companion.i18n import Text


class DigestError(LamplightError):
    """A state holds something that is neither data nor a named function."""

    code = "NODIGEST"


def digests(state: Any) -> dict[str, str]:
    """Return digests by field, under "" for a state that is not a record. Raises DigestError."""
    if not dataclasses.is_dataclass(state):
        return {"": _digest(state)}
    return {field.name: _digest(getattr(state, field.name)) for field in dataclasses.fields(state)}


def differing_fields(one: Mapping[str, str], other: Mapping[str, str]) -> tuple[str, ...]:
    """Return the fields that differ or are missing on one side."""
    return tuple(sorted(name for name in {*one, *other} if one.get(name) != other.get(name)))


def _digest(value: Any) -> str:
    total = sha256()
    for part in _parts(value):
        total.update(part)
    return total.hexdigest()


def _parts(value: Any) -> Iterator[bytes]:
    """Encode a value in a canonical order. Each part marks its end."""
    value = str(value) if isinstance(value, Text) else value  # as a version has it that knew no text
    match value:
        case enum.Enum():
            yield _encode("e", f"{type(value).__name__}.{value.name}")
        case None | str() | bytes() | range() | Number():
            yield _encode(type(value).__name__, repr(value))
        case Mapping():
            yield _encode("m", len(value))
            yield from sorted(_encode_whole(key) + _encode_whole(item) for key, item in value.items())
        case tuple() | list():
            yield _encode("s", len(value))
            for item in value:
                yield from _parts(item)
        case AbstractSet():
            yield _encode("u", len(value))
            yield from sorted(map(_encode_whole, value))
        case Callable():
            yield _encode("f", value.__qualname__)
        case _ if dataclasses.is_dataclass(value):
            yield _encode("r", type(value).__name__)
            for field in dataclasses.fields(value):
                yield _encode("", field.name)
                yield from _parts(getattr(value, field.name))
        case _:
            raise DigestError(f"A {type(value).__name__} in a state has no digest: keep data there.")


def _encode_whole(value: Any) -> bytes:
    return b"".join(_parts(value))


def _encode(mark: str, content: object) -> bytes:
    encoded = f"{mark}{content}".encode("utf-8", "surrogatepass")
    return b"%d:%s" % (len(encoded), encoded)
