"""Brokers for the tests of the bus."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.messaging import Bus, MqttBus
from companion.messaging.broker.accounts import Accounts
from companion.messaging.broker.embedded import EmbeddedBroker, Kind


def running(folder: Path, kind: Kind) -> Iterator[EmbeddedBroker]:
    if kind == "mosquitto" and not shutil.which("mosquitto"):
        pytest.fail("Mosquitto is needed for the tests of the bus; install it with: sudo apt-get install mosquitto")
    accounts = Accounts(folder)
    for table in ("+", "t1", "t2"):
        accounts.of("display", table)  # a new one would be refused once and wait a second
    broker = EmbeddedBroker(folder, tables=("+", "t1", "t2"), kind=kind)
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture(scope="session")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedBroker]:
    yield from running(tmp_path_factory.mktemp("mosquitto"), "mosquitto")


@pytest.fixture(scope="session")
def amqtt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedBroker]:
    yield from running(tmp_path_factory.mktemp("amqtt"), "amqtt")


@pytest.fixture
def join() -> Iterator[Callable[..., MqttBus]]:
    """Start clients that are stopped after the test: join(broker, role, table, name, prepare, **options of MqttBus)."""
    made: list[MqttBus] = []
    numbers = itertools.count()

    def make(
        broker: EmbeddedBroker,
        role: str,
        *,
        table: str = "+",
        name: str = "",
        prepare: Callable[[Bus], None] | None = None,
        **how: bool,
    ) -> MqttBus:
        account = broker.account(role, table)  # type: ignore[arg-type]
        bus = MqttBus(account, f"{account.user}.{name or next(numbers)}", **how)
        made.append(bus)
        if prepare:
            prepare(bus)
        bus.start()
        bus.wait_connected(30)
        return bus

    yield make
    for bus in made:
        bus.stop()
