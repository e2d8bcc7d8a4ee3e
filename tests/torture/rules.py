"""The rules process, assembled as in `companion.app`: log, sessions, reading consumer, publisher."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from companion.errors import StoreError
from companion.i18n.languages import ENGLISH, Languages
from companion.messaging import Message, ReadingConsumer
from companion.messaging.table_publisher import AlarmSource, TablePublisher
from companion.presentation.responses import ReaderSummary
from companion.schema import Meaning, Reading, codec, topics
from companion.sessions import SessionManager, TagBook
from tests.listeners import OnChange
from tests.torture.broker import Client
from tests.torture.due import due
from tests.torture.kept import DyingLog

PLACE = "lamp"
TAGS = {"62E3": Meaning("token", "skull"), "77A0": Meaning("token", "star"), "0101": Meaning("token", "-1")}
AWAY = ReaderSummary("vision-cam0", "Tray camera", "offline", "It is away.")
THERE = ReaderSummary("vision-cam0", "Tray camera", "ready", "It is there.")


class Rules:
    """From its start to whatever ends it."""

    ears: type[ReadingConsumer] = ReadingConsumer
    halls: type[SessionManager] = SessionManager

    def __init__(self, log: DyingLog, bus: Client, random: Random, taught: Path) -> None:
        """`taught`: the file of what people said that tags stand for."""
        self.log, self.bus = log, bus
        self.senses: Sequence[ReaderSummary] = (THERE,)
        self.faults: list[str] = []  # of the ear, since anybody looked last
        self.unanswered: list[
            str
        ] = []  # throws that were taken in and should have been answers, since anybody looked last
        self.hall = self.halls(log, random, PLACE, TagBook(TAGS, taught))
        self.telling = TablePublisher(self.hall, bus, words(), ENGLISH, AlarmSource(lambda: self.senses))
        self.ear = self.ears(
            bus, self.hall.readings.handle, lambda _table, source, epoch: log.inbox.contiguous(source, epoch)
        )
        bus.will(topics.table_status(PLACE), b"offline")
        bus.subscribe(topics.reading(PLACE, topics.ANY), self.hear)
        bus.on_connection(lambda is_there: self._greet() if is_there else None)
        self.hall.add_listener(OnChange(self.telling.publish_table))

    def start(self) -> None:
        self.bus.start()
        self.telling.publish_initial()

    def hear(self, message: Message) -> None:
        reading = codec.decode(Reading, message.payload)
        table = reading.expect.rpartition(".")[0]
        prompt = due(self.hall.snapshot(table), reading) if self._is_new(table, reading) else ""
        try:
            self.ear.consume(message)
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
def words() -> Languages:
    return Languages(Path("no words of its own"))
