"""Run a reader and a display in a separate process, as at a real table, so that neither waits for the server's interpreter.

    python -m tests.bench.reader_process         whom to reach as one line of JSON, then a line for each thing to be measured

Answers each with a line of JSON: milliseconds after the reading was handed to the bus. Both ends of each are of this process's
clock.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

from companion.messaging import BrokerCredentials, Message, MqttBus
from companion.schema import Ack, codec, topics
from tests.bench.http_page import PATIENCE, SnapshotError

READER = "vision-bench"
CONNECT = 10.0
"""s to reach the broker."""
AGAIN = 1.0
"""s until a missing echo is repeated: messages before the other subscription are lost."""


@dataclass(frozen=True, slots=True)
class BenchTable:
    """Address and account of the broker. Without a display only echoes can be measured."""

    place: str
    reader: BrokerCredentials
    display: BrokerCredentials | None = None


@dataclass(frozen=True, slots=True)
class Thrown:
    """A reading as it travels, or what is to be echoed."""

    payload: str
    seq: int = 0  # 0 = it is echoed
    rev: int = 0  # of the state that a display must have heard before


@dataclass(frozen=True, slots=True)
class Heard:
    """Milliseconds."""

    resolved: float  # a display heard what was rolled
    told: float  # a display heard the state after it
    acknowledged: float  # the reader heard that it is committed; the echo, where there is one


@contextmanager
def others(table: BenchTable) -> Iterator[Callable[[Thrown], Heard]]:
    """Yield a function that throws in the process and returns the time of the event. Raises SnapshotError."""
    command = [sys.executable, "-m", "tests.bench.reader_process"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    words, answers = child.stdin, child.stdout

    def say(record: object) -> str:
        words.write(json.dumps(codec.to_json(record)) + "\n")
        words.flush()
        answer = answers.readline()
        if not answer:
            raise SnapshotError(f"A reading came to nothing within {PATIENCE:g} s; the last words stand above.")
        return answer

    try:
        say(table)
        yield lambda thrown: codec.from_json(Heard, json.loads(say(thrown)))
    finally:
        with child:  # closes its pipes, and waits for it
            child.terminate()


class OtherProcesses:
    """The reader and the display."""

    def __init__(self, table: BenchTable) -> None:
        self._changed = threading.Condition()
        self._rev, self._acked = -1, 0
        self._resolved_at = self._told_at = self._acked_at = 0.0
        self._place = table.place
        self._reader = reached(table.reader)
        self._reader.subscribe(topics.ack(self._place, READER), self._on_ack)
        if table.display is not None:
            display = reached(table.display)
            display.subscribe(topics.public_event(self._place), self._on_event)
            display.subscribe(topics.public_state(self._place), self._on_state)

    def throw(self, thrown: Thrown) -> Heard:
        """Raises SnapshotError."""
        self._until(lambda: self._rev >= thrown.rev)  # throw only after the prompt is out
        before, self._resolved_at = self._rev, 0.0
        start = perf_counter()
        self._reader.publish(topics.reading(self._place, READER), thrown.payload.encode())
        self._until(lambda: self._resolved_at > 0 and self._rev > before and self._acked >= thrown.seq)
        return Heard(*(1000 * (at - start) for at in (self._resolved_at, self._told_at, self._acked_at)))

    def echo(self, thrown: Thrown) -> Heard:
        """Raises SnapshotError."""
        topic, payload = topics.reading(self._place, READER), thrown.payload.encode()
        for _ in range(int(PATIENCE / AGAIN)):
            self._acked_at, start = 0.0, perf_counter()
            self._reader.publish(topic, payload)
            if self._is_so(lambda: self._acked_at > 0, AGAIN):
                return Heard(0.0, 0.0, 1000 * (self._acked_at - start))
        raise SnapshotError(f"No echo came back within {PATIENCE:g} s.")

    def _on_event(self, message: Message) -> None:
        at = perf_counter()
        message.ack()
        if json.loads(message.payload)["kind"] == "answer":  # other sentences follow it
            with self._changed:
                self._resolved_at = self._resolved_at or at
                self._changed.notify_all()

    def _on_state(self, message: Message) -> None:
        at = perf_counter()
        message.ack()
        with self._changed:
            self._rev, self._told_at = json.loads(message.payload)["rev"], at
            self._changed.notify_all()

    def _on_ack(self, message: Message) -> None:
        at = perf_counter()
        message.ack()
        with self._changed:
            self._acked, self._acked_at = codec.decode(Ack, message.payload).seq, at
            self._changed.notify_all()

    def _until(self, is_so: Callable[[], bool]) -> None:
        if not self._is_so(is_so, PATIENCE):
            raise SnapshotError(f"A reading came to nothing within {PATIENCE:g} s.")

    def _is_so(self, is_so: Callable[[], bool], patience: float) -> bool:
        with self._changed:
            return self._changed.wait_for(is_so, patience)


def reached(account: BrokerCredentials) -> MqttBus:
    """A client of that account, connected."""
    bus = MqttBus(account, f"{account.user}.apart")
    bus.start()
    bus.wait_connected(CONNECT)
    return bus


def main() -> None:
    """Until the input ends."""
    others = OtherProcesses(codec.from_json(BenchTable, json.loads(sys.stdin.readline())))
    print("{}", flush=True)
    for line in sys.stdin:
        thrown = codec.from_json(Thrown, json.loads(line))
        heard = others.throw(thrown) if thrown.seq else others.echo(thrown)
        print(json.dumps(codec.to_json(heard)), flush=True)


if __name__ == "__main__":
    main()
