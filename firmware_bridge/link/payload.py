"""Layout of a payload: fixed fields, big-endian, then optionally the remaining bytes."""

from __future__ import annotations

import struct
from typing import Any, ClassVar, Self

from companion.errors import CodecError


class Payload:
    """The layout of one kind. `codes` as in `struct`, without the order; `tail`: whether bytes of any number follow."""

    def __init__(self, name: str, codes: str, *, tail: bool = False) -> None:
        self.name, self.tail = name, tail
        self._fixed = struct.Struct(f">{codes}")

    def pack(self, *values: Any) -> bytes:
        """Pack values. Raises CodecError if a value does not fit its field."""
        fixed = values[:-1] if self.tail else values
        try:
            return self._fixed.pack(*fixed) + (values[-1] if self.tail else b"")
        except struct.error as error:
            raise CodecError(f"{self.name} cannot hold {values}: {error}") from error

    def unpack(self, payload: bytes) -> tuple[Any, ...]:
        """Unpack a payload. Raises CodecError for another length."""
        size = self._fixed.size
        if len(payload) < size or (len(payload) > size and not self.tail):
            least = "at least " if self.tail else ""
            raise CodecError(f"{self.name} has {least}{size} bytes, not {len(payload)}")
        values = self._fixed.unpack_from(payload)
        return (*values, payload[size:]) if self.tail else values


class LinkMessage:
    """A record of the values of a payload. Both methods raise CodecError where it does not fit."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    code: ClassVar[int]
    payload: ClassVar[Payload]

    def pack(self) -> bytes:
        return self.payload.pack(*(getattr(self, name) for name in self.__match_args__))

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        return cls(*cls.payload.unpack(payload))
