"""The board's end of the link, one millisecond at a time."""

from __future__ import annotations

import binascii
import struct

import pytest

from firmware_bridge.link.framing import LinkFrame, encode_frame
from firmware_bridge.link.messages import (
    HELLO_MS,
    MOST_PAYLOAD,
    RESEND_MS,
    VERSION,
    WINDOW,
    Ack,
    Buzz,
    Cmd,
    Counters,
    CountersReply,
    Event,
    Flood,
    FrameType,
    Hello,
    HelloReq,
    Light,
    Mood,
    Nack,
    Ping,
    Question,
    Reset,
    Restart,
    Result,
    Rsp,
    State,
    TagAt,
)
from tests.firmware_bridge.core import SESSION, Core, core, the_core

__all__ = ["core", "the_core"]

pytestmark = pytest.mark.firmware

HEAD = 92  # bytes of a header on this machine: numbers, memory of parts, test_left, dropped, question, turn, crc, mark
CRC_AT = 88
NUMBERS_END = 2**32


def greet(core: Core, session: int = SESSION) -> Hello:
    """Return the board's answer to the greeting; its events follow in later turns."""
    (frame, *_) = core.say(FrameType.HELLO_REQ, HelloReq(VERSION, session).pack())
    return Hello.unpack(frame.payload)


def do(core: Core, command: int, body: bytes, seq: int = 1, session: int = SESSION) -> Rsp:
    frames = core.say(FrameType.CMD, Cmd(session, command, body).pack(), seq)
    return next(Rsp.unpack(frame.payload) for frame in frames if frame.type == FrameType.RSP)


def flood(core: Core, count: int) -> Hello:
    """Queue that many events without sending one."""
    greet(core)
    assert do(core, Flood.code, Flood(count).pack()).result == Result.DONE
    core.turns(count)
    core.start(Reset.PIN)
    return greet(core)


def numbers(frames: list[LinkFrame]) -> list[int]:
    return [Event.unpack(frame.payload).number for frame in frames if frame.type == FrameType.EVENT]


def heard(core: Core, turns: int) -> list[int]:
    """Numbers of the events that arrive within so many ms."""
    core.turns(turns)
    return numbers(core.take())


def rewrite(core: Core, **numbers: int) -> None:
    """Change numbers in the surviving memory, and reset the board."""
    kept = core.kept()
    for at in (0, HEAD):
        head = bytearray(bytes(kept)[at : at + HEAD])
        for name, value in numbers.items():
            form, place = {"oldest": ("<I", 4), "next": ("<I", 8), "dropped": ("<H", 82)}[name]
            struct.pack_into(form, head, place, value)
        layout = bytes([1, 0, len(kept) & 0xFF])
        struct.pack_into("<H", head, CRC_AT, binascii.crc_hqx(layout + head[:CRC_AT], 0xFFFF))
        kept[at : at + HEAD] = head
    core.start(Reset.PIN)


def test_reset_core_ends_the_frame_and_sends_hello(core: Core) -> None:
    core.library.app_begin()
    line = core.take_bytes()
    assert line[0] == 0
    first = core.framer.feed(line)
    later = []
    for _ in range(10):
        core.turns(HELLO_MS)
        later.append([frame.type for frame in core.take()])
    assert [frame.type for frame in first] == [FrameType.HELLO]
    assert later == [[FrameType.HELLO]] * 3 + [[]] * 7


def test_longer_hello_req_is_accepted(core: Core) -> None:
    newer = LinkFrame(FrameType.HELLO_REQ, 0, HelloReq(9, SESSION).pack() + b"more", version=9)
    core.feed_bytes(encode_frame(newer))
    core.turn()
    (frame,) = core.take()
    assert Hello.unpack(frame.payload).session == SESSION


def test_window_limits_events_in_flight(core: Core) -> None:
    hello = flood(core, 6)
    assert heard(core, 20) == list(range(2, WINDOW + 1))  # the first came with the HELLO
    core.feed(FrameType.ACK, Ack(hello.epoch, 3).pack())
    assert heard(core, 20) == [5, 6]


@pytest.mark.parametrize("idle", [1, 65_400], ids=["at once", "where the clock wraps"])
def test_unacknowledged_events_are_resent(core: Core, idle: int) -> None:
    greet(core)
    core.turns(idle)
    core.press()
    assert heard(core, 2) == [1]
    assert heard(core, RESEND_MS - 5) == []
    assert heard(core, 5) == [1]
    assert heard(core, RESEND_MS) == [1]


def test_nack_resends_at_once(core: Core) -> None:
    hello = flood(core, 4)
    core.turns(20)
    frames = core.say(FrameType.NACK, Nack(hello.epoch, 2).pack(), turns=5)
    assert numbers(frames) == [2, 3, 4]
    assert CountersReply.unpack(do(core, Counters.code, b"").body).resends == 1


def test_old_ack_reaches_beyond_events_sent_since_reset(core: Core) -> None:
    hello = flood(core, 6)
    assert heard(core, 1) == [2]
    core.feed(FrameType.ACK, Ack(hello.epoch, 5).pack())
    assert heard(core, 5) == [5, 6]


@pytest.mark.parametrize(("wrong", "following"), [(1, 3), (0, 4), (0, 0), (0, 2**31)], ids=str)
@pytest.mark.parametrize("kind", [FrameType.ACK, FrameType.NACK])
def test_ack_of_another_epoch_is_ignored(core: Core, kind: FrameType, wrong: int, following: int) -> None:
    hello = flood(core, 2)
    core.say(kind, Ack(hello.epoch ^ wrong, following).pack())
    assert (greet(core, SESSION + 1).oldest, hello.next) == (1, 3)


def test_numbers_wrap_and_nothing_is_lost(core: Core) -> None:
    greet(core)
    core.turns()
    rewrite(core, oldest=NUMBERS_END - 2, next=NUMBERS_END - 2)
    hello = greet(core)
    assert hello.next == NUMBERS_END - 2
    do(core, Flood.code, Flood(6).pack())
    core.turns(20)
    assert numbers(core.say(FrameType.NACK, Nack(hello.epoch, 0).pack(), turns=9)) == [0, 1, 2, 3]


def test_dropped_count_stays_at_its_maximum(core: Core) -> None:
    for down in (1, 0) * 4:
        core.press(down)
        core.turns()
    rewrite(core, dropped=0xFFFE)
    for down in (1, 0, 1):
        core.press(down)
        core.turns()
    assert greet(core).dropped == 0xFFFF


def test_repeated_command_runs_once(core: Core) -> None:
    hello = greet(core)
    for _ in range(3):
        assert do(core, Flood.code, Flood(3).pack()).result == Result.DONE
        core.turns()
    assert greet(core, SESSION + 1).next == hello.next + 3


@pytest.mark.parametrize("greeted", [True, False], ids=["another session", "no session"])
def test_command_of_another_session_does_nothing(core: Core, greeted: bool) -> None:
    if greeted:
        greet(core)
    frames = core.say(FrameType.CMD, Cmd(SESSION + 1, Flood.code, Flood(3).pack()).pack(), 9, turns=12)
    assert [frame.type for frame in frames] == ([] if greeted else [FrameType.HELLO])
    assert greet(core, SESSION + 2).next == 1


@pytest.mark.parametrize(
    ("command", "body", "result"),
    [
        (Ping.code, bytes(MOST_PAYLOAD - 3), Result.BAD_ARGUMENTS),  # its reply has one byte less
        (Ping.code, bytes(MOST_PAYLOAD - 4), Result.DONE),
        (State.code, b"x", Result.BAD_ARGUMENTS),
        (Counters.code, b"x", Result.BAD_ARGUMENTS),
        (Question.code, b"x", Result.BAD_ARGUMENTS),
        (TagAt.code, b"", Result.BAD_ARGUMENTS),
        (TagAt.code, TagAt(0).pack(), Result.NOT_FITTED),
        (TagAt.code, TagAt(255).pack(), Result.NOT_FITTED),
        (Light.code, Light(0, 16, 1, 1, 1, Mood.CALM).pack(), Result.DONE),
        (Light.code, Light(0, 17, 1, 1, 1, Mood.CALM).pack(), Result.NOT_FITTED),
        (Light.code, Light(255, 255, 1, 1, 1, Mood.CALM).pack(), Result.NOT_FITTED),
        (Light.code, Light(0, 1, 1, 1, 1, Mood.OFF + 1).pack(), Result.BAD_ARGUMENTS),
        (Buzz.code, b"\xff", Result.BAD_ARGUMENTS),
        (Flood.code, b"x", Result.BAD_ARGUMENTS),
        (Restart.code, b"\2", Result.BAD_ARGUMENTS),
        (Restart.code, Restart(1).pack(), Result.NOT_FITTED),  # this board lacks this function
        (99, b"", Result.UNKNOWN_COMMAND),
    ],
)
def test_impossible_command_returns_its_reason(core: Core, command: int, body: bytes, result: Result) -> None:
    greet(core)
    reply = do(core, command, body)
    assert (reply.result, reply.command) == (result, command)
    assert len(reply.body) == (len(body) if (command, result) == (Ping.code, Result.DONE) else 0)
