"""One table as several workers serve it, over a broker in memory and a real PostgreSQL."""

from __future__ import annotations

import itertools
from pathlib import Path

from sqlalchemy import Engine

from companion import games
from companion.hall.database.table_database import table_mark
from companion.hall.database.table_registry import add_tables
from companion.hall.settings import HallSettings
from companion.hall.tables.served_table import ServedTable, WorkerParts
from companion.i18n.languages import Languages
from companion.messaging import MemoryBus, Message
from companion.messaging.bus import MemoryBroker
from companion.ops.health.metrics import Metrics
from companion.schema import PublicEvent, PublicState, Reading, SeenObject, codec, topics
from companion.web.sse import RenderGate
from tests.hall.stage import PIPS, own_games

LAMP = "lamp-1"
IDS = itertools.count(1)


class WorkerBus(MemoryBus):
    """A worker's bus with the methods of `MqttBus`."""

    confirms = True

    def wait_published(self) -> bool:
        return self.confirms


class Hall:
    """A hall with one table. `worker` serves it once more."""

    def __init__(self, engine: Engine, data: Path) -> None:
        games.look_in(own_games())
        self.engine, self.settings, self.broker = engine, HallSettings(data=data), MemoryBroker()
        add_tables(engine, [LAMP])
        self.asked: list[str] = []  # requests to publish
        self.answers: list[PublicEvent] = []  # published to displays
        display = MemoryBus(self.broker)
        display.subscribe(topics.public_event(LAMP), self._hear)
        display.start()

    def _hear(self, message: Message) -> None:
        event = codec.decode(PublicEvent, message.payload)
        self.answers += [event] if event.kind == "answer" else []

    def worker(self) -> ServedTable:
        bus = WorkerBus(self.broker)
        bus.start()
        own = Languages(), Metrics(), RenderGate(4), self.asked.append
        parts = WorkerParts(self.engine, bus, *own)  # type: ignore[arg-type]
        return ServedTable(self.settings.of(LAMP), parts)

    @property
    def rev(self) -> int:
        return table_mark(self.engine, LAMP).rev

    def told(self, column: str = "told") -> object:
        """Return a column of the table's row."""
        with self.engine.connect() as connection:
            query = f"SELECT {column} FROM hall_lamps WHERE name = '{LAMP}'"
            return connection.exec_driver_sql(query).scalar()

    @property
    def retained(self) -> PublicState:
        return codec.decode(PublicState, self.broker.retained[topics.public_state(LAMP)])

    def stop(self) -> None:
        games.look_away(own_games())


def throw(table: ServedTable, game: str = "t1", asked_by: ServedTable | None = None) -> None:
    """Commit a reading for the open prompt, as far as this worker or another one has it."""
    prompt, number = (asked_by or table).sessions.snapshot(game).open[0], next(IDS)
    seen = tuple(SeenObject("d6", "3", 0.999) for _ in range(prompt.most))
    expect = f"{game}.{prompt.id.partition('.')[0]}"
    reading = Reading(f"r{number}", LAMP, "vision/cam0", "e", number, expect, "tray", seen)
    assert table.handle_reading(reading) == "committed"


def begin(table: ServedTable) -> str:
    """Open and light another game."""
    return table.sessions.open(PIPS)
