"""The message table of the link, read from messages.toml: source of the generated codecs and PROTOCOL.md."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.errors import ContentError

TABLE = Path(__file__).with_name("messages.toml")
CODES = {"u8": "B", "u16": "H", "u32": "I", "i32": "i"}
"""Of `struct`; big-endian everywhere."""
SIZES = {"u8": 1, "u16": 2, "u32": 4, "i32": 4}


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field of a message. `type` is u8, u16, u32, i32, bytesN (exactly N) or bytes (the rest, at the end only)."""

    name: str
    type: str
    text: str

    @property
    def is_tail(self) -> bool:
        return self.type == "bytes"

    @property
    def is_bytes(self) -> bool:
        return self.type.startswith("bytes")

    @property
    def size(self) -> int:
        """Bytes; 0 for a tail."""
        return int(self.type.removeprefix("bytes") or 0) if self.is_bytes else SIZES[self.type]

    @property
    def code(self) -> str:
        """For `struct`."""
        return f"{self.size}s" if self.is_bytes else CODES[self.type]


@dataclass(frozen=True)
class PayloadSpec:
    """The fields of one payload, in their order."""

    fields: tuple[FieldSpec, ...]

    @property
    def tail(self) -> FieldSpec | None:
        return self.fields[-1] if self.fields and self.fields[-1].is_tail else None

    @property
    def fixed(self) -> tuple[FieldSpec, ...]:
        return self.fields[:-1] if self.tail else self.fields

    @cached_property
    def size(self) -> int:
        """Bytes without the tail."""
        return sum(field.size for field in self.fixed)


@dataclass(frozen=True, slots=True)
class MessageSpec:
    """A frame, an event or a command. `sender` of a frame is "bridge" or "board". Only commands have a `reply`."""

    name: str
    number: int
    text: str
    shape: PayloadSpec
    sender: str = ""
    reply: PayloadSpec = PayloadSpec(())

    @property
    def words(self) -> str:
        """HELLO_REQ -> HelloReq."""
        return "".join(word.capitalize() for word in self.name.split("_"))


@dataclass(frozen=True, slots=True)
class MessageTable:
    """Everything that both ends agree on."""

    link: Mapping[str, int]
    frames: tuple[MessageSpec, ...]
    events: tuple[MessageSpec, ...]
    commands: tuple[MessageSpec, ...]
    names: Mapping[str, Mapping[str, int]]


def read(path: Path = TABLE) -> MessageTable:
    """Read the message table. Raises ContentError for a field of unknown type, or a tail before the end."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))
    return MessageTable(
        link=rows["link"],
        frames=tuple(
            MessageSpec(row["name"], row["type"], row["text"], _shape(row["name"], row["fields"]), sender=row["from"])
            for row in rows["frame"]
        ),
        events=tuple(
            MessageSpec(row["name"], row["kind"], row["text"], _shape(row["name"], row["fields"]))
            for row in rows["event"]
        ),
        commands=tuple(_command(row) for row in rows["command"]),
        names=rows["names"],
    )


def _command(row: Mapping[str, Any]) -> MessageSpec:
    ask, reply = _shape(row["name"], row["ask"]), _shape(row["name"], row["reply"])
    return MessageSpec(row["name"], row["command"], row["text"], ask, reply=reply)


def _shape(name: str, rows: list[list[str]]) -> PayloadSpec:
    fields = tuple(FieldSpec(*row) for row in rows)
    for at, field in enumerate(fields):
        if not (field.type in SIZES or (field.is_bytes and field.type[5:].isdecimal()) or field.is_tail):
            raise ContentError(f'{name}.{field.name}: there is no type "{field.type}"')
        if field.is_tail and at != len(fields) - 1:
            raise ContentError(f"{name}.{field.name}: what is left of the payload may stand last alone")
    return PayloadSpec(fields)
