"""Discovery messages, without a Home Assistant; tests/messaging/displays/test_home_assistant_discovery.py uses a
real one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.app import Application
from companion.i18n.languages import Languages
from companion.messaging import MemoryBus
from companion.messaging.home_assistant import DiscoveryPublisher, config
from companion.schema import topics
from companion.settings import BrokerSettings, Settings


@pytest.fixture
def bus() -> MemoryBus:
    bus = MemoryBus()
    bus.start()
    return bus


def made(place: str = "lamp", **more: Any) -> Any:
    return json.loads(config(place, **more))


def test_discovery_is_published_again_when_home_assistant_starts(bus: MemoryBus) -> None:
    addresses = iter(["", "http://192.168.1.5:8080"])
    announcing, topic = DiscoveryPublisher(bus, "lamp", url=lambda: next(addresses)), topics.discovery("lamp")
    announcing.announce()
    first = json.loads(bus.broker.retained.pop(topic))
    assert "configuration_url" not in first["device"]
    bus.peer().broker.send(topics.birth(), b"offline", retain=False)
    assert topic not in bus.broker.retained
    bus.peer().broker.send(topics.birth(), b"online", retain=False)
    again = json.loads(bus.broker.retained[topic])
    assert again["components"] == first["components"]
    assert again["device"]["configuration_url"] == "http://192.168.1.5:8080"


def test_discovery_translates_names_only() -> None:
    english, german = made(), made(say=Languages().say("de"))
    same = [key for key, part in english["components"].items() if german["components"][key]["name"] == part["name"]]
    assert same == ["phase", "alarm"], "these are German words too"
    for told in (english, german):
        for part in told["components"].values():
            del part["name"]
        del told["device"]["model"]
    assert english == german


@pytest.mark.parametrize("wished", [True, False])
def test_discovery_follows_the_setting(wished: bool, tmp_path: Path, bus: MemoryBus) -> None:
    bus.publish(topics.discovery("lamp"), b"{}", retain=True)  # from an earlier evening
    external = BrokerSettings(kind="external", port=1, home_assistant=wished)
    house = Application(Settings(data=tmp_path, broker=external), bus=bus.peer())
    house.connect()
    told = bus.broker.retained.get(topics.discovery("lamp"), b"")
    house.stop()
    assert bool(told) == wished
    assert not wished or json.loads(told)["components"]
