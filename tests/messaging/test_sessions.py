"""An account gives no access to another's session or will, and none after it was removed."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.messaging import BrokerCredentials, MqttBus
from companion.messaging.broker.accounts import Accounts
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.messaging.mqtt_bus import seal_client_id
from companion.schema import topics
from tests.messaging.heard import Connection, Heard, wait_for
from tests.messaging.tap import CLOSED, Tap

pytestmark = pytest.mark.broker
PLACE, READINGS = "t1", topics.reading("t1", topics.ANY)


@pytest.fixture
def broker(mosquitto: EmbeddedBroker) -> EmbeddedBroker:
    return mosquitto


def test_client_guessing_names_gets_no_session_of_another(broker: EmbeddedBroker, join: Callable[..., MqttBus]) -> None:
    heard, states = Heard(), Connection()
    house = join(
        broker,
        "rules",
        table=PLACE,
        name=PLACE,
        lasting=True,
        prepare=lambda bus: (bus.subscribe(READINGS, heard), bus.on_connection(states)),
    )
    assert states.next()
    thief = broker.account("display", PLACE)
    user = house.account.user
    guesses = (user, f"{user}.{PLACE}", f"rules.{PLACE}", seal_client_id(f"{user}.{PLACE}", thief.password))
    for guess in (*guesses, f"{thief.user}.x"):
        for lasting in (False, True):
            with Tap(thief, guess, lasting=lasting) as tap:
                assert READINGS.encode()[:8] not in tap.bytes
    house.stop()
    join(broker, "reader", table=PLACE).publish(topics.reading(PLACE, "cam0"), b"waits")
    for guess in guesses:
        with Tap(thief, guess, lasting=True) as tap:
            tap.drain()
            assert b"waits" not in tap.bytes
    assert states.next() is False, "it left by itself, and had never been thrown out"
    again = join(
        broker, "rules", table=PLACE, name=PLACE, lasting=True, prepare=lambda bus: bus.subscribe(READINGS, heard)
    )
    assert heard.next().payload == b"waits"
    assert again.reconnects == 0


def test_client_with_a_wrong_password_disturbs_no_session(broker: EmbeddedBroker, join: Callable[..., MqttBus]) -> None:
    heard = Heard()
    house = join(
        broker, "rules", table="t2", name="t2", prepare=lambda bus: bus.subscribe(topics.reading("t2", "+"), heard)
    )
    wrong, client = replace(house.account, password="guessed"), f"{house.account.user}.t2"
    for lasting in (False, True):
        with Tap(
            wrong,
            seal_client_id(client, house.account.password),
            lasting=lasting,
            will=(topics.reading("t2", "cam0"), b"forged"),
        ) as tap:
            assert tap.code not in {0, CLOSED}
    join(broker, "reader", table="t2").publish(topics.reading("t2", "cam0"), b"true")
    assert heard.next().payload == b"true"
    assert house.reconnects == 0


def test_will_needs_the_right_to_publish(broker: EmbeddedBroker, join: Callable[..., MqttBus]) -> None:
    heard, topic = Heard(), topics.reading(PLACE, "willed")
    join(broker, "rules", prepare=lambda bus: bus.subscribe(topics.reading(PLACE, "+"), heard))
    display = broker.account("display", PLACE)
    Tap(display, f"{display.user}.dying", will=(topic, b"forged")).close()
    reader = join(broker, "reader", table=PLACE)
    reader.publish(topic, b"true")
    assert heard.until(b"true") == []
    mine = broker.account("reader", PLACE)
    Tap(mine, f"{mine.user}.dying", will=(topic, b"last")).close()
    assert heard.next().payload == b"last", "who may say it does so with its last breath, too"
    reader.publish(topic, b"", retain=True)
    assert heard.next().payload == b""


def test_connection_ends_when_its_account_is_removed(broker: EmbeddedBroker) -> None:
    accounts, name = Accounts(broker.folder), uuid.uuid4().hex[:8]
    access = accounts.of("display", PLACE, name)
    account = BrokerCredentials(broker.bind, broker.port, access.user, access.password)
    wait_for(lambda: knock(account))
    with Tap(account, f"{access.user}.x") as tap:
        accounts.remove(name)
        assert tap.is_cut(), "within two seconds: it looks once a second"
        assert not knock(account)


def knock(account: BrokerCredentials) -> bool:
    with Tap(account, f"{account.user}.x") as tap:
        return tap.code == 0
