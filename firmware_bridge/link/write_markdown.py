"""The table for people: the tables in PROTOCOL.md, whose sentences stand in that file itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from firmware_bridge.link.message_table import MessageSpec, MessageTable, PayloadSpec

MARK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def write(table: MessageTable, text: str) -> str:
    """Return the text with each table between `<!-- table: NAME -->` and `<!-- end -->` replaced."""
    tables = {
        "link": _numbers(table.link),
        "frames": _messages(table.frames),
        "events": _messages(table.events),
        "commands": _messages(table.commands),
        "names": "\n\n".join(f"**{name}**: {_values(values)}" for name, values in table.names.items()),
    }
    return MARK.sub(lambda match: f"{match[1]}\n{tables[match[2]]}\n\n{match[3]}", text)


def _numbers(link: Mapping[str, int]) -> str:
    return "\n".join(["| name | value |", "|---|---|", *(f"| `{name}` | {value} |" for name, value in link.items())])


def _values(values: Mapping[str, int]) -> str:
    return " · ".join(f"{value} {word.replace('_', ' ')}" for word, value in values.items())


def _messages(rows: tuple[MessageSpec, ...]) -> str:
    return "\n\n".join("\n".join(_message(row)) for row in rows)


def _message(row: MessageSpec) -> Iterator[str]:
    sender = f", from the {row.sender}" if row.sender else ""
    yield f"### {row.name} ({row.number}{sender})\n"
    yield row.text
    yield from _fields("", row.shape)
    if not row.sender and row.reply.fields:
        yield from _fields("The reply:", row.reply)


def _fields(title: str, shape: PayloadSpec) -> Iterator[str]:
    if title:
        yield f"\n{title}"
    if not shape.fields:
        return
    yield "\n| at | field | type | |\n|---|---|---|---|"
    at = 0
    for field in shape.fields:
        yield f"| {at} | `{field.name}` | {field.type} | {field.text} |"
        at += field.size
