from __future__ import annotations

import json
import logging

import pytest

from companion.bus.memory import MemoryBus
from companion.displays import displays, homeassistant
from companion.wire import codec, topics
from companion.wire.public import Light, PublicEvent, PublicState
from companion.wire.view import Heading, Text


@pytest.fixture
def bus() -> MemoryBus:
    bus = MemoryBus()
    bus.start()
    return bus


def test_a_late_display_is_sent_the_newest_view(bus: MemoryBus) -> None:
    displays.publish(bus, "t1", 7, (Heading("Round 1"),))
    displays.publish(bus, "t1", 8, (Heading("Round 2"),))
    late, heard = bus.peer(), []
    late.subscribe(topics.public_state("t1"), lambda message: heard.append(codec.decode(PublicState, message.payload)))
    late.start()
    (state,) = heard
    assert (state.rev, state.view[0]["kind"], state.view[0]["title"], state.cut) == (8, "heading", "Round 2", False)


def test_a_view_too_large_to_travel_still_lets_the_rev_rise(bus: MemoryBus, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        displays.publish(bus, "t1", 9, (Text("x" * 20_000),))
    assert codec.decode(PublicState, bus.broker.retained[topics.public_state("t1")]) == PublicState(9, cut=True)
    assert "no view" in caplog.text


def test_a_view_travels_in_the_words_that_the_house_says(bus: MemoryBus) -> None:
    displays.publish(bus, "t1", 7, (Heading("Round 1"),), {"Round 1": "Runde 1"}.get)
    state = codec.decode(PublicState, bus.broker.retained[topics.public_state("t1")])
    assert state.view[0]["title"] == "Runde 1"


def test_an_event_is_not_retained(bus: MemoryBus) -> None:
    heard: list[PublicEvent] = []
    bus.subscribe(topics.public_event("t1"), lambda message: heard.append(codec.decode(PublicEvent, message.payload)))
    displays.tell(bus, "t1", 8, "The door opens.")
    assert heard == [PublicEvent(8, "The door opens.")]
    assert bus.broker.retained == {}


def test_a_seat_has_a_light(bus: MemoryBus) -> None:
    displays.light(bus, "t1", "2", "#c08a3e", "asked")
    assert codec.decode(Light, bus.broker.retained[topics.public_light("t1", "2")]) == Light("#c08a3e", "asked")


def test_home_assistant_is_told_again_when_it_starts(bus: MemoryBus) -> None:
    homeassistant.announce(bus, "t1", "Thursday")
    topic = topics.discovery("t1")
    first = json.loads(bus.broker.retained.pop(topic))
    assert first["components"]["rev"]["state_topic"] == topics.public_state("t1")
    bus.peer().broker.send(topics.birth(), b"offline", retain=False)
    assert topic not in bus.broker.retained
    bus.peer().broker.send(topics.birth(), b"online", retain=False)
    assert json.loads(bus.broker.retained[topic]) == first
