"""The firmware's C code in this process by ctypes: frames, the messages of messages.h, and a whole board."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Iterator
from ctypes import POINTER, c_char_p, c_uint8, c_uint32
from pathlib import Path

from firmware_bridge.link.framing import MOST, LinkFrame
from firmware_bridge.link.message_table import FieldSpec, PayloadSpec, read
from firmware_bridge.link.messages import Reset
from tests.firmware_bridge.core import Core, load_core
from tests.firmware_bridge.link.fake_board import Clock
from tests.firmware_bridge.simulated import FIRMWARE, make

WARNINGS = ("-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror")


class CFrame(ctypes.Structure):
    """`struct frame` of frame.h."""

    _fields_ = (
        ("version", c_uint8),
        ("type", c_uint8),
        ("seq", c_uint8),
        ("size", c_uint8),
        ("payload", POINTER(c_uint8)),
    )


def decode(piece: bytes) -> LinkFrame | None:
    """Decode the bytes between two zeros in C. At most MOST + 1 bytes."""
    line = ctypes.create_string_buffer(piece, MOST + 2)
    frame = CFrame()
    if not load_core().frame_unpack(ctypes.byref(frame), line, c_uint8(len(piece))):
        return None
    return LinkFrame(frame.type, frame.seq, bytes(frame.payload[: frame.size]), frame.version)


def encode(frame: LinkFrame) -> bytes:
    """Encode in C, which writes only its own version."""
    line = ctypes.create_string_buffer(MOST + 2)
    size = load_core().frame_pack(frame.type, frame.seq, frame.payload, c_uint8(len(frame.payload)), line)
    return line.raw[:size]


def shapes() -> Iterator[tuple[str, str, PayloadSpec]]:
    """The record in Python, the struct in C, and the fields. Messages without fields have no struct."""
    table = read()
    rows = [(row.words, row.name, row.shape) for row in table.frames]
    rows += [(f"{row.words}Event", f"EVENT_{row.name}", row.shape) for row in table.events]
    rows += [(row.words, f"ASK_{row.name}", row.shape) for row in table.commands]
    rows += [(f"{row.words}Reply", f"REPLY_{row.name}", row.reply) for row in table.commands]
    return ((record, name.lower(), shape) for record, name, shape in rows if shape.fields)


def messages(folder: Path) -> ctypes.CDLL:
    """A library with one function for each message, which unpacks it, writes its fields as text, and packs it again."""
    source, library = folder / "messages.c", folder / "messages.so"
    source.write_text(SHIM + "".join(_function(name, shape) for _, name, shape in shapes()), encoding="utf-8")
    command = ["gcc", *WARNINGS, "-shared", "-fPIC", "-I", str(FIRMWARE / "core"), str(source), "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(library))


SHIM = """
#include <inttypes.h>
#include <stdio.h>
#include "messages.h"

int said(char *text, const char *name, const uint8_t *bytes, uint8_t size);

int said(char *text, const char *name, const uint8_t *bytes, uint8_t size)
{
    int at = sprintf(text, "%s=", name);
    for (uint8_t i = 0; i < size; i++) {
        at += sprintf(text + at, "%02x", bytes[i]);
    }
    return at + sprintf(text + at, " ");
}
"""


def _function(name: str, shape: PayloadSpec) -> str:
    fields = "\n".join(map(_said, shape.fields))
    head = f"int {name}(const uint8_t *in, uint8_t size, uint8_t *out, char *text)"
    return f"""
{head};
{head}
{{
    struct link_{name} message;
    if (!link_{name}_unpack(&message, in, size)) {{
        return -1;
    }}
    {fields}
    return link_{name}_pack(&message, out);
}}
"""


def _said(field: FieldSpec) -> str:
    if field.is_bytes:
        size = f"message.{field.name}_size" if field.is_tail else str(field.size)
        return f'    text += said(text, "{field.name}", message.{field.name}, {size});'
    kind = "PRId32" if field.type == "i32" else "PRIu32"
    cast = "int32_t" if field.type == "i32" else "uint32_t"
    return f'    text += sprintf(text, "{field.name}=%" {kind} " ", ({cast})message.{field.name});'


def unpacked(library: ctypes.CDLL, name: str, payload: bytes) -> tuple[str, bytes] | None:
    """The fields as text and the repacked payload, or None if C refuses it."""
    out, text = ctypes.create_string_buffer(256), ctypes.create_string_buffer(2048)
    size = getattr(library, name)(c_char_p(payload), c_uint8(len(payload)), out, text)
    return None if size < 0 else (text.value.decode(), out.raw[:size])


class CBoard:
    """The whole C core with the methods of FakeBoard that Table uses. One per process, so it restarts."""

    TURNS = 4  # of its loop in each step of the table

    def __init__(self, clock: Clock, seed: int = 1) -> None:
        self.clock, self._core, self._boots = clock, Core(), seed
        self._begin(Reset.POWER_ON)

    def _begin(self, reset: Reset) -> None:
        self._boots += 1
        self._core.begin(reset, cold=reset == Reset.POWER_ON, chance=self._boots * 7 & 0xFFFF)

    def reset(self) -> None:
        self._begin(Reset.WATCHDOG)

    def cut_after(self, stores: int) -> bool:
        """Run a turn with a reset after so many bytes stored in surviving memory; return whether the reset happened."""
        self._tick()
        cut = bool(self._core.library.host_turn_cut_after(c_uint32(stores)))
        if cut:
            self.reset()
        return cut

    def feed(self, data: bytes) -> None:
        self._core.feed_bytes(data)

    def take(self) -> bytes:
        for _ in range(self.TURNS):
            self._tick()
            self._core.library.app_turn()
        return self._core.take_bytes()

    def _tick(self) -> None:
        self._core.set_now(int(self.clock.now * 1000))


def fuzzer() -> Path:
    """Build fuzz/fuzz_link.c with the whole core, under the sanitizers for memory and undefined behaviour."""
    make(FIRMWARE, "fuzz")
    return FIRMWARE / "build" / "host" / "fuzz_link"
