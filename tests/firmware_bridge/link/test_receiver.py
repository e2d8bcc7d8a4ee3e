"""Events arrive once and in order, and losses are counted and reported."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link import messages as m
from firmware_bridge.link.framing import LinkFrame, encode_frame
from firmware_bridge.link.link import FORGOT_FOR
from firmware_bridge.link.receiver import ResumeMark, parse_mark
from tests.firmware_bridge.link.fake_board import FakeBoard
from tests.firmware_bridge.link.pair import Pair, frames, numbers, pair, up

__all__ = ["pair", "up"]

MARKS = st.integers(0, 0xFFFF_FFFF)
SWITCHED_ON = "the board was switched on; what it had not sent is lost"


def test_gap_is_reported_once_until_due(up: Pair) -> None:
    up.fall(4)
    first, *rest = frames(up.board.take())
    nacks = []
    for frame in rest:
        up.link.feed(encode_frame(frame))
        nacks += [m.Nack.unpack(f.payload).next for f in frames(up.link.to_send()) if f.type == m.FrameType.NACK]
    assert nacks == [1]
    up.clock.now += 0.2
    up.link.feed(encode_frame(rest[0]))
    assert [f.type for f in frames(up.link.to_send())] == [m.FrameType.NACK]
    assert numbers(up.link.feed(encode_frame(first))) == [1]


def test_nack_never_acknowledges_unstored_events(up: Pair) -> None:
    up.fall(3)
    first, _, third = frames(up.board.take())
    (event,) = up.link.feed(encode_frame(first) + encode_frame(third))
    assert frames(up.link.to_send()) == []
    up.link.acknowledge(event.mark)  # type: ignore[union-attr]
    assert [(f.type, m.Nack.unpack(f.payload).next) for f in frames(up.link.to_send())] == [(m.FrameType.NACK, 2)]


def test_unknown_event_is_acknowledged_without_meaning(up: Pair) -> None:
    up.fall()
    up.board.memory.events[1] = m.Event(1, 0, 99, b"??")
    first, second = up.receive(1)
    assert (first.event, second.event) == (None, m.TowerEvent(0))
    assert "update Lamplight" in str(up.link.trouble)


def test_event_with_different_numbers_is_damage(up: Pair) -> None:
    event = m.Event(1, 0, m.EventKind.TOWER, m.TowerEvent(1).pack())
    assert up.link.feed(encode_frame(LinkFrame(m.FrameType.EVENT, 2, event.pack()))) == []
    assert up.link.bad_frames == 1


def test_event_during_a_disconnect_keeps_its_question(up: Pair) -> None:
    up.link.send_command(m.Question(5))
    up.talk()
    up.fall()
    up.board.take()
    up.link.on_opened()
    assert [event.question for event in up.receive()] == [5]


# Losses


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (m.Reset.WATCHDOG, "was reset by its watchdog"),
        (m.Reset.PIN, "was reset by its button or by opening its line"),
        (m.Reset.SOFTWARE, "restarted itself"),
        (77, "was reset"),
    ],
)
def test_reset_is_reported_with_its_cause(up: Pair, cause: int, words: str) -> None:
    up.fall()
    up.board.reset(cause)
    assert numbers(up.talk()) == [1]
    assert str(up.link.news) == f"the board {words}; nothing was lost"
    assert up.link.trouble == ""


def test_lost_events_are_counted_and_reported(up: Pair) -> None:
    up.fall(3)
    up.board.memory.oldest = 3  # two of them were damaged
    up.board.reset()
    assert numbers(up.talk()) == [3]
    assert up.link.lost == 2
    assert str(up.link.trouble) == "the board was reset by its watchdog; 2 events were lost"
    up.wait(301, step=1)
    assert (up.link.trouble, up.link.lost) == ("", 2)


def test_gap_behind_unstored_events_does_not_block_acks(up: Pair) -> None:
    (first,) = up.receive(1)
    up.fall(3)
    up.board.take()
    up.board.memory.oldest = 4
    up.board.reset()
    (last,) = up.receive()
    assert (last.number, up.link.lost) == (4, 2)
    up.link.acknowledge(first.mark)
    up.link.acknowledge(last.mark)
    up.talk()
    assert up.board.memory.oldest == 5


def test_power_loss_is_reported_and_restarts_numbers(up: Pair) -> None:
    up.receive(1)
    up.board.power_loss()
    assert [event.number for event in up.receive(1)] == [1]
    assert str(up.link.trouble) == str(up.link.news) == SWITCHED_ON
    up.clock.now += FORGOT_FOR
    up.talk()
    assert (up.link.trouble, str(up.link.news)) == ("", SWITCHED_ON), "a board without a battery does so at each plug"


def test_full_queue_counts_as_loss_once(up: Pair) -> None:
    up.fall(11)
    up.wait(2.5)  # the next poll returns the count
    assert up.link.lost == 3
    assert str(up.link.trouble) == "3 events were lost because the board's memory was full"
    up.board.reset()
    up.talk()
    assert up.link.lost == 3


def test_dropped_events_are_not_reported_twice_after_restart(up: Pair) -> None:
    up.link.on_opened()
    (event, *_) = up.receive(9)
    assert up.link.lost == 1
    assert up.restart(event.mark).link.lost == 0


def test_event_damaged_in_memory_counts_as_lost(up: Pair) -> None:
    up.board.event(m.TroubleEvent(m.Part.MEMORY, 0, 1))
    assert numbers(up.talk()) == [1]
    assert up.link.lost == 1
    assert "damaged in the board's memory" in str(up.link.trouble)


def test_another_board_is_reported_and_the_first_resumes(up: Pair) -> None:
    first = up.board
    (event,) = up.receive(1)
    up.link.acknowledge(event.mark)  # before it is acknowledged
    up.board = FakeBoard(up.clock, seed=9)
    up.board.hello = replace(up.board.hello, uid=b"another!")
    up.link.on_opened()
    up.talk()
    assert str(up.link.news) == "another board is on this line now"
    assert up.link.trouble == ""
    up.board = first
    up.link.on_opened()
    assert [event.number for event in up.receive(1)] == [2]


def test_numbers_that_have_gone_far_ahead_take_no_time(up: Pair) -> None:
    up.receive(1)
    memory = up.board.memory
    memory.events.clear()
    memory.oldest = memory.next = 0xFFFF_FFF0
    up.board.reset()
    up.talk()
    assert up.link.lost == 0xFFFF_FFF0 - 2


@given(st.builds(ResumeMark, MARKS, MARKS, MARKS))
def test_mark_parses_as_written(mark: ResumeMark) -> None:
    assert parse_mark(str(mark)) == mark


@pytest.mark.parametrize("text", ["", "7", "7:", ":41", "7:x", "7:41:0:1", "-7:41", "\u00b2:41", "7.0:41"])
def test_invalid_mark_is_none(text: str) -> None:
    assert parse_mark(text) is None
