"""The real program of the ATmega328P in a simulator, with the bridge's end of the link."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
import serial

from firmware_bridge.link import messages
from firmware_bridge.link.framing import LinkFrame, LinkFramer, encode_frame
from firmware_bridge.link.messages import (
    VERSION,
    Board,
    ButtonEvent,
    Cmd,
    Counters,
    CountersReply,
    Flood,
    FrameType,
    Hello,
    HelloReq,
    Light,
    Ping,
    Reset,
    Restart,
    Result,
    Rsp,
    State,
    StateReply,
)
from tests.firmware_bridge.listening import BAUD, Listening
from tests.firmware_bridge.simulated import UID, Simulated, board, symbol
from tests.messaging.heard import wait_for

__all__ = ["board"]

pytestmark = pytest.mark.firmware

TIMSK2 = 0x70
QUEUE = 8
BOOTS = 0x20  # in the EEPROM, see boards/avr/store.c: 4 records of 6 bytes


def started(board: Simulated) -> None:
    """Wait until HELLO was sent without a bridge, so later inputs become events."""
    wait_for(lambda: board.stat()["sent"] > 0)


def kept(board: Simulated, events: int) -> None:
    """Check that so many events of this epoch were numbered."""
    next_number = symbol("keep") + 2 + 8  # after a pointer, the third u32 of the header
    wait_for(lambda: board.peek(next_number, 4) == (events + 1).to_bytes(4, "little"))


@pytest.fixture
def listening(board: Simulated) -> Iterator[Listening]:
    with Listening(board.port) as listening:
        yield listening


def counts(listening: Listening) -> list[int]:
    return [event.count for event in listening.events if isinstance(event, messages.TestEvent)]


def test_board_sends_its_identity(listening: Listening) -> None:
    hello = listening.greeted[0].hello
    assert (hello.board, hello.reset, hello.uid) == (Board.UNO, Reset.POWER_ON, bytes.fromhex(UID))
    assert (hello.boot, hello.oldest, hello.next, hello.dropped) == (1, 1, 1, 0)
    assert (hello.buttons, hello.lamps) == (3, 16)


def test_state_reports_a_lost_edge(board: Simulated) -> None:
    board.press(1)
    board.lose_power()
    wait_for(lambda: board.stat()["resets"] == 2)  # the first is the power-on reset
    with Listening(board.port) as listening:
        reply = listening.ask(State())
        assert not listening.events  # it was pressed before the board could see its edge
    assert isinstance(reply, StateReply)
    assert reply.buttons == 0b10


@pytest.mark.parametrize(
    ("cause", "told"), [("pin", Reset.PIN), ("watchdog", Reset.WATCHDOG), ("unknown", Reset.UNKNOWN)]
)
def test_reset_keeps_events_and_numbers(board: Simulated, cause: str, told: Reset) -> None:
    started(board)
    board.press(0)
    with Listening(board.port) as listening:
        listening.until(lambda: listening.events)
        board.reset(cause)
        listening.until(lambda: len(listening.greeted) == 2)
        first, second = (greeted.hello for greeted in listening.greeted)
        board.let_go(0)
        listening.until(lambda: len(listening.events) == 2)
    assert (second.reset, second.epoch, second.boot) == (told, first.epoch, first.boot + 1)
    assert [happened.number for happened in listening.happened] == [1, 2]
    assert listening.link.lost == 0


@pytest.mark.parametrize("cause", ["power", "unknown", "brownout"])
def test_power_loss_begins_a_new_epoch(board: Simulated, listening: Listening, cause: str) -> None:
    """A bootloader may hide the cause."""
    listening.ask(Flood(3))
    listening.until(lambda: len(listening.events) == 3)
    if cause == "brownout":
        board.reset(cause)
    else:
        board.lose_power(cause.replace("power", ""))
    listening.until(lambda: len(listening.greeted) == 2)
    first, second = (greeted.hello for greeted in listening.greeted)
    assert second.epoch != first.epoch and (second.reset == Reset.BROWN_OUT) == (cause == "brownout")
    assert (second.oldest, second.next, second.uid) == (1, 1, first.uid)
    assert "what it had not sent is lost" in str(listening.link.trouble)


def test_watchdog_resets_a_hanging_board_without_loss(board: Simulated, listening: Listening) -> None:
    board.press(0)
    listening.until(lambda: listening.events)
    board.poke(TIMSK2, b"\0")  # without ticks it sleeps until the watchdog resets it
    listening.until(lambda: len(listening.greeted) == 2)
    first, second = (greeted.hello for greeted in listening.greeted)
    assert (second.reset, second.epoch, second.next) == (Reset.WATCHDOG, first.epoch, 2)


def test_torn_start_count_continues_from_the_previous(board: Simulated) -> None:
    started(board)
    for _ in range(5):  # more than there are records
        before = board.stat()
        board.reset("pin")
        wait_for(lambda before=before: board.stat()["resets"] > before["resets"])
        wait_for(lambda before=before: board.stat()["sent"] > before["sent"])
    board.tell(f"eeprom {BOOTS + 6 * (6 % 4) + 4} 0000")  # the CRC of start 6, the last
    board.reset("pin")
    with Listening(board.port) as listening:
        assert listening.greeted[0].hello.boot == 6


def greeting(session: int) -> LinkFrame:
    return LinkFrame(FrameType.HELLO_REQ, 0, HelloReq(VERSION, session).pack())


def first_frame(line: serial.Serial, frame: LinkFrame, kind: FrameType) -> LinkFrame:
    """The first frame of that type after this one was sent; earlier frames are dropped."""
    line.reset_input_buffer()
    line.write(encode_frame(frame))
    framer, frames = LinkFramer(), list[LinkFrame]()
    wait_for(lambda: frames.extend(frame for frame in framer.feed(line.read(64)) if frame.type == kind) or frames)
    return frames[0]


def test_brown_out_begins_a_new_epoch(board: Simulated, listening: Listening) -> None:
    board.press(0)
    listening.until(lambda: listening.events)
    board.reset("brownout")
    listening.until(lambda: len(listening.greeted) == 2)
    first, second = (greeted.hello for greeted in listening.greeted)
    assert second.reset == Reset.BROWN_OUT
    assert second.epoch != first.epoch
    assert "what it had not sent is lost" in str(listening.link.trouble)


def test_full_queue_counts_dropped_events(board: Simulated) -> None:
    """Press and release a button without a bridge until the queue is full."""
    started(board)
    presses = QUEUE + 3
    for i in range(presses):
        (board.let_go if i % 2 else board.press)(0)
        start = board.stat()["cycle"]
        wait_for(lambda since=start: board.stat()["cycle"] > since + 20 * 16000)
    with Listening(board.port) as listening:
        listening.until(lambda: len(listening.events) == QUEUE)
        hello = listening.greeted[0].hello
    assert (hello.oldest, hello.next, hello.dropped) == (1, QUEUE + 1, presses - QUEUE)
    assert listening.link.lost == presses - QUEUE


def test_repeated_command_runs_once(board: Simulated) -> None:
    flood = LinkFrame(FrameType.CMD, 1, Cmd(7, Flood.code, Flood(3).pack()).pack())
    with serial.Serial(board.port, BAUD, timeout=0.01) as line:
        hello = first_frame(line, greeting(7), FrameType.HELLO)
        replies = [first_frame(line, flood, FrameType.RSP) for _ in range(3)]
        again = first_frame(line, greeting(8), FrameType.HELLO)
    assert [(reply.seq, Rsp.unpack(reply.payload).result) for reply in replies] == [(1, Result.DONE)] * 3
    assert Hello.unpack(again.payload).next == Hello.unpack(hello.payload).next + 3


def test_random_bytes_do_nothing_but_count_as_damaged(board: Simulated, listening: Listening) -> None:
    chance = random.Random(3)
    for _ in range(40):
        listening.disturb(chance.randbytes(200) + b"\0")
        listening.ask(Ping(b"still there"))
    counters = listening.ask(Counters())
    assert isinstance(counters, CountersReply)
    assert counters.bad_frames >= 20
    assert (board.stat()["resets"], listening.events, len(listening.greeted)) == (1, [], 1)


def test_reset_at_any_cycle_loses_no_event(board: Simulated, listening: Listening) -> None:
    """LAMPLIGHT_FUZZ sets how many."""
    resets = 8 if not (fuzz := os.environ.get("LAMPLIGHT_FUZZ")) else min(1000, int(fuzz))
    chance = random.Random(11)
    listening.ask(Flood(resets * 12))
    for i in range(resets):
        listening.until(lambda share=12 * i: len(listening.events) > share)
        board.reset(chance.choice(["pin", "watchdog", "unknown"]), after=chance.randrange(1, 60_000))
        listening.until(lambda starts=i + 2: board.stat()["resets"] == starts)
    listening.until(lambda: len(listening.events) >= resets * 12)
    assert counts(listening) == list(range(resets * 12))
    assert listening.link.lost == 0


def test_restart_command_resets_by_the_watchdog(listening: Listening) -> None:
    listening.ask(Restart(0))
    listening.until(lambda: len(listening.greeted) == 2)
    assert listening.greeted[1].hello.reset == Reset.WATCHDOG
    assert str(listening.link.news) == "the board was reset by its watchdog; nothing was lost"


def test_board_without_id_makes_one_and_keeps_it() -> None:
    with Simulated("") as board:
        started(board)
        made = board.tell("eeprom 0x10")
        board.lose_power()
        with Listening(board.port) as listening:
            uid = listening.greeted[0].hello.uid
    assert uid.hex().upper() == made[:16]
    assert uid not in {bytes(8), b"\xff" * 8}


@pytest.mark.parametrize(("bootloader", "told"), [(0, Reset.PIN), (400, Reset.UNKNOWN)], ids=["at once", "bootloader"])
def test_opening_the_line_may_reset_the_board(bootloader: int, told: Reset) -> None:
    with Simulated(resets_when_opened=True, bootloader=bootloader) as board:
        started(board)
        board.press(0)
        kept(board, 1)
        with Listening(board.port) as listening:
            listening.until(lambda: listening.events)
            hello = listening.greeted[-1].hello
    assert (hello.reset, hello.boot) == (told, 2)
    assert listening.events == [ButtonEvent(0, 1)]


EVENTS = int(os.environ.get("LAMPLIGHT_EVENTS", "600"))


def test_hundreds_of_events_survive_noise_resets_and_unplugs(board: Simulated, listening: Listening) -> None:
    chance = random.Random(7)
    board.noise(0.005, seed=7)
    listening.ask(Flood(EVENTS))
    for share in range(1, 6):
        listening.until(lambda share=share: len(listening.events) > share * EVENTS // 6)
        if share in {1, 3, 5}:
            board.reset({1: "pin", 3: "watchdog", 5: "unknown"}[share], after=chance.randrange(1, 200_000))
        else:
            board.unplug()
            listening.turn()
            board.plug()
    listening.until(lambda: len(listening.events) >= EVENTS)
    stat = board.stat()
    assert counts(listening) == list(range(EVENTS))
    assert [happened.number for happened in listening.happened] == list(range(1, EVENTS + 1))
    assert (stat["resets"], listening.link.lost) == (4, 0)  # the first is the power-on reset
    assert stat["flipped"] > EVENTS // 10
    reply = listening.ask(Counters())
    assert isinstance(reply, CountersReply)
    assert reply.bad_frames > 0


def test_stack_leaves_room_with_all_parts_active(board: Simulated) -> None:
    floor, top = symbol("__heap_start"), 0x08FF
    started(board)
    for at in range(floor, top - 200, 100):  # main() uses the stack above
        board.poke(at, b"\xc5" * 100)
    board.reset("pin")
    board.tell("reader 2 on")
    board.tell("reader 3 on")
    board.tell("scale 100000")
    with Listening(board.port) as listening:
        listening.link.send_command(Flood(200))
        for slot in range(4):
            board.lay(slot, "0102030405060708090A")
        for mood in range(4):
            listening.ask(Light(0, 16, 255, 0, 255, mood))
            listening.ask(Ping(bytes(44)))
        listening.until(lambda: len(counts(listening)) == 200)
    stack = board.peek(floor, 400) + board.peek(floor + 400, top - floor - 400)
    free = len(stack) - len(stack.lstrip(b"\xc5"))
    assert free > 200, f"the stack took all but {free} of {top - floor} bytes"
