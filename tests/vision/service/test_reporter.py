"""Status messages of a reader."""

from __future__ import annotations

import pytest

from companion.messaging import MemoryBus
from companion.schema import ReaderDescription, ReaderStatus, codec, topics
from vision.service.reporter import STATUS_S, ReaderIdentity, StatusPublisher

POST = ReaderIdentity("t1", "vision/cam0", kinds=("mom_d8",), model="drawn")
ONLINE = ReaderStatus("online")


class Wall:
    """A bus that records the reader's states."""

    def __init__(self) -> None:
        self.now = 0.0
        self.bus = MemoryBus()
        self.notices = StatusPublisher(self.bus, lambda: self.now)
        self.notices.set_will(POST)
        self.bus.start()
        self.said: list[ReaderStatus] = []
        ears = self.bus.peer()
        ears.start()
        ears.subscribe(POST.topic("status"), lambda m: self.said.append(codec.decode(ReaderStatus, m.payload)))


@pytest.fixture
def wall() -> Wall:
    return Wall()


def test_reporter_description_is_retained_under_its_source(wall: Wall) -> None:
    assert POST.topic("status") == topics.reader_status("t1", "vision-cam0")
    assert POST.topic("description") == topics.reader_description("t1", "vision-cam0")
    wall.notices.describe(POST, "e1")
    told = codec.decode(ReaderDescription, wall.bus.broker.retained[POST.topic("description")])
    assert (told.kind, told.reads, told.source, told.epoch) == ("camera", ("mom_d8",), "vision/cam0", "e1")


def test_reporter_delays_changes_and_skips_repeats(wall: Wall) -> None:
    other = ReaderStatus("online", readings=1)
    for status, at in ((ONLINE, 0.0), (ONLINE, 9.0), (other, 9.1), (ONLINE, 9.2), (other, 9.2 + STATUS_S)):
        wall.now = at
        wall.notices.publish_status(POST, status)
    assert wall.said == [ONLINE, other]


def test_reporter_last_will_is_offline(wall: Wall) -> None:
    wall.notices.publish_status(POST, ONLINE)
    wall.bus.cut()
    assert [status.state for status in wall.said] == ["online", "offline"]
