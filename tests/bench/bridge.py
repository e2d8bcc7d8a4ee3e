"""Measure a button press from the pin of a board to the reading on MQTT, and the cost of an idle bridge.

The board is the real AVR program in its simulator, the bridge a process, the broker that of a server. The floor of the
path is a byte to a pseudo-terminal and back, one hop over the broker and one block on the disk, which is the outbox's; 10 ms of the
path is the board's debounce. The floor of the idle bridge is a process that only polls its line twenty times a second.
"""

from __future__ import annotations

import importlib
import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

from companion.errors import LamplightError
from companion.messaging import Message, MqttBus, consume_readings
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.messaging.reading_consumer import Outcome
from companion.schema import ReaderDescription, ReaderStatus, Reading, codec, topics
from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.settings import BridgeProcessSettings, ReaderSettings
from tests.bench import floors
from tests.bench.evening import CONNECT, echo, until
from tests.bench.line import BenchLine, measured, p95

TABLE = "lamp"
PRESSES = 60
WINDOWS = 10
WINDOW = 2.0
"""s; so long the processor's time is counted for one sample."""
SETTLE = 3.0
"""s after which all events are delivered."""
LOOP = "import time\nwhile True: time.sleep(0.05)"

Board: TypeAlias = Any
"""The simulator's. It belongs to the tests and is not installed."""


class SimulatorError(LamplightError):
    """No board is available for a measurement."""


def lines() -> Iterator[BenchLine]:
    """The path, median and 95 %, and the share of a core while idle."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        least = way_floor(stack, Path(name))
        board, rules, process = at_work(stack, Path(name))
        samples = presses(board, rules, PRESSES)
        yield measured("bridge.pin_to_reading", "ms", samples, least)
        yield measured("bridge.pin_to_reading_p95", "ms", samples, least, p95)
        time.sleep(SETTLE)
        loop = stack.enter_context(running([sys.executable, "-c", LOOP]))
        yield measured("bridge.idle_four_ports", "% of a core", *shares(process.pid, loop.pid, WINDOWS, WINDOW))


def at_work(stack: ExitStack, folder: Path) -> tuple[Board, Rules, subprocess.Popen[bytes]]:
    """Two boards and two readers of tags, the bridge that reads them and the rules that hear it; and all of it until the stack ends."""
    boards = [stack.enter_context(simulated()(uid)) for uid in ("BENCH001", "BENCH002")]
    others = [FakeRfidReader(), FakeRfidReader()]
    for other in others:
        stack.callback(other.close)
    told = (
        *(ReaderSettings(f"board{at}", "board", board.port) for at, board in enumerate(boards)),
        *(ReaderSettings(f"tags{at}", "rdm6300", other.path) for at, other in enumerate(others)),
    )
    broker = EmbeddedBroker(folder / "broker")
    broker.start()
    stack.callback(broker.stop)
    rules = Rules(broker)
    stack.callback(rules.bus.stop)
    settings = BridgeProcessSettings(TABLE, str(folder / "bridge"), broker.account("reader"), told)
    process = stack.enter_context(bridging(settings))
    until(lambda: rules.attached >= {one.reader for one in told} and len(rules.greeted) == len(boards))
    return boards[0], rules, process


def simulated() -> Callable[[str], Board]:
    """Return a function that starts a board with a uid of eight letters. Raises SimulatorError."""
    try:
        module = importlib.import_module("tests.firmware_bridge.simulated")
    except ImportError as error:
        raise SimulatorError(
            f"The simulator of a board is not here ({error}). ./table test -m firmware, in the repository, brings it."
        ) from error
    try:
        module.build()
    except (AssertionError, OSError) as error:
        raise SimulatorError(
            f"The board's program cannot be built ({error}). Get what it needs: sudo apt-get install gcc-avr avr-libc libsimavr-dev"
        ) from error
    return lambda uid: module.Simulated(uid.encode().hex())


def way_floor(stack: ExitStack, folder: Path) -> list[float]:
    """Milliseconds of a byte there and back, a hop and a block."""
    hops = stack.enter_context(echo(folder / "echo"))(PRESSES)
    there = terminal(len(hops))
    disk = floors.sync(len(hops))
    return [byte + hop / 2 + block for byte, hop, block in zip(there, hops, disk, strict=True)]


def terminal(times: int) -> list[float]:
    """A byte over a pseudo-terminal to a thread and back."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)

    def returns() -> None:
        for _ in range(times):
            os.write(theirs, os.read(theirs, 1))

    def hop() -> None:
        os.write(ours, b"x")
        select.select([ours], [], [])
        os.read(ours, 1)

    thread = threading.Thread(target=returns)
    thread.start()
    samples = floors.timed(hop, times)
    thread.join()
    os.close(ours)
    os.close(theirs)
    return samples


class Rules:
    """Hears the readings, and which readers are there."""

    def __init__(self, broker: EmbeddedBroker) -> None:
        self.attached: set[str] = set()
        self.greeted: set[str] = set()  # boards that have said what they are
        self.heard_at: list[float] = []
        account = broker.account("rules")
        self.bus = MqttBus(account, f"{account.user}.bench")
        consume_readings(self.bus, TABLE, self._take)
        self.bus.subscribe(topics.reader_status(TABLE, topics.ANY), self._hear)
        self.bus.subscribe(topics.reader_description(TABLE, topics.ANY), self._hear_model)
        self.bus.start()
        self.bus.wait_connected(CONNECT)

    def _take(self, _reading: Reading) -> Outcome:
        self.heard_at.append(perf_counter())
        return "committed"

    def _hear(self, message: Message) -> None:
        message.ack()
        if codec.decode(ReaderStatus, message.payload).attached:
            self.attached.add(topics.parse(message.topic).reader)

    def _hear_model(self, message: Message) -> None:
        message.ack()
        if "firmware" in str(codec.decode(ReaderDescription, message.payload).model):
            self.greeted.add(topics.parse(message.topic).reader)


def presses(board: Board, rules: Rules, times: int) -> list[float]:
    """Milliseconds from the pin of a button to the reading at the rules."""
    press(board, rules)  # the first one opens what is opened once
    return [press(board, rules) for _ in range(times)]


def press(board: Board, rules: Rules) -> float:
    before = len(rules.heard_at)
    start = perf_counter()
    board.press(0)
    until(lambda: len(rules.heard_at) > before)
    took = 1000 * (rules.heard_at[before] - start)
    board.let_go(0)
    time.sleep(0.05)  # the debounce, twice, and the acknowledgement
    return took


@contextmanager
def bridging(settings: BridgeProcessSettings) -> Iterator[subprocess.Popen[bytes]]:
    with running([sys.executable, "-m", "firmware_bridge", "-"]) as process:
        assert process.stdin
        process.stdin.write(json.dumps(codec.to_json(settings)).encode())
        process.stdin.close()
        yield process


@contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def shares(one: int, other: int, windows: int, window: float) -> tuple[list[float], list[float]]:
    """Per cent of a core that two processes take in the same windows of so many s."""
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(windows):
        before = (used(one), used(other), perf_counter())
        time.sleep(window)
        passed = perf_counter() - before[2]
        found[0].append(100 * (used(one) - before[0]) / passed)
        found[1].append(100 * (used(other) - before[1]) / passed)
    return found


def used(pid: int) -> float:
    """Return the processor seconds of a process over all threads. Only Linux reports them that finely."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9
