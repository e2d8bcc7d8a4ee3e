"""Attacks by a client with or without an account: the broker limits each, and others go on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from companion.messaging import BrokerCredentials, MqttBus
from companion.messaging.broker import mosquitto_config
from companion.messaging.broker.accounts import Accounts
from companion.messaging.broker.embedded import EmbeddedBroker, resident_memory
from companion.schema import topics
from tests.messaging.heard import SECONDS, Connection
from tests.messaging.tap import CLOSED, Tap, packet, text

pytestmark = pytest.mark.broker
STATE = topics.public_state("t1")
MB = 1 << 20


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedBroker]:
    """A separate broker, because it is flooded."""
    folder = tmp_path_factory.mktemp("limits")
    Accounts(folder).of("display", "t1")
    broker = EmbeddedBroker(folder, tables=("t1",))
    broker.start()
    yield broker
    broker.stop()


def named(broker: EmbeddedBroker, role: str) -> tuple[BrokerCredentials, str]:
    account = broker.account(role, "t1")  # type: ignore[arg-type]
    return account, f"{account.user}.limits"


def test_broker_disconnects_a_client_with_a_large_packet(broker: EmbeddedBroker) -> None:
    before = resident_memory(broker.pid)
    with Tap(*named(broker, "rules")) as honest:
        with Tap(*named(broker, "display")) as guest:
            guest.send(packet(0x30, text(STATE) + bytes(MB)))
            assert guest.is_cut()
        place = (broker.bind, broker.port)
        with socket.create_connection(place, timeout=SECONDS) as stranger, suppress(ConnectionError):
            stranger.sendall(packet(0x10, bytes(MB)))
            assert stranger.recv(1) == b"", "nor before it has said who it is"
        assert honest.publish(STATE, b"still there")
    assert resident_memory(broker.pid) - before < 8 * MB


def test_broker_limits_connections(broker: EmbeddedBroker) -> None:
    account, client = named(broker, "display")
    with ExitStack() as flood, Tap(*named(broker, "rules")) as honest:
        for number in range(mosquitto_config.MOST_CONNECTIONS - 2):
            flood.enter_context(Tap(account, f"{client}{number}"))
        assert honest.publish(STATE, b"still there")
        more = [flood.enter_context(Tap(account, f"{client}+{number}")) for number in range(20)]
        assert more[-1].code == CLOSED
        assert honest.publish(STATE, b"still there")
    with Tap(account, client) as later:
        assert later.code == 0


def test_broker_limits_the_queue_of_a_deaf_client(broker: EmbeddedBroker) -> None:
    body, heard = bytes(60_000), topics.public_event("t1")
    account, client = named(broker, "display")
    with Tap(account, f"{client}.deaf") as deaf, Tap(*named(broker, "rules")) as rules:
        deaf.subscribe(heard)
        before = resident_memory(broker.pid)
        for number in range(2000):  # 120 MB
            assert rules.publish(heard, body), number
        assert resident_memory(broker.pid) - before < 48 * MB, (
            "4 on their way, 16 in the queue, and what goes with them"
        )
        with Tap(account, f"{client}.well") as well:
            well.subscribe(heard)
            rules.publish(heard, b"to whoever listens")
            well.drain()
            assert b"to whoever listens" in well.bytes


@pytest.mark.slow
def test_sessions_of_one_account_without_end_are_let_go(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A display opens persistent sessions one after another; the table's own client reconnects at once."""
    broker, states = EmbeddedBroker(tmp_path, tables=("t1",)), Connection()
    Accounts(tmp_path).of("display", "t1", "kitchen")
    broker.start()
    rules, display = MqttBus(broker.account("rules", "t1"), "rules-t1.t1"), broker.account("display", "t1", "kitchen")
    rules.on_connection(states)
    rules.start()
    assert states.next()
    broker.most_memory = resident_memory(broker.pid) + MB
    for number in range(5000):
        if broker.restarts:
            break
        with suppress(ConnectionError), Tap(display, f"{display.user}.{number}", lasting=True) as tap:
            tap.subscribe(STATE)
    assert (states.next(), states.next()) == (False, True)
    assert resident_memory(broker.pid) < broker.most_memory
    assert "an account fills it with sessions" in caplog.text
    rules.stop()
    broker.stop()
