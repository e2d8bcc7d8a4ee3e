"""The table as C: core/messages.h, a header alone, for boards of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware_bridge.link.message_table import FieldSpec, MessageSpec, MessageTable, PayloadSpec

HEAD = """\
/* The messages of the link between a board and the bridge.
 * Written by `python -m firmware_bridge.link.generate` from link/messages.toml; what they mean stands in link/PROTOCOL.md.
 * Of each kind: LINK_..._SIZE, bytes without the tail; a struct; `pack` returns how many bytes it wrote; `unpack` is false
 * where the length is another, and points the tail into the bytes it was given. Integers are big-endian on the line. */
#ifndef LINK_MESSAGES_H
#define LINK_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
"""

INTEGERS = """
static inline uint8_t *link_put8(uint8_t *out, uint8_t value)
{
    *out = value;
    return out + 1;
}

static inline uint8_t *link_put16(uint8_t *out, uint16_t value)
{
    return link_put8(link_put8(out, (uint8_t)(value >> 8)), (uint8_t)(value & 0xFFu));
}

static inline uint8_t *link_put32(uint8_t *out, uint32_t value)
{
    return link_put16(link_put16(out, (uint16_t)(value >> 16)), (uint16_t)(value & 0xFFFFu));
}

static inline uint16_t link_get16(const uint8_t *in)
{
    return (uint16_t)(((uint16_t)in[0] << 8) | in[1]);
}

static inline uint32_t link_get32(const uint8_t *in)
{
    return ((uint32_t)link_get16(in) << 16) | link_get16(in + 2);
}
"""

TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "i32": "int32_t"}


def write(table: MessageTable) -> str:
    """Return the text of messages.h."""
    parts = [HEAD, *_constants(table), *_enums(table), INTEGERS]
    for name, row, shape in _shapes(table):
        parts += _message(name, row, shape)
    return "\n".join([*parts, "#endif", ""])


def _shapes(table: MessageTable) -> Iterator[tuple[str, MessageSpec, PayloadSpec]]:
    """Each payload under its name in C; an empty one needs no functions."""
    for row in table.frames:
        yield row.name, row, row.shape
    for row in table.events:
        yield f"EVENT_{row.name}", row, row.shape
    for row in table.commands:
        yield f"ASK_{row.name}", row, row.shape
        yield f"REPLY_{row.name}", row, row.reply


def _constants(table: MessageTable) -> Iterator[str]:
    for name, value in table.link.items():
        yield f"#define LINK_{name.upper()} {value}u"


def _enums(table: MessageTable) -> Iterator[str]:
    yield _enum("frame_type", "", {row.name: row.number for row in table.frames})
    yield _enum("event_kind", "EVENT_", {row.name: row.number for row in table.events})
    yield _enum("command", "COMMAND_", {row.name: row.number for row in table.commands})
    for name, values in table.names.items():
        yield _enum(name, f"{name.upper()}_", {word.upper(): value for word, value in values.items()})


def _enum(name: str, prefix: str, values: Mapping[str, int]) -> str:
    rows = [f"    LINK_{prefix}{word} = {value}," for word, value in values.items()]
    return "\n".join(["", f"enum link_{name} {{", *rows, "};"])


def _message(name: str, row: MessageSpec, shape: PayloadSpec) -> Iterator[str]:
    yield f"\n/* {row.name}: {row.text} */\n#define LINK_{name}_SIZE {shape.size}u"
    if not shape.fields:
        return
    lower = f"link_{name.lower()}"
    yield "\n".join(["", f"struct {lower} {{", *map(_member, shape.fields), "};"])
    yield "\n".join(_pack(name, lower, shape))
    yield "\n".join(_unpack(name, lower, shape))


def _member(field: FieldSpec) -> str:
    comment = f" /* {field.text} */" if field.text else ""
    if field.is_tail:
        return f"    const uint8_t *{field.name};{comment}\n    uint8_t {field.name}_size; /* bytes */"
    if field.is_bytes:
        return f"    uint8_t {field.name}[{field.size}];{comment}"
    return f"    {TYPES[field.type]} {field.name};{comment}"


def _pack(name: str, lower: str, shape: PayloadSpec) -> Iterator[str]:
    yield f"\nstatic inline uint8_t {lower}_pack(const struct {lower} *message, uint8_t *out)\n{{"
    for field in shape.fixed:
        if field.is_bytes:
            yield f"    memcpy(out, message->{field.name}, {field.size}u);\n    out += {field.size}u;"
        else:
            cast = "(uint32_t)" if field.type == "i32" else ""
            yield f"    out = link_put{8 * field.size}(out, {cast}message->{field.name});"
    if shape.tail:
        tail = shape.tail.name
        yield f"    if (message->{tail}_size != 0u) {{\n        memcpy(out, message->{tail}, message->{tail}_size);\n    }}"
        yield f"    return (uint8_t)(LINK_{name}_SIZE + message->{tail}_size);\n}}"
    else:
        yield f"    return LINK_{name}_SIZE;\n}}"


def _unpack(name: str, lower: str, shape: PayloadSpec) -> Iterator[str]:
    yield f"\nstatic inline bool {lower}_unpack(struct {lower} *message, const uint8_t *in, uint8_t size)\n{{"
    wrong = "<" if shape.tail else "!="
    if shape.size or not shape.tail:
        yield f"    if (size {wrong} LINK_{name}_SIZE) {{\n        return false;\n    }}"
    at = 0
    for field in shape.fixed:
        yield _get(field, at)
        at += field.size
    if shape.tail:
        tail = shape.tail.name
        yield f"    message->{tail} = in + LINK_{name}_SIZE;"
        yield f"    message->{tail}_size = (uint8_t)(size - LINK_{name}_SIZE);"
    yield "    return true;\n}"


def _get(field: FieldSpec, at: int) -> str:
    place = f"in + {at}" if at else "in"
    if field.is_bytes:
        return f"    memcpy(message->{field.name}, {place}, {field.size}u);"
    if field.size == 1:
        return f"    message->{field.name} = in[{at}];"
    cast = "(int32_t)" if field.type == "i32" else ""
    return f"    message->{field.name} = {cast}link_get{8 * field.size}({place});"
