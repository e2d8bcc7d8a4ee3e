from __future__ import annotations

from firmware_bridge.link import messages as m
from firmware_bridge.link.events import BoardEvent
from firmware_bridge.link.framing import LinkFrame, encode_frame
from tests.firmware_bridge.link.pair import Pair, events, frames, pair, up

__all__ = ["pair", "up"]


def test_events_are_delivered_once_and_acknowledged_after_storing(up: Pair) -> None:
    for index in range(3):
        up.board.event(m.ButtonEvent(index, 1))
    told = up.talk()
    assert events(told) == [1, 2, 3]
    assert up.board.memory.oldest == 1
    for one in told:
        assert isinstance(one, BoardEvent)
        up.link.acknowledge(one.mark)
    up.talk()
    assert up.board.memory.oldest == 4


def test_ack_waits_for_earlier_events(up: Pair) -> None:
    for index in range(3):
        up.board.event(m.ButtonEvent(index, 1))
    first, second, third = [one for one in up.talk() if isinstance(one, BoardEvent)]
    up.link.acknowledge(third.mark)
    up.talk()
    assert up.board.memory.oldest == 1
    up.link.acknowledge(first.mark)
    up.talk()
    assert up.board.memory.oldest == 2
    up.link.acknowledge(second.mark)
    up.talk()
    assert up.board.memory.oldest == 4


def test_repeated_event_is_only_acknowledged_again(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    (told,) = [one for one in up.talk() if isinstance(one, BoardEvent)]
    up.link.acknowledge(told.mark)
    up.link.to_send()  # the acknowledgement is lost
    assert events(up.wait(0.3)) == []
    assert up.board.memory.oldest == 2
    assert up.link.resends == 1


def test_gap_is_reported_once_until_due(up: Pair) -> None:
    for index in range(4):
        up.board.event(m.ButtonEvent(index, 1))
    first, *rest = frames(up.board.take())
    nacks = []
    for frame in rest:
        up.link.feed(encode_frame(frame))
        nacks += [m.Nack.unpack(f.payload).next for f in frames(up.link.to_send()) if f.type == m.FrameType.NACK]
    assert nacks == [1]
    up.clock.now += 0.2
    up.link.feed(encode_frame(rest[0]))
    assert [f.type for f in frames(up.link.to_send())] == [m.FrameType.NACK]
    assert events(up.link.feed(encode_frame(first))) == [1]


def test_nack_never_acknowledges_unstored_events(up: Pair) -> None:
    for index in range(3):
        up.board.event(m.ButtonEvent(index, 1))
    first, _, third = frames(up.board.take())
    (told,) = up.link.feed(encode_frame(first) + encode_frame(third))
    assert isinstance(told, BoardEvent)
    assert frames(up.link.to_send()) == []
    up.link.acknowledge(told.mark)
    assert [(f.type, m.Nack.unpack(f.payload).next) for f in frames(up.link.to_send())] == [(m.FrameType.NACK, 2)]


def test_receiver_resumes_behind_its_mark(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    up.board.event(m.TowerEvent(2))
    first, _ = [one for one in up.talk() if isinstance(one, BoardEvent)]
    again = Pair(first.mark, up.clock, up.board)  # the mark is on disk, the acknowledgement was never sent
    assert events(again.talk()) == [2]
    assert again.link.lost == 0


def test_unknown_event_is_acknowledged_without_meaning(up: Pair) -> None:
    up.board.event(m.TowerEvent(1))
    up.board.memory.events[1] = m.Event(1, 0, 99, b"??")
    up.board.event(m.TowerEvent(2))
    first, second = [one for one in up.talk() if isinstance(one, BoardEvent)]
    assert (first.event, second.event) == (None, m.TowerEvent(2))
    assert "update Lamplight" in str(up.link.trouble)


def test_event_with_different_numbers_is_damage(up: Pair) -> None:
    event = m.Event(1, 0, m.EventKind.TOWER, m.TowerEvent(1).pack())
    assert up.link.feed(encode_frame(LinkFrame(m.FrameType.EVENT, 2, event.pack()))) == []
    assert up.link.bad_frames == 1


def test_event_during_a_disconnect_keeps_its_question(up: Pair) -> None:
    up.link.send_command(m.Question(5))
    up.talk()
    up.board.event(m.TowerEvent(1))
    up.board.take()
    up.link.on_opened()
    (told,) = [one for one in up.talk() if isinstance(one, BoardEvent)]
    assert told.question == 5
