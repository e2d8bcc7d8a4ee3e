from __future__ import annotations

import pytest

from companion.messaging import MemoryBus
from companion.messaging.table_publisher import SeatLightPublisher
from companion.schema import Light, codec, topics


@pytest.fixture
def bus() -> MemoryBus:
    bus = MemoryBus()
    bus.start()
    return bus


def burning(bus: MemoryBus) -> dict[str, Light]:
    """Return the lights that a new client receives."""
    seats = ("1", "2", "3", "4", "5", "6", "dealer")
    kept = {seat: bus.broker.retained.get(topics.public_light("t1", seat)) for seat in seats}
    return {seat: codec.decode(Light, payload) for seat, payload in kept.items() if payload}


def told(bus: MemoryBus) -> list[str]:
    """Record topics of lights published from here on."""
    found: list[str] = []
    bus.subscribe(topics.public_light("t1", topics.ANY), lambda message: found.append(message.topic[-1]))
    found.clear()
    return found


ANN, BEN = Light("#56b4e9", "asked"), Light("#f0e442")


def test_seat_lights_publish_only_changes(bus: MemoryBus) -> None:
    lights = SeatLightPublisher(bus, "t1")
    lights.show({"1": ANN, "2": BEN})
    heard = told(bus)
    lights.show({"1": ANN, "2": Light("#f0e442", "danger")})
    assert heard == ["2"]


def test_a_light_that_another_evening_left_is_put_out(bus: MemoryBus) -> None:
    SeatLightPublisher(bus, "t1").show({"dealer": BEN})
    SeatLightPublisher(bus, "t1").show({"1": ANN})
    assert burning(bus) == {"1": ANN}
