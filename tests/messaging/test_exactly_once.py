"""One arrangement is committed once, whatever dies in between: crashes at every commit point, and real processes killed."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.messaging import MemoryBus, Outbox, OutboxSender, ReadingConsumer
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.messaging.reading_consumer import Outcome
from companion.schema import Reading, codec, topics
from tests.messaging.heard import wait_for
from tests.messaging.killing import kill

RAW = Reading("", "t1", "bridge/bag", "", 0)
READER = "bridge-bag"
STEPS = (
    "put", "put", "tick", "wait", "rules die before the commit", "rules die after the commit", "rules restart", "reader dies before it sends",
    "reader restarts", "reader is cut", "commit fails",
)  # fmt: skip


class ServiceDiedError(Exception):
    """The rules service is gone in the middle of a reading."""


class World:
    """A reader with its outbox on disk, a rules service whose inbox is `effects`, and a broker that keeps sessions."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "outbox.db"
        self.now = 0.0
        self.made: list[str] = []
        self.effects: list[str] = []  # what is committed; appended to and nothing else, as a log is
        self.next_take = ""
        self.rules = MemoryBus()
        self.rules.subscribe(topics.reading("+", "+"), lambda message: self.ear.consume(message))
        self.restart_rules()
        self.reader = MemoryBus()
        self.restart_reader()

    def restart_rules(self) -> None:
        self.rules.cut()
        self.ear = ReadingConsumer(self.rules, self.take)
        self.rules.start()

    def restart_reader(self) -> None:
        self.reader.stop()
        self.reader = self.rules.peer()
        self.outbox = Outbox(self.file)
        self.sender = OutboxSender(self.reader, self.outbox, "t1", READER, lambda: self.now)
        self.reader.start()

    def take(self, reading: Reading) -> Outcome:
        fate, self.next_take = self.next_take, ""
        if fate in {"before", "fails"}:
            self.rules.cut() if fate == "before" else None
            raise ServiceDiedError(fate)
        known = reading.id in self.effects
        if not known:
            self.effects.append(reading.id)
        if fate == "after":
            self.rules.cut()
            raise ServiceDiedError(fate)
        return "duplicate" if known else "committed"

    def step(self, name: str) -> None:
        match name:
            case "put":
                self.made.append(self.sender.put(RAW).id)
            case "tick" | "wait":
                self.now += 2.0 if name == "wait" else 0.1
                self.sender.tick()
            case "rules die before the commit":
                self.next_take = "before"
            case "rules die after the commit":
                self.next_take = "after"
            case "commit fails":
                self.next_take = "fails"
            case "rules restart":
                self.restart_rules()
            case "reader dies before it sends":
                self.made.append(self.outbox.put(RAW).id)
                self.outbox.close()
                self.restart_reader()
            case "reader restarts":
                self.outbox.close()
                self.restart_reader()
            case "reader is cut":
                self.reader.cut()
                self.reader.start()

    def heal(self) -> None:
        self.next_take = ""
        self.restart_rules()
        for _ in range(40):
            self.step("wait")


@pytest.mark.slow
@given(st.lists(st.sampled_from(STEPS), max_size=30))
def test_whatever_dies_every_reading_is_committed_once_and_then_forgotten(steps: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        for name in steps:
            world.step(name)
        world.heal()
        assert sorted(world.effects) == sorted(world.made)
        assert world.outbox.waiting == 0
        world.outbox.close()


RULES = """
import json, sqlite3, sys, time
from companion.messaging.mqtt_bus import BrokerCredentials, MqttBus
from companion.messaging.reading_consumer import consume_readings
from companion.schema import codec
account, file = codec.from_json(BrokerCredentials, json.loads(sys.argv[1])), sys.argv[2]
db = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=20)
def take(reading):
    db.execute("BEGIN IMMEDIATE")
    known = db.execute("SELECT 1 FROM inbox WHERE id = ?", (reading.id,)).fetchone()
    if not known:
        db.execute("INSERT INTO inbox VALUES (?)", (reading.id,))
        db.execute("UPDATE effect SET count = count + 1")
    db.execute("COMMIT")
    return "duplicate" if known else "committed"
bus = MqttBus(account, "rules.once", lasting=True)
consume_readings(bus, "once", take)
bus.start()
time.sleep(120)
"""
READS = """
import json, sys, time
from pathlib import Path
from companion.messaging.mqtt_bus import BrokerCredentials, MqttBus
from companion.messaging.outbox import Outbox
from companion.messaging.outbox import OutboxSender
from companion.schema import codec
from companion.schema.reading import Reading
account, file = codec.from_json(BrokerCredentials, json.loads(sys.argv[1])), sys.argv[2]
bus = MqttBus(account, "reader.once")
sender = OutboxSender(bus, Outbox(Path(file)), "once", "bridge-bag", time.monotonic)
bus.start()
for _ in sys.stdin:
    print(sender.put(Reading("", "once", "bridge/bag", "", 0)).id, flush=True)
    sender.tick()
while True:
    sender.tick()
    time.sleep(0.02)
"""


class Processes:
    """The rules service, the reader and the broker as processes that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.broker = EmbeddedBroker(folder / "broker", kind="mosquitto")
        self.broker.start()
        self.db = sqlite3.connect(folder / "inbox.db", timeout=20)
        self.db.executescript(
            "PRAGMA journal_mode=WAL; CREATE TABLE inbox (id TEXT PRIMARY KEY); CREATE TABLE effect (count INTEGER);"
        )
        self.db.execute("INSERT INTO effect VALUES (0)")
        self.db.commit()
        self.made: list[str] = []
        self.rules = self.start("rules", RULES, "inbox.db")
        self.reader = self.start("reader", READS, "outbox.db")

    def start(self, role: str, program: str, file: str) -> subprocess.Popen[str]:
        account = json.dumps(codec.to_json(self.broker.account(role)))  # type: ignore[arg-type]
        command = [sys.executable, "-c", program, account, str(self.folder / file)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def put(self) -> None:
        assert self.reader.stdin
        assert self.reader.stdout
        self.reader.stdin.write("go\n")
        self.reader.stdin.flush()
        self.made.append(self.reader.stdout.readline().strip())

    def kill(self, which: str) -> None:
        if which == "broker":
            kill(self.broker)
            return
        self.end(getattr(self, which))
        again = ("rules", RULES, "inbox.db") if which == "rules" else ("reader", READS, "outbox.db")
        setattr(self, which, self.start(*again))

    @staticmethod
    def end(process: subprocess.Popen[str]) -> None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()

    def committed(self) -> list[str]:
        return [row[0] for row in self.db.execute("SELECT id FROM inbox")]

    def close(self) -> None:
        for process in (self.rules, self.reader):
            self.end(process)
        self.broker.stop()
        self.db.close()


@pytest.mark.broker
@pytest.mark.slow
@pytest.mark.timeout(110)
def test_under_kill_9_of_everything_each_reading_has_one_effect(tmp_path: Path) -> None:
    chance = random.Random(5)
    world = Processes(tmp_path)
    try:
        for number in range(60):
            world.put()
            if number % 5 == 4:
                world.kill(chance.choice(["rules", "reader", "broker"]))
        world.reader.stdin.close()  # type: ignore[union-attr]  # from now on it only sends again
        wait_for(lambda: len(world.committed()) == 60, seconds=60)
        assert sorted(world.committed()) == sorted(world.made)
        assert world.db.execute("SELECT count FROM effect").fetchone() == (60,)
    finally:
        world.close()
