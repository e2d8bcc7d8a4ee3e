"""The simulated broker keeps what a broker promises, and no more."""

from __future__ import annotations

import pytest

from companion.messaging import Message
from tests.torture.broker import Broker, Client
from tests.torture.machine import DeathPlan, Died

TOPIC, LIGHT = "lamplight/v1/lamp/public/event", "lamplight/v1/lamp/public/light/1"


class Net:
    """A broker, who says, and who hears; nothing arrives before `carry`."""

    def __init__(self, *, lasting: bool = False) -> None:
        self.deaths, self.broker = DeathPlan(), Broker()
        self.says = Client(self.broker, "rules", self.deaths)
        self.hears = Client(self.broker, "panel", self.deaths, lasting=lasting)
        self.heard: list[Message] = []
        self.hears.subscribe("lamplight/v1/+/public/#", self.heard.append)
        self.says.start()
        self.hears.start()
        self.carry()

    def carry(self) -> list[tuple[bytes, bool]]:
        """Deliver everything under way. Return the payloads that arrived, with their retain flag."""
        self.heard.clear()
        while ways := [link for link in self.broker.links.values() if link.up or link.down]:
            self.broker.receive(ways[0]) if ways[0].up else ways[0].client.hear()
        return [(message.payload, message.retain) for message in self.heard]


def test_simulated_broker_sends_retained_messages_after_reconnect() -> None:
    net = Net()
    net.says.publish(LIGHT, b"red", retain=True)
    assert net.carry() == [(b"red", False)]
    net.broker.cut(net.hears, 0, is_noticed=True)
    net.hears.start()
    assert net.carry() == [(b"red", True)]


def test_simulated_broker_resends_to_a_lasting_session() -> None:
    net = Net(lasting=True)
    net.says.publish(TOPIC, b"one")
    assert net.carry() == [(b"one", False)]
    net.broker.cut(net.hears, 0, is_noticed=True)
    net.says.publish(TOPIC, b"two")
    net.hears.start()
    assert net.carry() == [(b"one", False), (b"two", False)]


def test_simulated_client_resends_after_a_broken_connection() -> None:
    net = Net()
    net.says.publish(TOPIC, b"one")
    net.broker.cut(net.says, 0, is_noticed=True)
    assert net.carry() == []
    net.says.start()
    assert net.carry() == [(b"one", False)]


def test_simulated_client_restores_a_lost_store() -> None:
    net = Net()
    net.says.publish(LIGHT, b"red", retain=True)
    net.carry()
    net.broker.die(0)
    assert net.broker.retained == {}
    net.broker.begin()
    for client in (net.says, net.hears):
        client.start()
    assert b"red" in dict(net.carry()) and net.broker.retained == {LIGHT: b"red"}


def test_simulated_broker_publishes_a_will_once_noticed() -> None:
    net = Net()
    net.says.will(LIGHT, b"gone")
    net.broker.cut(net.says, 0, is_noticed=False)
    assert net.carry() == []
    net.broker.notice("rules")
    assert net.carry() == [(b"gone", False)]


def test_simulated_process_dies_at_its_commit_point() -> None:
    net = Net()
    net.deaths.arm("rules", 2)
    with pytest.raises(Died, match="rules dies after it said event"):
        net.says.publish(TOPIC, b"one")
    assert net.carry() == [(b"one", False)]
