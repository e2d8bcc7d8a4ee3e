from __future__ import annotations

import pytest

from firmware_bridge.link import messages as m
from firmware_bridge.link.events import CommandAnswered
from firmware_bridge.link.framing import LinkFrame, encode_frame
from tests.firmware_bridge.link.pair import Pair, frames, pair, up

__all__ = ["pair", "up"]


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


def test_refused_command_returns_its_result(up: Pair) -> None:
    up.link.send_command(m.Buzz(1))
    up.link.to_send()
    rsp = m.Rsp(up.board.session, m.CommandCode.BUZZ, m.Result.NOT_FITTED, b"")
    told = up.link.feed(encode_frame(LinkFrame(m.FrameType.RSP, 1, rsp.pack())))
    assert told == [CommandAnswered(m.Buzz(1), m.Result.NOT_FITTED, None)]
