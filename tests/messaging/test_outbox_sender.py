from __future__ import annotations

from pathlib import Path

import pytest

from companion.messaging import MemoryBus, Outbox, OutboxSender
from companion.schema import Ack, Reading, codec, topics

RAW = Reading("", "t1", "bridge/bag", "", 0)


class Scene:
    """A sender, a fake clock, and a client that acknowledges on request."""

    def __init__(self, path: Path) -> None:
        self.now = 100.0
        self.bus = MemoryBus()
        self.rules = self.bus.peer()
        self.heard: list[int] = []
        self.rules.subscribe(
            topics.reading("t1", "+"), lambda message: self.heard.append(codec.decode(Reading, message.payload).seq)
        )
        self.rules.start()
        self.outbox = Outbox(path)
        self.sender = OutboxSender(self.bus, self.outbox, "t1", "bridge-bag", lambda: self.now)

    def acknowledge(self, seq: int) -> None:
        self.rules.publish(topics.ack("t1", "bridge-bag"), codec.encode(Ack(self.outbox.epoch, seq)), retain=True)

    def after(self, seconds: float) -> list[int]:
        """Return what is sent after that time."""
        self.now += seconds
        self.heard.clear()
        self.sender.tick()
        return self.heard


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path / "outbox.db")


def test_without_an_ack_it_is_sent_again_ever_more_slowly(scene: Scene) -> None:
    scene.bus.start()
    scene.sender.put(RAW)
    assert [bool(scene.after(0.25)) for _ in range(12)] == [
        False,
        True,
        False,
        False,
        True,
        False,
        False,
        False,
        False,
        True,
        False,
        False,
    ]
    assert scene.sender.resends == 3


def test_outbox_sender_does_not_resend_acknowledged_readings(scene: Scene) -> None:
    scene.bus.start()
    scene.sender.put(RAW)
    scene.acknowledge(1)
    assert scene.after(60) == []
    assert scene.outbox.waiting == 0


def test_out_of_reach_it_keeps_and_then_sends_in_order(scene: Scene) -> None:
    for _ in range(3):
        scene.sender.put(RAW)
    assert scene.heard == []
    scene.bus.start()
    assert scene.after(0) == [1, 2, 3]


def test_a_new_reading_never_goes_out_before_the_older_ones(scene: Scene) -> None:
    scene.bus.start()
    scene.sender.put(RAW)
    scene.heard.clear()
    scene.sender.put(RAW)
    assert scene.heard == [1, 2]


def test_no_more_than_eight_are_under_way(scene: Scene) -> None:
    for _ in range(20):
        scene.sender.put(RAW)
    scene.bus.start()
    assert scene.after(0) == list(range(1, 9))
    scene.acknowledge(8)
    assert scene.after(0) == list(range(9, 17))


def test_outbox_sender_reads_a_retained_ack_after_restart(scene: Scene) -> None:
    scene.sender.put(RAW)
    scene.acknowledge(1)
    scene.bus.start()
    assert scene.after(0) == []


def test_an_ack_that_cannot_be_read_is_counted_and_dropped(scene: Scene) -> None:
    scene.bus.start()
    scene.sender.put(RAW)
    for junk in (b"", b"\xff\xfe", b"[]", b'{"v":1,"epoch":3,"seq":"x"}', b'{"v":2,"epoch":"a","seq":1}'):
        scene.rules.publish(topics.ack("t1", "bridge-bag"), junk)
    assert scene.sender.bad_acks == 5
    assert scene.outbox.waiting == 1
