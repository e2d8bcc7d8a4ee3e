"""What grows with a hall though nobody plays more: a registry over many lamps, what a worker hears of the tables of others, and a log
that is read as its table is taken over. On this machine, for docs/scale.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import Random

from sqlalchemy import Engine, delete, text

from companion import games
from companion.hall.database.connection import open_hall
from companion.hall.database.row_security import engine_for_table
from companion.hall.database.schema import lamps
from companion.hall.database.worker_registry import WorkerRegistry
from companion.hall.tables.served_table import ServedTable
from companion.hall.tables.table_bus import TableBus
from companion.hall.worker.message_router import MessageRouter
from companion.i18n import Languages
from companion.messaging import MemoryBus, Message
from companion.ops.health.metrics import Metrics
from companion.schema import Reading, SeenObject, codec, topics
from companion.sessions import SessionManager, SqlEventLog
from companion.settings import Settings
from tests.hall.stage import PIPS, own_games
from tests.postgres import Postgres

LAMPS = (500, 10_000, 1_000_000)
ENTRIES = (1, 150, 750, 3_000)
MESSAGES = 5_000
TIMES = 5


def walls() -> Mapping[str, Mapping[int, float]]:
    """ms, by how many."""
    postgres = Postgres()
    engine = open_hall(postgres.hall())
    try:
        return {
            "ms of a roll, by lamps": {n: registry(engine, n) for n in LAMPS},
            "ms of a reading of another worker's table": {MESSAGES: foreign()},
            "ms to take a table over, by entries of its log": {n: taken_over(engine, n) for n in ENTRIES},
        }
    finally:
        engine.dispose()
        postgres.stop()


def registry(engine: Engine, number: int) -> float:
    """The usual one, in which nothing has changed; all of them are somebody's who lives."""
    one = WorkerRegistry(engine, "http://127.0.0.1:1")
    one.renew()
    with engine.begin() as connection:
        connection.execute(delete(lamps))
        connection.execute(
            text(
                "INSERT INTO hall_lamps (name, plays, worker, turn) SELECT 'lamp-' || n, 'here', :w, 1 FROM generate_series(1, :n) n"
            ),
            {"w": one.worker, "n": number},
        )
    one.renew()
    took = _took(one.renew)
    one.leave()
    return took


def foreign() -> float:
    """From its parsed topic to its acknowledgement; the client of MQTT takes as long again for its bytes."""
    bus = MemoryBus()
    router = MessageRouter(bus, {}, lambda _name: True)
    reading = Reading(
        "r1", "lamp-1", "vision/cam0", "e", 1, "p1", "tray", tuple(SeenObject("d6", "3", 0.99) for _ in range(5))
    )
    messages = [Message(topics.reading(f"lamp-{n}", "vision-cam0"), codec.encode(reading)) for n in range(MESSAGES)]
    began = time.process_time()
    for message in messages:
        bus.subscriptions.deliver(message)
    assert router.pop_late("lamp-1"), "a reading was heard"
    return round(1000 * (time.process_time() - began) / MESSAGES, 3)


def taken_over(engine: Engine, entries: int) -> float:
    """A game in which every answer is a throw: its log read, told to nobody."""
    games.look_in(own_games())
    name, made = f"log-{entries}", engine_for_table(engine, f"log-{entries}")
    hall = SessionManager(SqlEventLog(made, time.time), Random(1), name)
    hall.open(PIPS)
    while len(hall.entries("t1")[0]) < entries:
        prompt = hall.snapshot("t1").open[0]
        hall.roll_virtually("t1", prompt.id, prompt.seat, prompt.id)
    took = _took(lambda: _lit(made, name))
    games.look_away(own_games())
    return took


def _lit(made: Engine, name: str) -> None:
    log = SqlEventLog(made, time.time)
    with log.reading_together():
        lamp = ServedTable(Settings(place=name), log, TableBus(MemoryBus()), Languages(), Metrics())
    lamp.connect()


def _took(do: Callable[[], object]) -> float:
    """ms, the shortest of a few."""
    found = []
    for _ in range(TIMES):
        began = time.perf_counter()
        do()
        found.append(time.perf_counter() - began)
    return round(1000 * min(found), 2)
