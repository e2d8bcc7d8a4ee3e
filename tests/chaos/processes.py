"""The processes that are killed: the server, and the camera's reader without pictures. A fuse kills either at a commit point."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sqlalchemy import event

from companion.app import Application
from companion.messaging import BrokerCredentials, Handler, Message, MqttBus, Outbox, OutboxSender
from companion.schema import Ack, Expectation, ReaderStatus, Reading, SeenObject, TopicError, codec, topics
from companion.sessions import LogRow, ReceivedReading, SqlEventLog
from companion.settings import BrokerSettings, CameraSettings, Settings

GAMES = Path(__file__).parent / "games"
PLACE = "lamp"
SOURCE = "vision/cam0"
READER = topics.reader_of(SOURCE)
CONNECTED = "connected"  # a file in the data folder that exists while the server has reached the broker
TURN = 0.02  # s between checks for resending
PATIENCE = 2.0  # s to wait for the question
POINTS = {
    "rules": (
        "reading: before it is committed",
        "reading: written, not yet committed",
        "reading: committed, not acknowledged",
        "tap: before it is committed",
        "tap: written, not yet committed",
        "tap: committed, not published",
        "undo: before it is committed",
        "undo: written, not yet committed",
        "undo: committed, not published",
        "opening: before it is committed",
        "opening: written, not yet committed",
        "opening: committed, not published",
        "before the acknowledgement is sent",
        "acknowledged to the reader, not to the broker",
        "acknowledged to the broker",
        "before the state is published",
        "the state is published",
    ),
    "reader": (
        "before a reading is kept",
        "kept, not sent",
        "before it is sent",
        "sent",
        "acknowledged, not forgotten",
        "forgotten",
    ),
}
"""Points at which a process may die."""
PUBLISHING = {
    "ack": ("before the acknowledgement is sent", "acknowledged to the reader, not to the broker"),
    "public/state": ("before the state is published", "the state is published"),
    "reading": ("before it is sent", "sent"),
}
"""Points before and after publishing, by kind of topic."""


@dataclass(slots=True)
class Fuse:
    """Kills the process like kill -9 when it passes `point` for the `nth` time. Appends the point to `book` before."""

    book: Path
    point: str | None = None
    nth: int = 1

    def __call__(self, point: str) -> None:
        if point != self.point:
            return
        self.nth -= 1
        if self.nth == 0:
            with self.book.open("a", encoding="utf-8") as book:
                book.write(f"{point}\n")
            os.kill(os.getpid(), signal.SIGKILL)


class FusedLog(SqlEventLog):
    """Has fuse points before, inside and after each commit."""

    def __init__(self, url: str, clock: Callable[[], float], fuse: Fuse) -> None:
        super().__init__(url, clock)
        self._fuse, self._kind = fuse, ""
        event.listen(self.database.engine, "commit", self._on_commit)

    def append(self, table: str, rows: Sequence[LogRow], received: ReceivedReading | None = None) -> None:
        kind = "undo" if any(row.kind == "undo" for row in rows) else "tap"
        self._kind = self._kind or ("reading" if received is not None else kind if rows else "")
        self._fuse(f"{self._kind}: before it is committed")
        super().append(table, rows, received)

    @contextmanager
    def changing(self, table: str) -> Iterator[int | None]:
        """Commit everything appended meanwhile."""
        with self._transaction(""), super().changing(table) as stored:
            yield stored

    def open(self, table: str, game: str, rows: Sequence[LogRow] = (), rev: int = 0, *, aside: bool = False) -> None:
        self._fuse("opening: before it is committed")
        with self._transaction("opening"):
            super().open(table, game, rows, rev, aside=aside)

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[None]:
        self._kind = kind
        try:
            yield
        finally:
            kind, self._kind = self._kind, ""
        if kind:
            self._fuse(f"{kind}: committed, not {'acknowledged' if kind == 'reading' else 'published'}")

    def _on_commit(self, _connection: Any) -> None:
        if self._kind:
            self._fuse(f"{self._kind}: written, not yet committed")


class FusedBus(MqttBus):
    """Has fuse points around each acknowledgement and each publication."""

    fuse: Fuse

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        before, after = PUBLISHING.get(kind_of(topic), ("", ""))
        self.fuse(before)
        super().publish(topic, payload, retain=retain)
        self.fuse(after)

    def subscribe(self, pattern: str, handler: Handler, group: str = "") -> None:
        super().subscribe(pattern, lambda message: handler(self._fused(message)), group)

    def _fused(self, message: Message) -> Message:
        if kind_of(message.topic) != "reading":
            return message

        def ack() -> None:
            message.ack()
            self.fuse("acknowledged to the broker")

        return replace(message, ack=ack)


def kind_of(topic: str) -> str:
    try:
        return topics.parse(topic).name
    except TopicError:
        return ""


class RulesApplication(Application):
    """The application without starting its readers."""

    def start(self) -> None:
        self.connect()
        self._server = self._serve()
        self._server.start()
        self.table_runtime.announce()


def run_rules(data: Path, database: str, account: BrokerCredentials, port: int, fuse: Fuse) -> None:
    """Run the server until it is killed."""
    logging.basicConfig(filename=data / "rules.log", level=logging.INFO, force=True)
    bus = FusedBus(account, f"{account.user}.{PLACE}", lasting=True)
    bus.fuse = fuse
    settings = Settings(
        place=PLACE,
        data=data,
        database=database,
        bind="127.0.0.1",
        port=port,
        own_games=GAMES,
        broker=BrokerSettings(kind="external", host=account.host, port=account.port, user=account.user, password=account.password),
        camera=CameraSettings(source="elsewhere"),
    )  # fmt: skip
    mark = data / CONNECTED
    mark.unlink(missing_ok=True)
    bus.on_connection(lambda connected: mark.touch() if connected else mark.unlink(missing_ok=True))
    RulesApplication(settings, demo=True, bus=bus, log=FusedLog(database, time.time, fuse)).start()
    wait_for_parent()


def wait_for_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()


class FusedOutbox(Outbox):
    fuse: Fuse

    def put(self, reading: Reading, mark: str = "") -> Reading:
        self.fuse("before a reading is kept")
        kept = super().put(reading, mark)
        self.fuse("kept, not sent")
        return kept

    def acknowledge(self, ack: Ack) -> int:
        self.fuse("acknowledged, not forgotten")
        forgotten = super().acknowledge(ack)
        if forgotten:
            self.fuse("forgotten")
        return forgotten


class LightReader:
    """Reports throws for the newest question, as a camera does."""

    def __init__(self, outbox: Path, account: BrokerCredentials, fuse: Fuse) -> None:
        self.bus, self.outbox = FusedBus(account, f"{account.user}.{READER}"), FusedOutbox(outbox)
        self.bus.fuse = self.outbox.fuse = fuse
        self.sender = OutboxSender(self.bus, self.outbox, PLACE, READER, time.monotonic)
        self.expect = Expectation()
        self.bus.subscribe(topics.expect(PLACE), self._on_expect)
        self.bus.will(topics.reader_status(PLACE, READER), codec.encode(ReaderStatus("offline")))
        online = codec.encode(ReaderStatus("online", attached=True))
        self.bus.publish(topics.reader_status(PLACE, READER), online, retain=True)

    def _on_expect(self, message: Message) -> None:
        message.ack()
        self.expect = codec.decode(Expectation, message.payload)

    def throw(self, prompt: str, faces: Sequence[str]) -> str:
        """Publish dice; return the id of the reading."""
        until = time.monotonic() + PATIENCE
        while prompt not in {want.prompt for want in self.expect.wants} and time.monotonic() < until:
            time.sleep(TURN / 10)
        seen = tuple(SeenObject("mom_d8", face, 0.99) for face in faces)
        return self.sender.put(Reading("", PLACE, SOURCE, "", 0, self.expect.expect, "tray", seen)).id


def run_reader(outbox: Path, account: BrokerCredentials, throws: Connection, fuse: Fuse) -> None:
    """Run until killed. `throws` brings prompts with faces, and takes the ids of their readings."""
    reader = LightReader(outbox, account, fuse)
    reader.bus.start()
    while True:
        if throws.poll(TURN):
            try:
                throws.send(reader.throw(*throws.recv()))
            except (EOFError, BrokenPipeError):  # the parent is gone
                return
        reader.sender.tick()
