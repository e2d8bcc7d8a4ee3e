"""The application as a process that can be killed at each commit point. Broker and readers are separate processes."""

from __future__ import annotations

import faulthandler
import json
import logging
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import event

import firmware_bridge
from companion.app import Application
from companion.messaging import BrokerCredentials, Handler, Message, MqttBus
from companion.schema import Expectation, Reading, TopicError, codec
from companion.schema.topics import parse
from companion.sessions import LogRow, ReceivedReading, SqlEventLog
from companion.settings import BrokerSettings, CameraSettings, Settings
from tests.chaos.fuse import Fuse

GAMES = Path(__file__).parent / "games"
TAGS = Path(firmware_bridge.__file__).parent / "tags" / "demo.toml"
PLACE = "lamp"
AGAIN = "~"  # precedes the new number that the naive application gives to a reading
CONNECTED = "connected"  # a file in the data folder that exists while the broker is reached


@dataclass(frozen=True, slots=True)
class Told:
    """Arguments of the process."""

    data: str
    database: str
    account: BrokerCredentials
    port: int
    naive: bool = False  # accept every reading as new, for the current question


class FusedLog(SqlEventLog):
    """Has fuse points before, inside and after each commit."""

    def __init__(self, url: str, clock: Callable[[], float], fuse: Fuse) -> None:
        super().__init__(url, clock)
        self._fuse, self._what = fuse, ""
        event.listen(self.database.engine, "commit", self._written)

    def append(self, table: str, rows: Sequence[LogRow], received: ReceivedReading | None = None) -> None:
        kind = "undo" if any(row.kind == "undo" for row in rows) else "tap"
        self._what = self._what or ("reading" if received is not None else kind if rows else "")
        self._fuse(f"{self._what}: before it is committed")
        super().append(table, rows, received)

    @contextmanager
    def changing(self, table: str) -> Iterator[int | None]:
        """Commit everything appended meanwhile."""
        with self._told(), super().changing(table) as stored:
            yield stored

    @contextmanager
    def _told(self) -> Iterator[None]:
        self._what = ""
        try:
            yield
        finally:
            what, self._what = self._what, ""
        if what:
            self._fuse(
                "reading: committed, not acknowledged" if what == "reading" else f"{what}: committed, nobody told"
            )

    def open(self, table: str, game: str, rows: Sequence[LogRow] = (), rev: int = 0, *, aside: bool = False) -> None:
        self._fuse("opening: before it is committed")
        with self._told():
            self._what = "opening"
            super().open(table, game, rows, rev, aside=aside)

    def _written(self, _connection: Any) -> None:
        if self._what:
            self._fuse(f"{self._what}: written, not yet committed")


class NaiveLog(FusedLog):
    """Has no inbox, so a repeated reading is new to it."""

    def append(self, table: str, rows: Sequence[LogRow], _received: ReceivedReading | None = None) -> None:
        super().append(table, rows)

    def has_reading(self, _reading: Reading) -> bool:
        return False


class FusedBus(MqttBus):
    """Has fuse points around each acknowledgement and each publication."""

    fuse: Fuse
    naive = False
    asked = ""  # newest published question
    numbers = count()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        before, after = POINTS.get(kind_of(topic), ("", ""))
        if kind_of(topic) == "expect":
            self.asked = codec.decode(Expectation, payload).expect
        self.fuse(before)
        super().publish(topic, payload, retain=retain)
        self.fuse(after)

    def subscribe(self, pattern: str, handler: Handler, group: str = "") -> None:
        super().subscribe(pattern, lambda message: handler(self._watched(message)), group)

    def _watched(self, message: Message) -> Message:
        if kind_of(message.topic) != "reading":
            return message

        def ack() -> None:
            message.ack()
            self.fuse("acknowledged to the broker")

        return replace(message, ack=ack, payload=self._now(message.payload) if self.naive else message.payload)

    def _now(self, payload: bytes) -> bytes:
        """Turn a reading into a new one for the current question."""
        told = json.loads(payload)
        return json.dumps({**told, "expect": self.asked, "id": f"{told['id']}{AGAIN}{next(self.numbers)}"}).encode()


POINTS = {
    "ack": ("before the acknowledgement is sent", "acknowledged to the reader, not to the broker"),
    "public/state": ("before the displays are told", "the displays are told"),
}
"""Fuse points before and after publishing, by kind of topic."""


def kind_of(topic: str) -> str:
    """Return the kind of a topic.

    >>> kind_of("lamplight/v1/lamp/public/state"), kind_of("elsewhere/state")
    ('public/state', '')
    """
    try:
        return parse(topic).name
    except TopicError:
        return ""


class RulesHouse(Application):
    """The application without starting its readers."""

    def start(self) -> None:
        self.connect()
        self._server = self._serve()
        self._server.start()
        self.table_runtime.announce()


def run(told: Told, fuse: Fuse) -> None:
    """Run until killed."""
    faulthandler.register(signal.SIGUSR1)  # to find the reason of a hang
    logging.basicConfig(filename=Path(told.data) / "rules.log", level=logging.INFO, force=True)
    bus = FusedBus(told.account, f"{told.account.user}.{PLACE}", lasting=True)
    bus.fuse, bus.naive = fuse, told.naive
    log = (NaiveLog if told.naive else FusedLog)(told.database, time.time, fuse)
    account = told.account
    settings = Settings(
        place=PLACE,
        data=Path(told.data),
        database=told.database,
        bind="127.0.0.1",
        port=told.port,
        own_games=GAMES,
        broker=BrokerSettings(kind="external", host=account.host, port=account.port, user=account.user, password=account.password),
        camera=CameraSettings(source="elsewhere"),
        tags=TAGS,
    )  # fmt: skip
    mark = Path(told.data) / CONNECTED
    mark.unlink(missing_ok=True)
    bus.on_connection(lambda is_there: mark.touch() if is_there else mark.unlink(missing_ok=True))
    house = RulesHouse(settings, demo=True, bus=bus, log=log)
    house.start()
    while True:
        time.sleep(60)
