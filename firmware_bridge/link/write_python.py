"""The table as Python: messages.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware_bridge.link.message_table import MessageSpec, MessageTable, PayloadSpec

HEAD = '''\
"""The messages of the link between a board and the bridge. Written by `python -m firmware_bridge.link.generate` from messages.toml.

Each record packs itself into a payload and is unpacked from one; both raise CodecError where it does not fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from firmware_bridge.link.payload import Payload
'''


def write(table: MessageTable) -> str:
    """Return the text of messages.py."""
    parts = [HEAD, *_constants(table), *_enums(table)]
    parts += [_record(row.words, row, row.shape, f"FrameType.{row.name}") for row in table.frames]
    parts += [_record(f"{row.words}Event", row, row.shape, f"EventKind.{row.name}") for row in table.events]
    for row in table.commands:
        parts.append(_record(row.words, row, row.shape, f"CommandCode.{row.name}"))
        parts.append(_record(f"{row.words}Reply", row, row.reply, f"CommandCode.{row.name}", "The answer."))
    parts += _unions(table)
    return "\n".join(parts) + "\n"


def _constants(table: MessageTable) -> Iterator[str]:
    yield "\n".join(f"{name.upper()} = {value}" for name, value in table.link.items()) + "\n"


def _enums(table: MessageTable) -> Iterator[str]:
    yield _enum("FrameType", {row.name: row.number for row in table.frames})
    yield _enum("EventKind", {row.name: row.number for row in table.events})
    yield _enum("CommandCode", {row.name: row.number for row in table.commands})
    for name, values in table.names.items():
        yield _enum(name.capitalize(), {word.upper(): value for word, value in values.items()})


def _enum(name: str, values: Mapping[str, int]) -> str:
    return "\n".join(["", f"class {name}(IntEnum):", *(f"    {word} = {value}" for word, value in values.items()), ""])


def _record(name: str, row: MessageSpec, shape: PayloadSpec, code: str, text: str = "") -> str:
    layout = "".join(field.code for field in shape.fixed)
    tail = ", tail=True" if shape.tail else ""
    fields = [
        f"    {field.name}: {'bytes' if field.is_bytes else 'int'}{_comment(field.text)}" for field in shape.fields
    ]
    values = ", ".join(f"self.{field.name}" for field in shape.fields)
    lines = [
        "",
        "@dataclass(frozen=True, slots=True)",
        f"class {name}:",
        *_docstring(text or row.text),
        "",
        *fields,
        f"    code: ClassVar[{code.split('.', maxsplit=1)[0]}] = {code}",
        f'    payload: ClassVar[Payload] = Payload("{row.name}", "{layout}"{tail})',
        "",
        "    def pack(self) -> bytes:",
        *_call("        return self.payload.pack(", values),
        "",
        "    @classmethod",
        f"    def unpack(cls, payload: bytes) -> {name}:",
        "        return cls(*cls.payload.unpack(payload))",
        "",
    ]
    return "\n".join(lines)


def _comment(text: str) -> str:
    return f"  # {text}" if text else ""


def _docstring(text: str) -> list[str]:
    first, _, rest = text.partition(". ")
    if not rest:
        return [f'    """{text}"""']
    return [f'    """{first}.', "", *_wrapped(rest), '    """']


def _wrapped(text: str, width: int = 116) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}" if lines[-1] else f"    {word}"
    return lines


def _call(head: str, values: str, width: int = 120) -> list[str]:
    """As the formatter breaks a call that is too long."""
    if len(head) + len(values) + 1 <= width:
        return [f"{head}{values})"]
    inner = " " * 12
    if len(inner) + len(values) <= width:
        return [head, f"{inner}{values}", "        )"]
    return [head, *(f"{inner}{value}," for value in values.split(", ")), "        )"]


def _unions(table: MessageTable) -> Iterator[str]:
    frames = {row.name: row.words for row in table.frames}
    events = {row.name: f"{row.words}Event" for row in table.events}
    asks = {row.name: row.words for row in table.commands}
    replies = {row.name: f"{row.words}Reply" for row in table.commands}
    yield ""
    yield _union("AnyFrame", frames)
    yield _union("AnyEvent", events)
    yield _union("AnyAsk", asks)
    yield _union("AnyReply", replies)
    yield ""
    yield _mapping("FRAMES", "AnyFrame", {f"FrameType.{name}": record for name, record in frames.items()})
    yield _mapping("EVENTS", "AnyEvent", {f"EventKind.{name}": record for name, record in events.items()})
    yield _mapping("REPLIES", "AnyReply", {f"CommandCode.{name}": record for name, record in replies.items()})


def _union(name: str, records: Mapping[str, str], width: int = 120) -> str:
    line = f"{name}: TypeAlias = {' | '.join(records.values())}"
    if len(line) <= width:
        return line
    return "\n".join([f"{name}: TypeAlias = (", "    " + "\n    | ".join(records.values()), ")"])


def _mapping(name: str, kind: str, rows: Mapping[str, str]) -> str:
    head = f"{name}: Mapping[int, type[{kind}]] = MappingProxyType("
    return "\n".join([head, "    {", *(f"        {key}: {record}," for key, record in rows.items()), "    }", ")"])
