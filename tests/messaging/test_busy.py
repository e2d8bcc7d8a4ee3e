"""The thread that hears the bus is seen to be at something as long as that lasts."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from companion.messaging import Bus, Message, MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import topics
from tests.messaging.heard import SECONDS, wait_for

pytestmark = pytest.mark.broker


@pytest.mark.parametrize("later", [False, True], ids=["what a message brings", "what it leaves for later"])
def test_a_handler_that_does_not_come_back_is_seen(
    later: bool, mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]
) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def hang() -> None:
        begun.set()
        may_end.wait(SECONDS)

    def hear(message: Message) -> None:
        message.ack()
        if later:
            rules.afterwards(hang)
        else:
            hang()

    def prepare(bus: Bus) -> None:
        bus.subscribe(topics.reading("t1", "+"), hear)

    rules = join(mosquitto, "rules", prepare=prepare)
    join(mosquitto, "reader", table="t1").publish(topics.reading("t1", "cam0"), b"one")
    assert begun.wait(SECONDS)
    assert rules.busy.seconds > 0
    may_end.set()
    wait_for(lambda: rules.busy.seconds == 0)
