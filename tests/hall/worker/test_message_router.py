"""A worker's connection: readings go to one worker, announcements of readers to all."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.hall.worker.message_router import LONGEST_SILENCE, SHARED_GROUP, SILENCE, MessageRouter
from companion.messaging import MemoryBus, Message
from companion.presentation.pages.reader_health import MOST_READERS
from companion.schema import ReaderDescription, ReaderStatus, TopicError, codec, topics

LAMP = "lamp-1"


class GroupBus(MemoryBus):
    """Records the group of each shared subscription."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: dict[str, str] = {}

    def subscribe(self, pattern: str, handler: Callable[[Message], object], group: str = "") -> None:
        self.groups[pattern] = group
        super().subscribe(pattern, handler)


class Here:
    """A router with one cached table, and a reader."""

    def __init__(self) -> None:
        self.bus = GroupBus()
        self.queued: list[tuple[str, Message]] = []
        self.births = 0
        tables = SimpleNamespace(find=lambda name: object() if name == LAMP else None)
        queue = SimpleNamespace(put=lambda table, message: self.queued.append((table, message)))
        self.router = MessageRouter(self.bus, tables, queue, ("vision-cam0",), self._born)  # type: ignore[arg-type]
        self.bus.start()
        self.router.share_readings()
        self.reader = self.bus.peer()
        self.reader.start()

    def _born(self) -> None:
        self.births += 1

    def say(self, topic: str, record: Any = ReaderStatus("online", attached=True)) -> None:  # noqa: B008
        self.reader.publish(topic, codec.encode(record))

    def run(self, reader: str) -> None:
        about = ReaderDescription("scanner", "", reader.replace("-", "/"), "e")
        self.say(topics.reader_description(LAMP, reader), about)
        self.say(status(LAMP, reader))

    def known(self, lamp: str) -> set[str]:
        return {topics.parse(message.topic).reader for message in self.router.announcements(lamp)}

    @property
    def topics(self) -> list[str]:
        return [message.topic for _, message in self.queued]


@pytest.fixture
def here() -> Here:
    return Here()


def status(lamp: str, reader: str = "vision-cam0") -> str:
    return topics.reader_status(lamp, reader)


@pytest.mark.slow
def test_readings_alone_are_shared_among_the_workers(here: Here) -> None:
    shared = {pattern for pattern, group in here.bus.groups.items() if group}
    assert shared == {topics.reading("+", "+")} and here.bus.groups[topics.reading("+", "+")] == SHARED_GROUP
    assert len(here.bus.groups) > 5


@pytest.mark.parametrize(
    ("speaks_until", "waits_until"), [(0.0, SILENCE), (1.0, 1.0 + SILENCE), (60.0, LONGEST_SILENCE)]
)
def test_router_shares_readings_after_the_announcements(
    monkeypatch: pytest.MonkeyPatch, speaks_until: float, waits_until: float
) -> None:
    """With a thousand retained messages a reading would wait behind them. The wait is limited."""
    now, bus = 0.0, GroupBus()
    reader = bus.peer()

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now < speaks_until:
            reader.publish(status(LAMP), codec.encode(ReaderStatus("online", last_error=str(now))))

    clock = SimpleNamespace(monotonic=lambda: now, sleep=sleep)
    monkeypatch.setattr("companion.hall.worker.message_router.time", clock)
    router = MessageRouter(bus, SimpleNamespace(find=lambda _: None), SimpleNamespace())  # type: ignore[arg-type]
    bus.start()
    reader.start()
    router.share_readings()
    assert waits_until - SILENCE / 2 <= now <= waits_until + SILENCE / 2


@pytest.mark.slow
def test_router_drops_repeated_announcements(here: Here) -> None:
    """All readers do so after a restart of the broker."""
    here.run("scanner")
    before = len(here.queued)
    here.run("scanner")
    assert len(here.queued) == before
    here.say(status(LAMP, "scanner"), ReaderStatus("offline"))
    assert len(here.queued) == before + 1


@pytest.mark.slow
def test_router_queues_readings_of_uncached_tables_without_acknowledging(here: Here) -> None:
    for lamp in (LAMP, "lamp-2"):
        here.say(topics.reading(lamp, "vision-cam0"))
    assert [table for table, _ in here.queued] == [LAMP, "lamp-2"]
    assert len(here.bus._pending) == 2


@pytest.mark.slow
def test_router_queues_other_messages_only_for_cached_tables(here: Here) -> None:
    for lamp in (LAMP, "lamp-2"):
        here.say(status(lamp))
        here.reader.publish(topics.live(lamp, "vision-cam0"), b"{}")
    assert here.topics == [status(LAMP), topics.live(LAMP, "vision-cam0")] and not here.bus._pending


@pytest.mark.slow
def test_router_acknowledges_invalid_topics(here: Here) -> None:
    """After a few unacknowledged messages the broker would send no more."""
    for topic in (topics.reading(LAMP, "cam"), status(LAMP, "cam")):
        acked: list[str] = []
        message = Message(topic.replace("cam", "CAM"), b"{}", ack=lambda acked=acked: acked.append("it"))  # type: ignore[misc]
        with pytest.raises(TopicError):
            (here.router._share if "reading" in topic else here.router._receive_announcement)(message)
        assert acked == ["it"] and not here.queued


@pytest.mark.slow
def test_invented_readers_do_not_displace_camera_and_running_readers(here: Here) -> None:
    """Readers that came later used to be dropped, even the camera."""
    for number in range(2 * MOST_READERS):
        here.run(f"bridge-{number}")
    here.say(status(LAMP))
    here.run("bridge-bag")
    assert "vision-cam0" in here.known(LAMP) and "bridge-bag" not in here.known(LAMP)
    here.say(status(LAMP, "bridge-0"), ReaderStatus("offline"))
    here.run("bridge-bag")
    assert "bridge-bag" in here.known(LAMP) and "bridge-0" not in here.known(LAMP)


@pytest.mark.slow
def test_router_publishes_discovery_when_home_assistant_starts(here: Here) -> None:
    for said in (b"online", b"offline"):
        here.reader.publish(topics.birth(), said)
    assert here.births == 1 and not here.queued and not here.bus._pending
