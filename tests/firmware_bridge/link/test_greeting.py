from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from firmware_bridge.link import messages as m
from firmware_bridge.link.framing import LinkFrame, encode_frame
from firmware_bridge.link.greeting import DEAF_BOARD, NO_BOARD
from firmware_bridge.link.link import BoardLink
from tests.firmware_bridge.link.fake_board import Clock
from tests.firmware_bridge.link.pair import Pair, frames, pair, up

__all__ = ["pair", "up"]


def hello_reqs(link: BoardLink, clock: Clock, seconds: float) -> Iterator[float]:
    """Times of the requests, in s from now."""
    start = clock.now
    while clock.now < start + seconds:
        if any(frame.type == m.FrameType.HELLO_REQ for frame in frames(link.to_send())):
            yield round(clock.now - start, 2)
        clock.now += 0.01


def test_greeting_is_repeated_often_then_seldom_with_trouble() -> None:
    clock = Clock()
    link = BoardLink(clock)
    times = list(hello_reqs(link, clock, 3.9))
    assert link.trouble == ""
    times += [3.9 + time for time in hello_reqs(link, clock, 8)]
    assert link.trouble == NO_BOARD
    gaps = [b - a for a, b in pairwise(times)]
    assert all(0.14 < gap < 0.17 for gap in gaps[:20])
    assert all(1.9 < gap < 2.1 for gap in gaps[-3:])
    assert 24 <= sum(time < 4 for time in times) <= 28


def test_deaf_board_is_reported_differently(pair: Pair) -> None:
    for _ in range(100):
        pair.clock.now += 0.05
        pair.link.to_send()  # none of it arrives
        pair.link.feed(pair.board.take())
    assert pair.link.trouble == DEAF_BOARD


def test_hello_of_an_earlier_greeting_is_ignored(pair: Pair) -> None:
    old = replace(pair.board._hello(), session=9)
    assert pair.link.feed(encode_frame(LinkFrame(m.FrameType.HELLO, 0, old.pack()))) == []
    assert not pair.link.is_up


@pytest.mark.parametrize(
    ("version", "remedy"), [(2, "update Lamplight"), (15, "update Lamplight"), (0, "flash it with ./table flash")]
)
def test_other_version_is_reported_with_the_remedy(version: int, remedy: str) -> None:
    pair = Pair()
    pair.board.version = version
    pair.board.hello = replace(pair.board.hello, version=version)
    pair.board.event(m.TagEvent(0, 1, b"abcd"))
    assert pair.talk() == []
    assert (
        str(pair.link.trouble) == f"the board speaks version {version} of the link and this bridge version 1: {remedy}"
    )
    pair.wait(5)
    assert remedy in str(pair.link.trouble)


@pytest.mark.parametrize(("first", "then"), [(5, 6), (0xFFFF, 1)])
def test_sessions_differ_despite_equal_random_numbers(first: int, then: int) -> None:
    link = BoardLink(Clock(), choose=lambda: first)
    assert link._greeting.session == first
    link.on_opened()
    assert link._greeting.session == then


def test_board_flashed_meanwhile_is_accepted(pair: Pair) -> None:
    pair.board.hello = replace(pair.board.hello, board=99)
    pair.wait(5)
    pair.board.hello = replace(pair.board.hello, board=m.Board.RP2040)
    pair.board.reset()
    pair.wait(3)
    assert pair.link.is_up
    assert pair.link.trouble == ""


@pytest.mark.parametrize(("oldest", "following"), [(5, 4), (0, 1), (5, 5000)])
def test_hello_with_impossible_numbers_is_damage(pair: Pair, oldest: int, following: int) -> None:
    hello = replace(pair.board._hello(), session=pair.link._greeting.session, oldest=oldest, next=following)
    assert pair.link.feed(encode_frame(LinkFrame(m.FrameType.HELLO, 0, hello.pack()))) == []
    assert (pair.link.bad_frames, pair.link.is_up) == (1, False)
