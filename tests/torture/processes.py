"""The processes of a world: a reader, a display and the rules, assembled as in `companion.app`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from companion.errors import StoreError
from companion.i18n.languages import ENGLISH, Languages
from companion.messaging import Message, OutboxSender, ReadingConsumer
from companion.messaging.table_publisher import AlarmSource, TablePublisher
from companion.presentation.responses import ReaderSummary
from companion.schema import Expectation, Meaning, Prompt, Reading, SeenObject, codec, topics
from companion.sessions import SessionManager, TableSnapshot, question_of
from tests.listeners import OnChange
from tests.torture.broker import Client
from tests.torture.storage import DyingLog, DyingOutbox

PLACE = "lamp"
SURE = 0.9  # confidence of objects without doubt


def expected_prompt(picture: TableSnapshot, reading: Reading) -> str:
    """Return the prompt that a new reading must answer, "" for none."""
    asked = [prompt for prompt in picture.open if prompt.of]
    is_now = reading.expect == f"{picture.id}.{question_of(picture.open)}"
    if not is_now or len(asked) != 1 or picture.doubt is not None or picture.sources:
        return ""
    return asked[0].id if _fits(asked[0], reading) else ""


def _fits(prompt: Prompt, reading: Reading) -> bool:
    """Return whether exactly the prompted objects are there."""
    faces = {option.id for option in prompt.options if option.refused is None}
    is_clear = all(one.kind == prompt.of[0] and one.value in faces and one.conf > SURE for one in reading.objects)
    return prompt.kind == "roll" and not prompt.locked and is_clear and len(reading.objects) == prompt.most


class Reader:
    """One reader from start to end. Things present at the start are not reported."""

    senders: type[OutboxSender] = OutboxSender

    def __init__(self, source: str, outbox: DyingOutbox, bus: Client, clock: Callable[[], float]) -> None:
        self.source, self.outbox, self.bus = source, outbox, bus
        self.expect = Expectation()
        self.sender = self.senders(bus, outbox, PLACE, topics.reader_of(source), clock)
        bus.subscribe(topics.expect(PLACE), self._on_expect)

    def settle(self, zone: str, objects: tuple[SeenObject, ...], wall: float, picture: str) -> Reading:
        """Report a new arrangement under the question in force. Its picture identifies it."""
        return self.sender.put(Reading("", PLACE, self.source, "", 0, self.expect.expect, zone, objects, wall, picture))

    def _on_expect(self, message: Message) -> None:
        message.ack()
        self.expect = codec.decode(Expectation, message.payload)


PUBLIC = f"{topics.ROOT}/{PLACE}/public/#"


class Display:
    """Shows the state of the highest revision, and the newest light of each seat."""

    def __init__(self, bus: Client) -> None:
        self.bus = bus
        self.rev = -1
        self.state: dict[str, Any] = {}
        self.lights: dict[str, bytes] = {}
        bus.subscribe(PUBLIC, self._hear)
        bus.on_connection(lambda is_there: self.lights.clear() if is_there else None)

    def _hear(self, message: Message) -> None:
        message.ack()
        topic = topics.parse(message.topic)
        if topic.name == "public/light":
            self.lights[topic.seat] = message.payload
        elif topic.name == "public/state":
            state = json.loads(message.payload)
            if state["rev"] > self.rev:
                self.rev, self.state = state["rev"], state


TAGS = {"62E3": Meaning("token", "skull"), "77A0": Meaning("token", "star"), "0101": Meaning("token", "-1")}
THERE = ReaderSummary("vision-cam0", "Tray camera", "ready", "It is there.")


class Rules:
    """The rules process, from start to end."""

    def __init__(self, log: DyingLog, bus: Client, hall: SessionManager, consumer: type[ReadingConsumer]) -> None:
        self.log, self.bus, self.hall = log, bus, hall
        self.faults: list[str] = []  # of the consumer, since the last drain
        self.unanswered: list[str] = []  # clear readings without an answer, since the last drain
        self.telling = TablePublisher(self.hall, bus, no_languages(), ENGLISH, AlarmSource(lambda: (THERE,)))
        self.consumer = consumer(
            bus, self.hall.readings.handle, lambda _table, source, epoch: log.inbox.contiguous(source, epoch)
        )
        bus.will(topics.table_status(PLACE), b"offline")
        bus.subscribe(topics.reading(PLACE, topics.ANY), self.on_reading)
        bus.on_connection(lambda is_there: self._greet() if is_there else None)
        self.hall.add_listener(OnChange(self.telling.publish_table))

    def start(self) -> None:
        self.bus.start()
        self.telling.publish_initial()

    def on_reading(self, message: Message) -> None:
        reading = codec.decode(Reading, message.payload)
        table = reading.expect.rpartition(".")[0]
        prompt = expected_prompt(self.hall.snapshot(table), reading) if self._is_new(table, reading) else ""
        try:
            self.consumer.consume(message)
        except Exception as error:
            if not (self.log.fails and isinstance(error, StoreError)):
                self.faults.append(f"{error!r} because of {error.__cause__!r}")
            raise
        is_taken = prompt and not self.log.is_gone and self.log.inbox.has(reading)  # else it is left to its reader
        if is_taken and not self._is_settled(table, prompt, reading):
            self.unanswered.append(f"{reading.id} is clear and answers nothing: {prompt} of {table} is open still")

    def _is_new(self, table: str, reading: Reading) -> bool:
        return not self.log.is_gone and table in self.hall.ids() and not self.log.inbox.has(reading)

    def _is_settled(self, table: str, prompt: str, reading: Reading) -> bool:
        """Return whether the prompt is answered or a doubt is open."""
        picture = self.hall.snapshot(table)
        is_open = prompt in {one.id for one in picture.open}
        return not is_open or (picture.doubt is not None and reading.id in picture.doubt.readings)

    def _greet(self) -> None:
        self.bus.publish(topics.table_status(PLACE), b"online", retain=True)


@cache
def no_languages() -> Languages:
    return Languages(Path("no words of its own"))
