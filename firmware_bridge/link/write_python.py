"""The table as Python: messages.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from firmware_bridge.link.message_table import MessageSpec, MessageTable, PayloadSpec

HEAD = '''\
"""The messages of the link between a board and the bridge. Written by `python -m firmware_bridge.link.generate` from messages.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import ClassVar, TypeAlias, get_args

from firmware_bridge.link.payload import LinkMessage, Payload
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
    lines = [
        "",
        "@dataclass(frozen=True, slots=True)",
        f"class {name}(LinkMessage):",
        *_docstring(text or row.text),
        "",
        *fields,
        f"    code: ClassVar[{code.split('.', maxsplit=1)[0]}] = {code}",
        f'    payload: ClassVar[Payload] = Payload("{row.name}", "{layout}"{tail})',
        "",
    ]
    return "\n".join(lines)


def _comment(text: str) -> str:
    return f"  # {text}" if text else ""


def _docstring(text: str) -> list[str]:
    first, _, rest = text.partition(". ")
    if not rest:
        return [f'    """{text}"""']
    return [f'    """{first}.', "", *_wrap(rest), '    """']


def _wrap(text: str, width: int = 116) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}" if lines[-1] else f"    {word}"
    return lines


def _unions(table: MessageTable) -> Iterator[str]:
    yield ""
    yield _union("AnyFrame", [row.words for row in table.frames])
    yield _union("AnyEvent", [f"{row.words}Event" for row in table.events])
    yield _union("AnyAsk", [row.words for row in table.commands])
    yield _union("AnyReply", [f"{row.words}Reply" for row in table.commands])
    yield ""
    for name, kind in (("FRAMES", "AnyFrame"), ("EVENTS", "AnyEvent"), ("REPLIES", "AnyReply")):
        yield f"{name}: Mapping[int, type[{kind}]] = MappingProxyType({{one.code: one for one in get_args({kind})}})"


def _union(name: str, records: Sequence[str], width: int = 120) -> str:
    line = f"{name}: TypeAlias = {' | '.join(records)}"
    if len(line) <= width:
        return line
    return "\n".join([f"{name}: TypeAlias = (", "    " + "\n    | ".join(records), ")"])
