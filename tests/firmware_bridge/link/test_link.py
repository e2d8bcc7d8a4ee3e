"""The greeting, the commands of a session, silent lines, and any bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link import messages as m
from firmware_bridge.link.commands import BoardEvent, CommandAnswered
from firmware_bridge.link.framing import LinkFrame, encode_frame
from firmware_bridge.link.greeting import DEAF_BOARD, LOST_BOARD, NO_BOARD
from firmware_bridge.link.link import BoardLink
from tests.firmware_bridge.link.fake_board import Clock
from tests.firmware_bridge.link.pair import Pair, frames, pair, up

__all__ = ["pair", "up"]


def test_silent_board_is_greeted_again_then_reported(up: Pair) -> None:
    up.link.send_command(m.Ping(b"?"))
    for _ in range(200):
        up.clock.now += 0.05
        up.link.to_send()
    assert not up.link.is_up
    assert up.link.trouble == LOST_BOARD


def test_damage_that_the_board_saw_is_counted_with_ours(up: Pair) -> None:
    up.board.framer.bad_frames = 3
    up.wait(2.5)
    assert up.link.bad_frames == 3
    up.wait(2.5)
    assert up.link.bad_frames == 3
    up.board.reset()
    up.board.framer.bad_frames = 2
    up.wait(2.5)
    assert up.link.bad_frames == 5


def test_command_with_a_lost_reply_runs_once(up: Pair) -> None:
    up.link.send_command(m.Buzz(m.Sound.READ))
    up.board.feed(up.link.to_send())
    up.board.take()  # the answer, lost
    assert [type(one) for one in up.wait(0.3)] == [CommandAnswered]
    assert up.board.done == [m.Buzz(m.Sound.READ)]
    assert up.link.resends == 1


def test_command_is_resent_only_when_due(up: Pair) -> None:
    up.link.send_command(m.Ping(b"x"))
    first = up.link.to_send()
    assert up.link.to_send() == b""
    assert up.link.due == pytest.approx(0.1)
    up.clock.now += 0.1
    assert up.link.to_send() == first


def test_commands_run_in_order_one_at_a_time(up: Pair) -> None:
    asked = [m.Ping(n.to_bytes(2, "big")) for n in range(300)]  # the sequence byte wraps
    for ask in asked:
        up.link.send_command(ask)
    assert len(frames(up.link.to_send())) == 1
    up.wait(40, step=0.1)
    assert [ask for ask in up.board.done if isinstance(ask, m.Ping)] == asked


def test_newest_command_replaces_a_waiting_one(up: Pair) -> None:
    up.link.send_command(m.Ping(b"on its way"))
    up.link.to_send()
    for token in range(1, 9):
        up.link.send_command(m.Question(token), once=m.Question)
    up.wait(0.3)
    assert [ask for ask in up.board.done if isinstance(ask, m.Question)] == [m.Question(8)]


def test_reply_of_another_session_is_ignored(up: Pair) -> None:
    up.link.send_command(m.Ping(b"x"))
    up.link.to_send()
    for rsp in (m.Rsp(9, 1, 0, b"x"), m.Rsp(up.board.session, 2, 0, b"\0" * 5)):
        assert up.link.feed(encode_frame(LinkFrame(m.FrameType.RSP, 1, rsp.pack()))) == []
    wrong_seq = m.Rsp(up.board.session, 1, 0, b"x")
    assert up.link.feed(encode_frame(LinkFrame(m.FrameType.RSP, 2, wrong_seq.pack()))) == []


@pytest.mark.slow
@given(st.lists(st.binary(max_size=60), max_size=30))
def test_link_survives_any_bytes(noise: list[bytes]) -> None:
    pair = Pair()
    pair.talk()
    for piece in noise:
        pair.link.feed(piece)
        pair.link.to_send()
    pair.link.feed(b"\0")
    pair.board.event(m.TowerEvent(7))
    assert m.TowerEvent(7) in [one.event for one in pair.wait(4) if isinstance(one, BoardEvent)]


PAYLOADS = st.binary(max_size=m.MOST_PAYLOAD)


@given(
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 255), PAYLOADS, st.sampled_from([1, 1, 1, 2])), max_size=30)
)
def test_link_survives_any_frames(said: list[tuple[int, int, bytes, int]]) -> None:
    """Valid CRCs with any content, as from a defective board."""
    pair = Pair()
    pair.talk()
    for kind, seq, payload, version in said:
        pair.link.feed(encode_frame(LinkFrame(kind, seq, payload, version)))
        pair.clock.now += 0.05
        pair.link.to_send()
        assert pair.link.due >= 0


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
