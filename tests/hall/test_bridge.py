"""A table's broker bridged to the central one: two real Mosquittos, a reader, and a worker."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.hall.broker_accounts import password_of, write_accounts
from companion.messaging import BrokerCredentials, MqttBus
from companion.messaging.broker.accounts import BrokerAccount, rights
from companion.messaging.broker.embedded import free_port
from companion.schema import topics
from tests.hall.conftest import real
from tests.hall.crowd import Told
from tests.hall.evening import CONNECTING, check
from tests.hall.measured import Span
from tests.hall.proxy import program
from tests.hall.stage import CONF, DOMAIN, Crowd, Stage
from tests.messaging.heard import Heard, wait_for
from tests.postgres import HASTY

LAMP = "lamp-1"
BRIDGE = CONF.with_name("bridge.conf")
LINE = re.compile(r"^topic (\S+) (in|out) 1$", re.MULTILINE)
SECONDS, EVERY = 6.0, 0.7


class AtTheTable:
    """The broker of one table with the deployed settings."""

    def __init__(self, folder: Path, hall: int, password: str) -> None:
        folder.mkdir()
        self.port = free_port("127.0.0.1")
        told = BRIDGE.read_text().replace("listener 1883", f"listener {self.port}")
        told = told.replace("broker.hall.local:1883", f"127.0.0.1:{hall}").replace("PASSWORD", password)
        (folder / "bridge.conf").write_text(told + ("\nuser root\n" if os.geteuid() == 0 else ""))
        with (folder / "log").open("ab") as log:
            words = (program("mosquitto"), "-c", str(folder / "bridge.conf"))
            self._process = subprocess.Popen(words, stdout=log, stderr=log)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(10)


class Bridged:
    """A hall and a bridged table."""

    def __init__(self) -> None:
        self.stage = Stage(2, 1, ("pips", "mansions"), *HASTY)
        folder = self.stage.broker.folder
        write_accounts(folder, (LAMP,))
        self.stage.broker.process.send_signal(signal.SIGHUP)
        password = password_of(folder, f"reader-{LAMP}")
        self.table = AtTheTable(self.stage.folder / "table", self.stage.broker.port, password)
        self.stage.wait_ready()
        self.asked = self.at_the_table("asked")
        self.expects = Heard()
        self.asked.subscribe(topics.expect(LAMP), self.expects)
        self.asked.start()
        self.expects.next()  # received over the bridge

    def at_the_table(self, name: str) -> MqttBus:
        return MqttBus(BrokerCredentials("127.0.0.1", self.table.port), name)

    def crowd(self, seed: int) -> Crowd:
        pages = tuple(worker.port for worker in self.stage.workers)
        lamps = {LAMP: self.stage.lamps[LAMP]}
        told = Told(lamps, "127.0.0.1", self.table.port, "reader", "", pages, DOMAIN, EVERY, SECONDS, seed)
        return Crowd(told, self.stage.folder / "crowd.log")

    def stop(self) -> None:
        self.asked.stop()
        self.table.stop()
        self.stage.stop()


@pytest.fixture(scope="module")
def bridged() -> Iterator[Bridged]:
    made = Bridged()
    yield made
    made.stop()


def test_bridge_conf_has_the_rights_of_a_reader() -> None:
    ways, lines = {"read": "in", "write": "out"}, dict(LINE.findall(BRIDGE.read_text()))
    assert lines == {pattern: ways[rule] for rule, pattern in rights(BrokerAccount("reader", LAMP, ""))}
    assert BRIDGE.read_text().count("\ntopic ") == len(lines)


@real
def test_bridged_table_answers_throws(bridged: Bridged) -> None:
    assert check(bridged.stage, bridged.crowd(1).said())["answered"] >= 3


@real
def test_bridged_messages_do_not_loop(bridged: Bridged) -> None:
    account = bridged.stage.broker.account("rules")
    hall, heard = MqttBus(account, f"{account.user}.listener"), Heard()
    hall.subscribe(topics.of_reader(LAMP, topics.ANY, "live"), heard)
    hall.start()
    hall.wait_connected(10)
    for payload in (b"one", b"two", b"end"):
        bridged.asked.publish(topics.live(LAMP, "cam0"), payload)
    assert heard.until(b"end") == [b"one", b"two"]
    hall.stop()


@real
def test_bridged_table_loses_no_throw_without_the_hall_broker(bridged: Bridged) -> None:
    broker, before = bridged.stage.broker, len(bridged.stage.known())
    with ThreadPoolExecutor(1) as pool:
        saying = pool.submit(bridged.crowd(2).said)
        wait_for(lambda: len(bridged.stage.known()) > before)
        began = time.monotonic()
        broker.kill()
        broker.start()  # in this thread: child processes end with the thread that started them
        away = Span(began, time.monotonic() + 2 * CONNECTING)
        said = saying.result()
    numbers = check(bridged.stage, said, [away])
    assert numbers["laid"] >= 3 and numbers["answered"] >= 1
