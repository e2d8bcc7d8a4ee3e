"""Publish spoiled messages on every channel to the rules, the camera's process and the bridge."""

from __future__ import annotations

import dataclasses
import json
import logging
import time
import types
import typing
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Literal, Union, get_args, get_origin

from companion.app import Application
from companion.messaging import BrokerCredentials, MemoryBus
from companion.messaging.bus import matches
from companion.messaging.reading_consumer import MOST_COMPLAINTS
from companion.schema import ReaderDescription, ReaderStatus, Reading, SeenObject, codec, topics
from companion.schema.channels import CHANNELS, Channel
from companion.settings import BrokerSettings, Settings
from firmware_bridge.bridge import ReaderBridge
from firmware_bridge.settings import BridgeProcessSettings as BridgeSettings
from firmware_bridge.settings import ReaderSettings
from tests.firmware_bridge.readers.test_reader import Table
from tests.hostile.memory import memory
from tests.hostile.odd import BITS, NAMES, change_one, spoil
from tests.proofs.proof import ProofError
from vision.service.composition import compose
from vision.service.settings import CameraProcessSettings as CameraSettings

PLACE, CAMERA, BAG = "t1", "vision-cam0", "bridge-bag"
ELSEWHERE = BrokerSettings(kind="external", host="127.0.0.1", port=1)  # an unreachable broker
MOST_S = 1.0  # of one message
MOST_GROWTH = 24 << 20  # bytes of memory, after the first hundred messages of each kind
MOST_LINES = 60 + MOST_COMPLAINTS  # in the log, of all of them
LENGTH = codec.MOST_BYTES
HUGE = (2**31, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, -1, 10**400, 1e308)


def random_value(kind: Any, random: Random, name: str = "") -> Any:
    """A value that a field of this type may have, as JSON has it."""
    origin, inside = get_origin(kind), get_args(kind)
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return {one.name: random_value(hints[one.name], random, one.name) for one in dataclasses.fields(kind)}
    if origin is Literal:
        return random.choice(inside)
    if origin in {Union, types.UnionType}:
        return random_value(random.choice(inside), random, name)
    if origin is tuple:
        several = inside[:1] * random.randrange(3) if inside[-1] is Ellipsis else inside
        return [random_value(one, random, name) for one in several]
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return {"1": random_value(inside[1], random, name)}
    known = {"table": PLACE, "source": random.choice(("vision/cam0", "bridge/bag")), "reader": CAMERA}
    plain: dict[Any, Callable[[], Any]] = {
        str: lambda: known.get(name, random.choice((f"{random.getrandbits(32):x}", "bag", "t1", ""))),
        int: lambda: random.choice((random.randrange(1, 9), random.getrandbits(40), *HUGE[:2])),
        float: lambda: random.random(),
        bool: lambda: random.random() < 0.5,
        type(None): lambda: None,
    }
    return plain.get(kind, lambda: {"x": 1})()


def payload(channel: Channel, random: Random) -> bytes:
    """A message that a channel allows, or a similar one."""
    if channel.words and random.random() < 0.5:
        return spoil(random.choice(channel.words).encode(), random)
    made: Any = {"v": 1}
    for record in channel.carries:
        made |= random_value(record, random)
    for _ in range(random.randrange(3)):
        made = change_one(made, random, (*HUGE, *NAMES, None, [], {}, [[]], True, 0.5))
    raw = json.dumps(made).encode()
    way = random.randrange(12)
    if way < 4:
        return spoil(raw, random)
    odd = {
        4: b"[" * random.choice((10, 5000, 16000)),
        5: raw[:-1] + b',"x":' + b"[" * 900 + b"]" * 900 + b"}",
        6: raw[:-1] + b',"x":"' + b"x" * (LENGTH - len(raw) - 8 + random.choice((0, 1, 2))) + b'"}',
        7: raw.replace(b'"v": 1', random.choice((b'"v":true', b'"v":2', b'"v":1e999', b'"v":NaN', b'"v":"1"'))),
        8: random.choice(BITS),
        9: random.randbytes(random.randrange(300)),
    }
    return odd.get(way, raw)


def topic(channel: Channel, random: Random) -> str:
    """Return the channel's topic for this table and a known reader, sometimes for another or an invented one."""
    at = {"table": PLACE, "reader": random.choice((CAMERA, BAG, "bridge")), "seat": random.choice(("1", "dealer", "7"))}
    if random.random() < 0.3:
        at |= {random.choice(tuple(at)): f"n{random.getrandbits(40):x}"}
    return channel.topic(*(at[name] for name in channel.parameters))


class Quiet(logging.Handler):
    """Count log records and drop them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines[record.name] += 1


class Listener:
    """One process with an in-memory bus."""

    def __init__(self, name: str, bus: MemoryBus, state: Callable[[], object], after: Callable[[], object]) -> None:
        """`state` returns all that a stranger's message must not change. `after` does the work of the process's threads."""
        self.name, self.bus, self.state, self.after = name, bus, state, after
        self.other = bus.peer()
        self.other.start()
        self.slowest = 0.0
        self.sent = 0

    def hears(self, topic: str) -> bool:
        return any(matches(pattern, topic) for pattern in self.bus.subscriptions.patterns)

    def tell(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Raises ProofError for one that takes too long, or ends the thread that brought it."""
        took = self._timed(topic, payload, retain=retain)
        if took > MOST_S:  # other programs run on this machine too
            took = min(self._timed(topic, payload, retain=retain) for _ in range(2))
        if took > MOST_S:
            raise ProofError(f"{self.name}: {topic} took {took:.1f} s: {payload[:200]!r}")
        if self.bus.subscriptions.faults:
            raise ProofError(f"{self.name}: stumbled over {payload[:400]!r} on {topic}")
        self.slowest, self.sent = max(self.slowest, took), self.sent + 1

    def _timed(self, topic: str, payload: bytes, *, retain: bool) -> float:
        """In s."""
        began = time.perf_counter()
        self.other.publish(topic, payload, retain=retain)
        try:
            self.after()
        except Exception as error:
            raise ProofError(f"{self.name}: {error!r} after {payload[:400]!r} on {topic}") from error
        return time.perf_counter() - began


def house(folder: Path, stack: ExitStack) -> Listener:
    """With a game on its table, in the middle of a question."""
    bus = MemoryBus()
    made = Application(Settings(data=folder / "house", broker=ELSEWHERE, place=PLACE), bus=bus)
    stack.callback(made.stop)
    made.connect()
    made.sessions.open("arkham")

    def state() -> object:
        picture = made.sessions.snapshot("t1")
        return picture.open, picture.over, len(picture.moments), repr(picture.state)  # a stray is shown: its rev rises

    return Listener("the house", bus, state, lambda: None)


def camera(folder: Path, stack: ExitStack) -> Listener:
    """Return a camera process that reads photographs. Only the page starts lessons, so they are not played here."""
    bus, at = MemoryBus(), str(folder / "camera")
    Path(at).mkdir()
    service = compose(
        CameraSettings(PLACE, at, f"{at}/pictures", f"{at}/uploads", BrokerCredentials(), kits=("d6",), demo=True), bus
    )
    stack.callback(service.sender.outbox.close)
    bus.start()
    return Listener(
        "the camera", bus, lambda: (service.sender.outbox.waiting, service.report.post.kinds), service.photographs.tick
    )


def bridge(folder: Path, stack: ExitStack) -> Listener:
    """With a reader that only pretends."""
    bus = MemoryBus()
    made = ReaderBridge(
        bus, BridgeSettings(PLACE, str(folder), BrokerCredentials(), (ReaderSettings("bag", "rdm6300"),))
    )
    stack.callback(made.stop)
    bus.start()
    return Listener("the bridge", bus, lambda: sorted(made.readers.at_work), lambda: made.turn(0))


def reader(folder: Path, stack: ExitStack) -> Listener:
    """One of the bridge's, on a line that says nothing; its turn heeds what the bus has brought."""
    (folder / "reader").mkdir()
    table = Table(folder / "reader")
    stack.callback(table.pretend.close)
    stack.callback(table.port.close)
    return Listener("a serial reader", table.bus, lambda: table.outbox.waiting, lambda: table.turns(1))


LISTENERS = (house, camera, bridge, reader)


def invent_readers(folder: Path, count: int) -> Mapping[str, int]:
    """Announce invented readers, every tenth with a reading. Raises ProofError."""
    status, what = codec.encode(ReaderStatus("online")), ReaderDescription("scanner", "", "bridge/x", "e")
    with ExitStack() as stack:
        listener = house(folder, stack)
        listener.bus.broker.retained = Forgetful()  # what a broker keeps is the broker's
        for number in range(count):
            if number == count // 10:
                begun = memory()
            name = f"bridge-{number}"
            listener.tell(
                topics.reader_status(PLACE, name), status, retain=False
            )  # a bus keeps what it said is retained
            if number % 10 == 0:
                reading = Reading(
                    f"r{number}", PLACE, f"bridge/{number}", "e", 1, objects=(SeenObject("tag", "x", 1.0),)
                )
                listener.tell(topics.reader_description(PLACE, name), codec.encode(what), retain=False)
                listener.tell(topics.reading(PLACE, name), codec.encode(reading), retain=False)
        grown = memory() - begun
    if grown > MOST_GROWTH:
        raise ProofError(f"{count} names of readers have the house grow by {grown} bytes")
    return {"names": count, "grown_bytes": grown}


class Forgetful(dict[str, bytes]):
    """Keeps nothing."""

    def __setitem__(self, key: str, value: bytes) -> None:
        """Let it go."""


def flood_all(folder: Path, seed: int, each: int) -> Mapping[str, Mapping[str, object]]:
    """Send `each` messages of every channel to all processes. Raises ProofError."""
    random, found = Random(seed), {}
    written = Quiet()
    with ExitStack() as stack:
        logger = logging.getLogger()
        logger.addHandler(written)
        stack.callback(logger.removeHandler, written)
        for make in LISTENERS:
            listener = make(folder, stack)
            before = listener.state()
            grown = flood(listener, random, each)
            if listener.state() != before:
                raise ProofError(f"{listener.name} was changed, seed {seed}")
            counted = sum(listener.bus.subscriptions.unread.values())
            found[listener.name] = {
                "messages": listener.sent,
                "slowest_ms": round(1000 * listener.slowest, 1),
                "unread": counted,
                "grown_bytes": grown,
            }
        if sum(written.lines.values()) > MOST_LINES:
            raise ProofError(f"{sum(written.lines.values())} lines were written: {written.lines.most_common(3)}")
    return found


def flood(listener: Listener, random: Random, each: int) -> int:
    """Send messages of every channel. Return the growth in bytes of each process since its first hundred."""
    heard = [channel for channel in CHANNELS if any(listener.hears(topic(channel, random)) for _ in range(40))]
    if not heard:
        raise ProofError(f"{listener.name} hears nothing: the proof is none")
    grown = 0
    for channel in heard:
        for number in range(each):
            if number == min(100, each // 2):
                begun = memory()
            listener.tell(topic(channel, random), payload(channel, random), retain=random.random() < 0.1)
        grown = max(grown, memory() - begun)
    if grown > MOST_GROWTH:
        raise ProofError(f"{listener.name} has grown by {grown} bytes")
    return grown
