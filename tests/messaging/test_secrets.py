"""Nobody hears what is not theirs: every role, every wildcard, no subscription at all, and another's name."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from companion import games
from companion.app import Application
from companion.engine import Game
from companion.messaging import MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import Answer, topics
from companion.settings import Settings
from companion.web.app import create_app
from tests.games.course import possible
from tests.messaging.heard import Heard, wait_for
from tests.web.planted import planted_adventure, planted_hands, planted_ship, planted_story

pytestmark = pytest.mark.broker

SECRET = b"the-dealer-holds-the-queen"
PATTERNS = (
    "#",
    "+/#",
    "lamplight/#",
    "lamplight/v1/+/#",
    "lamplight/v1/t1/#",
    "lamplight/v1/+/reader/+/reading",
    topics.reading("t1", "cam0"),
    "$SYS/#",
)
PLANTED = re.compile(r"Zq\w+")
SPIES = (("display", "+"), ("home", "+"), ("display", "t1"), ("reader", "t1"), ("reader", "t2"), ("display", "t2"))


class Spy:
    """A bare client that keeps every byte the broker sends it, whatever it means; anything it may read is no news."""

    def __init__(
        self,
        broker: EmbeddedBroker,
        role: str,
        table: str,
        name: str,
        patterns: tuple[str, ...],
        *,
        lasting: bool = False,
    ) -> None:
        account = broker.account(role, table)  # type: ignore[arg-type]
        self.bytes = b""
        self.granted = 0
        self.answered = 0
        self.patterns = patterns
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, name, clean_session=not lasting)
        self.client.username_pw_set(account.user, account.password)
        self.client.on_connect = self.on_connect
        self.client.on_subscribe = self.on_subscribe
        self.client.on_message = self.on_message
        self.connected = self.refused = False
        self.client.connect(account.host, account.port)
        self.client.loop_start()
        wait_for(lambda: self.refused or (self.connected and self.answered == len(patterns)))

    def on_connect(self, client: mqtt.Client, _data: object, _flags: object, reason: object, _more: object) -> None:
        self.connected, self.refused = not reason.is_failure, reason.is_failure  # type: ignore[attr-defined]
        for pattern in self.patterns if self.connected else ():
            client.subscribe(pattern, 1)

    def on_subscribe(self, *_: object) -> None:
        self.answered += 1

    def on_message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        self.bytes += message.topic.encode() + message.payload

    def drain(self) -> None:
        """Everything that was sent before this has come: a packet of ours has been there and back."""
        before = self.answered
        self.client.subscribe("nothing/at/all", 1)
        wait_for(lambda: self.answered > before or self.refused)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()
        self.client.reinitialise()  # paho leaves two sockets to the garbage collector, a warning in any test


def plant(rules: MqttBus, reader: MqttBus, other: MqttBus) -> None:
    """The secret, wherever a secret could be: in readings, retained and not, at two tables."""
    reader.publish(topics.reading("t1", "cam0"), SECRET)
    reader.publish(topics.reading("t1", "cam0"), SECRET, retain=True)
    other.publish(topics.reading("t2", "cam0"), SECRET, retain=True)


def test_no_byte_of_a_secret_reaches_another_role(mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]) -> None:
    broker = mosquitto
    heard = Heard()
    rules = join(broker, "rules", prepare=lambda bus: bus.subscribe(topics.reading("+", "+"), heard))
    reader, other = join(broker, "reader", table="t1"), join(broker, "reader", table="t2")
    for_all = [
        Spy(broker, role, table, f"{broker.account(role, table).user}.spy{number}", patterns)  # type: ignore[arg-type]
        for number, patterns in enumerate((*((pattern,) for pattern in PATTERNS), PATTERNS, ()))
        for role, table in SPIES
    ]
    plant(rules, reader, other)
    assert [heard.next().payload for _ in range(3)] == [SECRET] * 3
    late = [
        Spy(broker, role, table, f"{broker.account(role, table).user}.late{number}", patterns)  # type: ignore[arg-type]
        for number, patterns in enumerate((*((pattern,) for pattern in PATTERNS), ()))
        for role, table in SPIES
    ]
    for spy in (*for_all, *late):
        spy.drain()
        spy.close()
        assert SECRET not in spy.bytes
    reader.publish(topics.reading("t1", "cam0"), b"", retain=True)
    other.publish(topics.reading("t2", "cam0"), b"", retain=True)
    assert [heard.next().payload for _ in range(2)] == [b"", b""], "forgotten before the next test listens"


def test_under_the_name_of_another_nobody_inherits_what_waits_for_it(
    mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]
) -> None:
    broker = mosquitto
    rules = join(
        broker,
        "rules",
        name="absent",
        lasting=True,
        prepare=lambda bus: bus.subscribe(topics.reading("+", "+"), Heard()),
    )
    rules.stop()
    heard = Heard()
    join(broker, "rules", prepare=lambda bus: bus.subscribe(topics.reading("+", "+"), heard))
    join(broker, "reader", table="t1").publish(topics.reading("t1", "cam0"), SECRET)
    heard.until(SECRET)
    spy = Spy(broker, "display", "+", "rules.absent", (), lasting=True)
    spy.drain()
    spy.close()
    assert SECRET not in spy.bytes


def test_what_a_role_may_not_say_is_heard_by_nobody(mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]) -> None:
    broker = mosquitto
    heard = Heard()
    join(broker, "rules", prepare=lambda bus: bus.subscribe(topics.reading("+", "+"), heard))
    join(broker, "display", table="t1").publish(topics.reading("t1", "cam0"), b"forged")
    join(broker, "reader", table="t2").publish(topics.reading("t1", "cam0"), b"forged")
    acks, mine = Heard(), topics.ack("t1", "judged")  # a reader of this test alone: acks are retained
    reader = join(broker, "reader", table="t1", prepare=lambda bus: bus.subscribe(mine, acks))
    join(broker, "reader", table="t1").publish(mine, b"forged")
    join(broker, "rules").publish(mine, b"true")
    reader.publish(topics.reading("t1", "cam0"), b"end")
    assert b"forged" not in heard.until(b"end")  # another table's reader may clear what it had said
    assert b"forged" not in acks.until(b"true")


def test_bytes_that_are_no_mqtt_stop_nobody(mosquitto: EmbeddedBroker, join: Callable[..., MqttBus]) -> None:
    broker = mosquitto
    for junk in (b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 64, b"\x10\xff\xff\xff\x7f", bytes(range(256))):
        with socket.create_connection((broker.bind, broker.port), timeout=5) as line:
            line.sendall(junk)
    assert join(broker, "reader").connected


@pytest.mark.parametrize("planted", [planted_hands, planted_story, planted_ship, planted_adventure])
def test_of_an_evening_a_display_is_sent_nothing_that_the_wall_does_not_show(
    planted: Callable[[], Game[Any, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards in hands, pages not read, objectives and a Dealer's notes bear names of their own; the house is a whole one."""
    game, random = planted(), Random(7)
    monkeypatch.setattr(games, "find", lambda _name: game)
    house = Application(Settings(data=tmp_path))
    house.connect()
    hall, wall = (
        house.sessions,
        create_app(replace(house.services(), address=None, trusts_this_machine=True)).test_client(),
    )
    assert house.broker is not None
    spies = [Spy(house.broker, role, "+", f"{role}.spy", ("#",)) for role in ("display", "home")]
    hall.open(game.name)
    shown: set[str] = set()
    for number in range(30):
        shown |= set(PLANTED.findall(wall.get("/api/tables/t1/snapshot?as=wall").get_data(as_text=True)))
        asked = hall.snapshot("t1").open
        if not asked:
            break
        prompt = random.choice([one for one in asked if one.at != "menu"] or asked)
        hall.answer("t1", Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))
    shown |= set(PLANTED.findall(wall.get("/api/tables/t1/snapshot?as=wall").get_data(as_text=True)))
    for spy in spies:
        spy.drain()
        spy.close()
        assert b'"now"' in spy.bytes and b'"text"' in spy.bytes, "states and events were heard"
        assert set(PLANTED.findall(spy.bytes.decode("utf-8", "replace"))) <= shown
    house.stop()
    assert set(PLANTED.findall(repr(hall.snapshot("t1").state))) - shown, "there was something to hide"
    secrets = [access.password.encode() for access in house.broker._accounts.known.values()]
    assert not [one for one in secrets if any(one in spy.bytes for spy in spies)]
