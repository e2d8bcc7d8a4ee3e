"""The firmware's core in this process (boards/host): a test sets the time and the bytes of the line.

Import the fixtures `the_core` and `core`. Tests that use them carry the marker `firmware`.
"""

from __future__ import annotations

import ctypes
import functools

import pytest

from firmware_bridge.link.framing import LinkFrame, LinkFramer, encode_frame
from firmware_bridge.link.messages import DEBOUNCE_MS, VERSION, Event, FrameType, Hello, HelloReq, Reset
from tests.firmware_bridge.simulated import CORE, FIRMWARE, make

SESSION = 7


class Start(ctypes.Structure):
    """`struct board_start` of board.h."""

    _fields_ = (
        ("reset", ctypes.c_uint8),
        ("cold", ctypes.c_bool),
        ("uid", ctypes.c_uint8 * 8),
        ("boot", ctypes.c_uint32),
        ("chance", ctypes.c_uint16),
    )


@functools.cache
def load_core() -> ctypes.CDLL:
    """The firmware's core as a library for this machine."""
    make(FIRMWARE, "host")
    library = ctypes.CDLL(str(CORE))
    library.frame_unpack.restype = library.host_turn_cut_after.restype = ctypes.c_bool
    library.frame_pack.restype = ctypes.c_uint8
    library.host_take.restype = ctypes.c_uint16
    return library


class Core:
    """The board in this process. There is only one, so each test begins with a cold start."""

    def __init__(self) -> None:
        self.library = load_core()
        self._start = Start.in_dll(self.library, "host_start")
        self._now = ctypes.c_uint16.in_dll(self.library, "host_now")
        self._buttons = ctypes.c_uint16.in_dll(self.library, "host_buttons")
        self.framer = LinkFramer()
        self._ms = 0

    def start(self, reset: Reset, *, cold: bool = False, chance: int = 0x1234) -> None:
        """Start the board and drop its first HELLO."""
        self.begin(reset, cold=cold, chance=chance)
        self._ms = self._now.value
        self.framer.reset()
        self.take()

    def begin(self, reset: Reset, *, cold: bool, chance: int) -> None:
        self._start.reset, self._start.cold, self._start.chance = reset, cold, chance
        self._start.boot += 1
        self.library.app_begin()

    def set_now(self, ms: int) -> None:
        self._now.value = ms & 0xFFFF

    def press(self, down: int = 1) -> None:
        """Press the button until just before the debounce ends."""
        self.turn()
        self._buttons.value = down
        self.turns(DEBOUNCE_MS - 1)

    def turns(self, count: int = 12) -> None:
        for _ in range(count):
            self.turn()

    def turn(self) -> None:
        self._tick()
        self.library.app_turn()

    def _tick(self) -> None:
        self._ms = (self._ms + 1) & 0xFFFF
        self.set_now(self._ms)  # an idle turn advances the time by itself, which is undone here

    def cut_after(self, stores: int) -> bool:
        """Run a turn with a reset after so many stored bytes; return whether the reset happened."""
        self._tick()
        cut = bool(self.library.host_turn_cut_after(ctypes.c_uint32(stores)))
        if cut:
            self.start(Reset.WATCHDOG)
        return cut

    def feed(self, kind: FrameType, payload: bytes, seq: int = 0) -> None:
        self.feed_bytes(encode_frame(LinkFrame(kind, seq, payload)))

    def feed_bytes(self, data: bytes) -> None:
        self.library.host_feed(data, ctypes.c_uint16(len(data)))

    def take(self) -> list[LinkFrame]:
        return self.framer.feed(self.take_bytes())

    def take_bytes(self) -> bytes:
        room = ctypes.create_string_buffer(4096)
        size = self.library.host_take(room, ctypes.c_uint16(4096))
        return room.raw[:size]

    def kept(self) -> ctypes.Array[ctypes.c_uint8]:
        """The memory that survives a reset."""
        size = ctypes.c_uint16()
        self.library.host_kept.restype = ctypes.c_void_p
        address = self.library.host_kept(ctypes.byref(size))
        return (ctypes.c_uint8 * size.value).from_address(address)

    def decay(self, sound: bytes, at: int, bit: int = 0) -> None:
        """Flip one bit at this offset from these bytes in the surviving memory."""
        place = bytes(self.kept()).index(sound) + at
        self.kept()[place] ^= 1 << bit

    def say(self, kind: FrameType, payload: bytes, seq: int = 0, turns: int = 1) -> list[LinkFrame]:
        """Feed a frame; return the board's frames."""
        self.take()
        self.feed(kind, payload, seq)
        self.turns(turns)
        return self.take()

    def asked(self) -> tuple[Hello, list[Event]]:
        """Begin a session; return HELLO and events."""
        self.take()
        self.feed(FrameType.HELLO_REQ, HelloReq(VERSION, SESSION).pack())
        self.turns()
        frames = self.take()
        hellos = [Hello.unpack(frame.payload) for frame in frames if frame.type == FrameType.HELLO]
        return hellos[-1], [Event.unpack(frame.payload) for frame in frames if frame.type == FrameType.EVENT]


@pytest.fixture(scope="module")
def the_core() -> Core:
    return Core()


@pytest.fixture
def core(the_core: Core) -> Core:
    begin(the_core)
    return the_core


def begin(core: Core) -> None:
    core._buttons.value = 0
    core.start(Reset.POWER_ON, cold=True)
