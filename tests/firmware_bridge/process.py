"""The bridge's own process, a real broker, and a fake rules service."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from companion.messaging import Message, MqttBus, consume_readings
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.messaging.reading_consumer import Outcome
from companion.schema import ReaderStatus, Reading, codec, topics
from firmware_bridge.settings import BridgeProcessSettings, ReaderSettings
from tests.messaging.heard import wait_for


class Rules:
    """Commits each reading once in order and keeps the newest status of each reader."""

    def __init__(self, bus: MqttBus, table: str) -> None:
        self.readings: list[Reading] = []
        self.status: dict[str, ReaderStatus] = {}
        self._ids: set[str] = set()
        consume_readings(bus, table, self._take)
        bus.subscribe(topics.reader_status(table, topics.ANY), self._hear)

    @property
    def values(self) -> list[str]:
        return [str(reading.objects[0].value) for reading in self.readings]

    def of(self, name: str) -> ReaderStatus:
        return self.status.get(f"bridge-{name}", ReaderStatus("offline"))

    def _take(self, reading: Reading) -> Outcome:
        if reading.id in self._ids:
            return "duplicate"
        self._ids.add(reading.id)
        self.readings.append(reading)
        return "committed"

    def _hear(self, message: Message) -> None:
        self.status[topics.parse(message.topic).reader] = codec.decode(ReaderStatus, message.payload)
        message.ack()


class Process:
    """`python -m firmware_bridge` for one table; `kill` skips the shutdown, `start` starts it (again)."""

    def __init__(
        self, folder: Path, broker: EmbeddedBroker, table: str, *readers: ReaderSettings, lines: tuple[str, ...] = ()
    ) -> None:
        self.settings = BridgeProcessSettings(table, str(folder), broker.account("reader", table), readers, lines)
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._child = subprocess.Popen([sys.executable, "-m", "firmware_bridge", "-"], stdin=subprocess.PIPE)
        assert self._child.stdin
        self._child.stdin.write(json.dumps(codec.to_json(self.settings)).encode())
        self._child.stdin.close()

    def kill(self) -> None:
        if self._child:
            self._child.kill()
            self._child.wait(10)

    def terminate(self) -> int:
        """End it with SIGTERM and return its exit status."""
        assert self._child
        self._child.terminate()
        return self._child.wait(10)


def through(acts: dict[int, Callable[[], None]], count: Callable[[], int], last: int) -> None:
    """Do each act after so many readings, and wait for the last reading."""
    for number in sorted(acts):
        wait_for(lambda number=number: count() >= number, 60)  # type: ignore[misc]
        acts[number]()
    wait_for(lambda: count() >= last, 60)
