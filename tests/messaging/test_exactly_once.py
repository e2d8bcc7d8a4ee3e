"""A reading is committed once despite crashes at every commit point and killed processes."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.messaging import MemoryBus, Outbox, OutboxSender, ReadingConsumer
from companion.messaging.reading_consumer import Outcome
from companion.schema import Reading, topics

RAW = Reading("", "t1", "bridge/bag", "", 0)
READER = "bridge-bag"
STEPS = (
    "put", "put", "tick", "wait", "rules die before the commit", "rules die after the commit", "rules restart", "reader dies before it sends",
    "reader restarts", "reader is cut", "commit fails",
)  # fmt: skip


class ServiceDiedError(Exception):
    """The rules service dies while it processes a reading."""


class World:
    """A reader with its outbox on disk, a rules service with `effects` as its inbox, and a broker that keeps
    sessions.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "outbox.db"
        self.now = 0.0
        self.made: list[str] = []
        self.effects: list[str] = []  # committed readings, append-only like a log
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
def test_reading_is_committed_once_despite_crashes(steps: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        for name in steps:
            world.step(name)
        world.heal()
        assert sorted(world.effects) == sorted(world.made)
        assert world.outbox.waiting == 0
        world.outbox.close()
