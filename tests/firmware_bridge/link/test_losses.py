from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.link import messages as m
from firmware_bridge.link.events import BoardEvent
from firmware_bridge.link.link import FORGOT_FOR
from tests.firmware_bridge.link.fake_board import FakeBoard
from tests.firmware_bridge.link.pair import Pair, events, pair, up

__all__ = ["pair", "up"]


def test_event_acknowledged_without_reading_is_not_lost(up: Pair) -> None:
    for count in range(3):
        up.board.event(m.TowerEvent(count))
    told = [one for one in up.talk() if isinstance(one, BoardEvent)]
    for one in told:
        up.link.acknowledge(one.mark)
    up.talk()
    again = Pair(told[0].mark, up.clock, up.board)
    again.talk()
    assert again.link.lost == 0
    up.board.event(m.TowerEvent(9))
    assert events(again.talk()) == [4]


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
    up.board.event(m.TowerEvent(1))
    up.board.reset(cause)
    assert events(up.talk()) == [1]
    assert str(up.link.news) == f"the board {words}; nothing was lost"
    assert up.link.trouble == ""


def test_unannounced_reset_is_found_within_seconds(up: Pair) -> None:
    up.board.reset()
    up.board.take()
    up.board.hellos = 0
    up.board.event(m.TowerEvent(1))
    assert events(up.wait(1)) == []
    assert events(up.wait(4)) == [1]


def test_lost_events_are_counted_and_reported(up: Pair) -> None:
    for count in range(3):
        up.board.event(m.TowerEvent(count))
    up.board.memory.oldest = 3  # two of them were damaged
    up.board.reset()
    assert events(up.talk()) == [3]
    assert up.link.lost == 2
    assert str(up.link.trouble) == "the board was reset by its watchdog; 2 events were lost"


def test_gap_behind_unstored_events_does_not_block_acks(up: Pair) -> None:
    up.board.event(m.TowerEvent(0))
    (first,) = [one for one in up.talk() if isinstance(one, BoardEvent)]
    for count in range(3):
        up.board.event(m.TowerEvent(count))
    up.board.take()
    up.board.memory.oldest = 4
    up.board.reset()
    (last,) = [one for one in up.talk() if isinstance(one, BoardEvent)]
    assert (last.number, up.link.lost) == (4, 2)
    up.link.acknowledge(first.mark)
    up.link.acknowledge(last.mark)
    up.talk()
    assert up.board.memory.oldest == 5


def test_power_loss_is_reported_and_restarts_numbers(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    up.talk()
    up.board.power_loss()
    up.board.event(m.TowerEvent(2))
    assert events(up.talk()) == [1]
    said = "the board was switched on; what it had not sent is lost"
    assert str(up.link.trouble) == str(up.link.news) == said
    up.clock.now += FORGOT_FOR
    up.talk()
    assert (up.link.trouble, str(up.link.news)) == ("", said), (
        "a board that its cable feeds does so at each plugging in"
    )


def test_full_queue_counts_as_loss(up: Pair) -> None:
    up.link.on_opened()
    for count in range(11):
        up.board.event(m.TowerEvent(count))
    up.talk()
    assert up.link.lost == 3
    assert str(up.link.trouble) == "3 events were lost because the board's memory was full"


def test_dropped_events_are_not_reported_twice_after_restart(up: Pair) -> None:
    for count in range(9):
        up.board.event(m.TowerEvent(count))
    up.link.on_opened()
    (told, *_) = [one for one in up.talk() if isinstance(one, BoardEvent)]
    assert up.link.lost == 1
    again = Pair(told.mark, up.clock, up.board)
    again.talk()
    assert again.link.lost == 0


def test_event_damaged_in_memory_counts_as_lost(up: Pair) -> None:
    up.board.event(m.TroubleEvent(m.Part.MEMORY, 0, 1))
    assert events(up.talk()) == [1]
    assert up.link.lost == 1
    assert "damaged in the board's memory" in str(up.link.trouble)


def test_another_board_is_reported_and_the_first_resumes(up: Pair) -> None:
    first = up.board
    first.event(m.TowerEvent(1))
    (told,) = [one for one in up.talk() if isinstance(one, BoardEvent)]
    up.link.acknowledge(told.mark)  # before it is acknowledged
    up.board = FakeBoard(up.clock, seed=9)
    up.board.hello = replace(up.board.hello, uid=b"another!")
    up.link.on_opened()
    up.talk()
    assert str(up.link.news) == "another board is on this line now"
    assert up.link.trouble == ""
    up.board = first
    first.event(m.TowerEvent(2))
    up.link.on_opened()
    assert events(up.talk()) == [2]


def test_numbers_that_have_gone_far_ahead_take_no_time(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    up.talk()
    memory = up.board.memory
    memory.events.clear()
    memory.oldest = memory.next = 0xFFFF_FFF0
    up.board.reset()
    up.talk()
    assert up.link.lost == 0xFFFF_FFF0 - 2
