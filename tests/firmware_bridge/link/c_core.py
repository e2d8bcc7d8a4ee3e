"""The firmware's C code in this process by ctypes: frames, and a whole board."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_uint8, c_uint32
from pathlib import Path

from firmware_bridge.link.framing import LONGEST_FRAME, LinkFrame
from firmware_bridge.link.messages import Reset
from tests.firmware_bridge.core import Core, load_core
from tests.firmware_bridge.link.fake_board import Clock
from tests.firmware_bridge.simulated import FIRMWARE, make


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
    """Decode the bytes between two zeros in C. At most LONGEST_FRAME + 1 bytes."""
    line = ctypes.create_string_buffer(piece, LONGEST_FRAME + 2)
    frame = CFrame()
    if not load_core().frame_unpack(ctypes.byref(frame), line, c_uint8(len(piece))):
        return None
    return LinkFrame(frame.type, frame.seq, bytes(frame.payload[: frame.size]), frame.version)


def encode(frame: LinkFrame) -> bytes:
    """Encode in C, which writes only its own version."""
    line = ctypes.create_string_buffer(LONGEST_FRAME + 2)
    size = load_core().frame_pack(frame.type, frame.seq, frame.payload, c_uint8(len(frame.payload)), line)
    return line.raw[:size]


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
