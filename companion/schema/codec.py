"""Records to JSON and back, strictly: what does not have the shape raises `CodecError` with the place and the reason."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import isfinite
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from companion.errors import CodecError
from companion.i18n import Say

T = TypeVar("T")
U = TypeVar("U")
MOST_BYTES = 16 * 1024  # a payload on the bus; a bigger one is an error of the sender
VERSION = 1


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


class EncodedObject(Mapping[str, Any]):
    """A JSON object as the text it was stored as. A record is made of that; who looks into it takes it apart first, once.

    >>> EncodedObject('{"a": 1}')["a"], EncodedObject('{"a": 1}') == {"a": 1}
    (1, True)
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)

    @cached_property
    def _values(self) -> dict[str, Any]:
        values: dict[str, Any] = json.loads(self.text)
        return values


def adapter(cls: Any) -> TypeAdapter[Any]:
    """Return the validator of one record class, made once (making one costs milliseconds)."""
    if cls not in _ADAPTERS:
        _ADAPTERS[cls] = TypeAdapter(cls)
    return _ADAPTERS[cls]


def to_json(record: object, say: Say | None = None) -> Any:
    """Convert a frozen dataclass to plain JSON values (tuples become lists).

    `say` renders its text. Without it text stays text, to be parsed again.
    """
    return adapter(type(record)).dump_python(record, mode="json", fallback=_plain, warnings=False, context=say)


def _plain(value: Any) -> Any:
    """Convert a read-only mapping to a plain one; any other type is a programming error."""
    if isinstance(value, MappingProxyType):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} cannot travel")


def from_json(cls: type[T], data: Any) -> T:
    """Return a record of `cls`; raises CodecError naming the first field that is wrong."""
    if isinstance(data, EncodedObject):
        return _record(cls, data.text)
    try:
        text = json.dumps(data)
    except (TypeError, ValueError, RecursionError) as error:
        raise CodecError(f"{cls.__name__}: {error}") from error
    return _record(cls, text)


def dump(record: object) -> bytes:
    """Return a frozen dataclass as JSON; without a limit, for what does not travel."""
    return adapter(type(record)).dump_json(record, fallback=_plain, warnings=False)


def load(cls: type[T], text: bytes) -> T:
    """Return the record of `dump`; raises CodecError naming the first field that is wrong."""
    return _record(cls, text)


def _record(cls: type[T], text: str | bytes) -> T:
    """Parse JSON as text, strictly: a list is a tuple there."""
    try:
        record: T = adapter(cls).validate_json(text, strict=True)
    except (ValidationError, ValueError, RecursionError) as error:
        raise CodecError(f"{cls.__name__}: {first_reason(error)}") from error
    return record


def encode(record: object) -> bytes:
    """UTF-8 JSON with the major version `v`; raises CodecError above 16 KiB."""
    return encode_json(type(record).__name__, to_json(record))


def encode_json(name: str, made: dict[str, Any]) -> bytes:
    """Encode a record that was converted to JSON values before, with its text rendered; `name`: of its class."""
    payload = json.dumps({"v": VERSION, **made}, ensure_ascii=False, separators=(",", ":")).encode()
    if len(payload) > MOST_BYTES:
        raise CodecError(f"{name}: {len(payload)} bytes, at most {MOST_BYTES} travel")
    return payload


def decode(cls: type[T], payload: bytes) -> T:
    """Decode a payload. Ignore unknown fields; raise CodecError for another major version or shape."""
    _check(cls.__name__, payload)
    return _record(cls, payload)


def decode_both(cls: type[T], beside: type[U], payload: bytes) -> tuple[T, U]:
    """Decode a record, and one whose fields are side by side with it. Raises CodecError."""
    _check(cls.__name__, payload)
    return _record(cls, payload), _record(beside, payload)


def _check(name: str, payload: bytes) -> None:
    """Raise CodecError where it is not an object of our version, or contains values that JSON does not have."""
    if len(payload) > MOST_BYTES:
        raise CodecError(f"{name}: {len(payload)} bytes, at most {MOST_BYTES} are read")
    try:
        data = json.loads(payload, parse_constant=no_number, parse_float=finite)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise CodecError(f"{name}: not JSON ({error})") from error
    if not isinstance(data, dict):
        raise CodecError(f"{name}: an object is needed, a {type(data).__name__} came")
    version = data.get("v")
    if version != VERSION or isinstance(version, bool):
        raise CodecError(f"{name}: version {version!r} came, {VERSION} is understood")


def no_number(name: str) -> float:
    """Reject NaN and infinities, which Python reads although JSON does not have them."""
    raise ValueError(f"{name} is no number")


def finite(text: str) -> float:
    """1e999 is JSON, and Python makes an infinity of it that no JSON can say again."""
    number = float(text)
    return number if isfinite(number) else no_number(text)


def first_reason(error: Exception) -> str:
    """One line of a validation error: the place and what is wrong there."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "the record"
    return f"{place}: {first['msg'].removeprefix('Value error, ')}"
