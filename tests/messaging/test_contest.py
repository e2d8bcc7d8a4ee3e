"""A half-finished contest on a real broker, with the accounts of a real house: nobody but the rules hears of the card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion import games
from companion.app import Application
from companion.engine import Rule, show
from companion.messaging import MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import Reading, SeenObject, codec, topics
from companion.sessions import question_of
from companion.settings import BrokerSettings, Settings
from tests.fakes import TOY, G, Shown
from tests.listeners import OnChange
from tests.messaging.heard import wait_for
from tests.messaging.test_secrets import PATTERNS, Spy

pytestmark = pytest.mark.broker

SECRET = "queen-that-nobody-knows"
TRAY = ((0.0, 0.0), (300.0, 0.0), (300.0, 100.0), (0.0, 100.0))
SPIES = (("display", "+"), ("display", "t1"), ("reader", "t1"), ("reader", "t2"))


def contest(g: G) -> Rule[None]:
    names = {"1": "Ann", "2": "Ben"}
    given = yield from g.ask(
        *(show(s, f"{n}: a card", (SECRET, "2S"), of=("card",), zone=f"seat-{s}") for s, n in names.items())
    )
    for seat, (card,) in zip(names, given, strict=True):
        g.emit(Shown(seat, card))


@pytest.fixture
def house(mosquitto: EmbeddedBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Application]:
    """With its bus and its rules; no page is served, and the readers are the test's."""
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=contest))
    rules = mosquitto.account("rules")
    there = BrokerSettings(kind="external", host=rules.host, port=rules.port, user=rules.user, password=rules.password)
    house = Application(Settings(data=tmp_path, place="t1", broker=there))
    house.sessions.add_listener(OnChange(house.publisher.publish_table))
    house.bus.start()
    house.bus.wait_connected(30)
    house.sessions.open("toy")
    yield house
    house.bus.stop()
    house.log.close()
    house._lock.close()


def lay(reader: MqttBus, house: Application, seq: int, *objects: SeenObject) -> None:
    expect = f"t1.{question_of(house.sessions.snapshot('t1').open)}"
    reading = Reading(f"r{seq}", "t1", "vision/cam0", "e", seq, expect, "tray", objects, tray=TRAY)
    reader.publish(topics.reading("t1", "vision-cam0"), codec.encode(reading))


def card(value: str, x: float) -> SeenObject:
    return SeenObject("card", value, 0.97, (), (x - 15, 30.0, 30.0, 40.0))


def test_the_card_of_a_half_finished_contest_is_heard_by_the_rules_alone(
    mosquitto: EmbeddedBroker, house: Application, join: Callable[..., MqttBus]
) -> None:
    spies = [
        Spy(mosquitto, role, table, f"{mosquitto.account(role, table).user}.contest{n}", PATTERNS)  # type: ignore[arg-type]
        for n, (role, table) in enumerate(SPIES)
    ]
    reader = join(mosquitto, "reader", table="t1")
    lay(reader, house, 1, card(SECRET, 60))
    wait_for(lambda: [p.seat for p in house.sessions.snapshot("t1").open] == ["2"])
    for spy in spies:
        spy.drain()
        assert SECRET.encode() not in spy.bytes
    assert b"public/state" in spies[1].bytes and b"expect" in spies[2].bytes, "they hear what is theirs"
    lay(reader, house, 2, card(SECRET, 60), card("2S", 220))
    wait_for(lambda: dict(house.sessions.snapshot("t1").state.cards) == {"1": SECRET, "2": "2S"})
    for spy in spies:
        spy.close()
