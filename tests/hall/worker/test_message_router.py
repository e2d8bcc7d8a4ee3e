"""One connection for all lamps of a worker: each hears what is its own, and what came a moment too early is not lost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.hall.worker.message_router import FRESH_S, MessageRouter
from companion.messaging import MemoryBus, Message
from companion.messaging.memory_bus import MemoryBroker
from companion.presentation.pages.reader_health import MOST_READERS
from companion.schema import ReaderDescription, ReaderStatus, codec, topics

OURS = {"lamp-1", "lamp-2"}


@dataclass
class Noting:
    """A slot that notes."""

    is_loaded: bool = True
    heard: list[str] = field(default_factory=list)
    connections: list[bool] = field(default_factory=list)

    def tell_connection(self, is_there: bool) -> None:
        self.connections.append(is_there)

    def enqueue(self, message: Message) -> None:
        message.ack()
        self.heard.append(message.topic)


class Here:
    """An router, its slots, and a client that speaks."""

    def __init__(self) -> None:
        broker = MemoryBroker()
        self.slots: dict[str, Any] = {"lamp-1": Noting()}
        self.now = 0.0
        bus, self.reader = MemoryBus(broker), MemoryBus(broker)
        self.bus = bus
        self.router = MessageRouter(bus, self.slots, OURS.__contains__, ("vision-cam0",), lambda: self.now)
        bus.start()
        self.reader.start()

    def exchange_says(self, topic: str, payload: bytes) -> None:
        self.bus.publish(topic, payload, retain=True)

    def say(self, topic: str) -> None:
        self.reader.publish(topic, codec.encode(ReaderStatus("online", attached=True)))

    def run(self, lamp: str, reader: str) -> None:
        about = ReaderDescription("scanner", "", reader.replace("-", "/"), "e")
        self.reader.publish(topics.reader_description(lamp, reader), codec.encode(about))
        self.say(status(lamp, reader))

    def known(self, lamp: str) -> set[str]:
        return {topics.parse(message.topic).reader for message in self.router.announcements(lamp)}


@pytest.fixture
def here() -> Here:
    return Here()


def reading(lamp: str) -> str:
    return topics.reading(lamp, "vision-cam0")


def status(lamp: str, reader: str = "vision-cam0") -> str:
    return topics.reader_status(lamp, reader)


def test_a_lamp_hears_what_is_its_own(here: Here) -> None:
    here.say(reading("lamp-1"))
    here.say(reading("lamp-2"))
    assert here.slots["lamp-1"].heard == [reading("lamp-1")]


def test_what_has_no_name_of_ours_is_acknowledged_all_the_same(here: Here) -> None:
    """A few that are not, and the broker sends nothing more, for any table."""
    acked: list[str] = []
    name = topics.reader_status("lamp-1", "cam").replace("cam", "CAM")
    here.bus.subscriptions.deliver(Message(name, b"{}", ack=lambda: acked.append(name)))
    assert acked == [name] and not here.slots["lamp-1"].heard


def test_a_lamp_hears_when_the_broker_is_lost_and_found_as_long_as_it_is_served_here(here: Here) -> None:
    left = here.slots["lamp-2"] = Noting()
    here.bus.cut()
    del here.slots["lamp-2"]
    here.bus.start()
    assert here.slots["lamp-1"].connections[-2:] == [False, True]
    assert left.connections[-1:] == [False]


def test_what_readers_say_of_themselves_reads_no_log(here: Here) -> None:
    here.slots["lamp-1"].is_loaded = False
    here.say(status("lamp-1"))
    assert not here.slots["lamp-1"].heard
    assert [message.topic for message in here.router.announcements("lamp-1")] == [status("lamp-1")]


def test_what_the_readers_of_others_lamps_said_is_known_when_they_are_taken_over(here: Here) -> None:
    here.say(status("lamp-2"))
    assert [message.topic for message in here.router.announcements("lamp-2")] == [status("lamp-2")]


def test_who_invents_readers_or_tables_fills_no_memory(here: Here) -> None:
    for number in range(3 * MOST_READERS):
        here.say(status("lamp-1", f"invented-{number}"))
        here.say(status(f"invented-{number}"))
    assert len(here.known("lamp-1")) == MOST_READERS
    assert not here.router.announcements("invented-1")


def test_invented_readers_keep_out_no_camera_and_go_once_they_do_not_run(here: Here) -> None:
    """Whoever came first was known; a camera or a reader that came later was not."""
    for number in range(2 * MOST_READERS):
        here.run("lamp-1", f"bridge-{number}")
    here.say(status("lamp-1"))
    here.run("lamp-1", "bridge-bag")
    assert "vision-cam0" in here.known("lamp-1") and "bridge-bag" not in here.known("lamp-1")
    here.reader.publish(status("lamp-1", "bridge-0"), codec.encode(ReaderStatus("offline")))
    here.run("lamp-1", "bridge-bag")
    assert "bridge-bag" in here.known("lamp-1") and "bridge-0" not in here.known("lamp-1")


def test_of_a_reader_that_is_removed_or_talks_nonsense_nothing_is_kept(here: Here) -> None:
    here.say(status("lamp-1"))
    here.reader.publish(status("lamp-1"), b"")
    here.reader.publish(status("lamp-1", "bag"), b"[")
    assert not here.router.announcements("lamp-1")


def test_a_reading_of_the_moment_between_two_workers_is_dealt_with_once_by_who_takes_over(here: Here) -> None:
    here.say(reading("lamp-2"))
    assert [message.topic for message in here.router.pop_late("lamp-2")] == [reading("lamp-2")]
    assert not here.router.pop_late("lamp-2")


def test_an_old_one_is_not_its_reader_has_sent_it_again(here: Here) -> None:
    here.say(reading("lamp-2"))
    here.now += FRESH_S + 0.1
    assert not here.router.pop_late("lamp-2")


def test_a_home_assistant_that_starts_is_told_by_every_lamp_that_is_read(here: Here) -> None:
    here.slots["lamp-2"] = Noting(is_loaded=False)
    here.say(topics.birth())
    assert here.slots["lamp-1"].heard == [topics.birth()] and not here.slots["lamp-2"].heard


def test_a_reader_that_has_just_come_is_told_again_what_is_asked(here: Here) -> None:
    """At another node of the broker it would wait for the next question."""
    asked, heard = topics.expect("lamp-1"), []
    here.exchange_says(asked, b"what")
    here.reader.subscribe(asked, lambda message: heard.append(message.payload))
    heard.clear()
    here.say(topics.reader_description("lamp-1", "vision-cam0"))
    assert heard == [b"what"]
    here.say(topics.reader_description("lamp-2", "vision-cam0"))
    here.say(status("lamp-1"))
    assert heard == [b"what"]
