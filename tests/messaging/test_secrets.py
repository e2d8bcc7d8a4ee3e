"""Secrets of a game and forged messages, on a real broker."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.messaging import MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import topics
from tests.messaging.heard import Heard
from tests.messaging.planted import EVENINGS, overheard

pytestmark = pytest.mark.broker


def test_broker_drops_messages_that_a_role_may_not_publish(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]
) -> None:
    heard = Heard()
    join(mosquitto, "rules", prepare=lambda bus: bus.subscribe(topics.reading("+", "+"), heard))
    join(mosquitto, "display", table="t1").publish(topics.reading("t1", "cam0"), b"forged")
    join(mosquitto, "reader", table="t2").publish(topics.reading("t1", "cam0"), b"forged")
    acks, mine = Heard(), topics.ack("t1", "judged")  # a reader of this test only, because acks are retained
    reader = join(mosquitto, "reader", table="t1", prepare=lambda bus: bus.subscribe(mine, acks))
    join(mosquitto, "reader", table="t1").publish(mine, b"forged")
    join(mosquitto, "rules").publish(mine, b"true")
    reader.publish(topics.reading("t1", "cam0"), b"end")
    assert b"forged" not in heard.until(b"end")
    assert b"forged" not in acks.until(b"true")


@pytest.mark.parametrize("name", EVENINGS)
def test_clients_receive_only_what_the_wall_shows(name: str) -> None:
    """Cards in hands, unread pages, objectives and a Dealer's notes have planted names."""
    assert overheard(name, 7, 30, restarts=0)["secrets"] > 0
