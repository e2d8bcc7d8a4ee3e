"""Several workers publish one table: the broker has the newest state, and each event is published once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from companion.errors import NotOwnerError
from companion.hall.table_deletion import wipe_table
from companion.hall.tables.served_table import ServedTable
from companion.hall_link import read_report
from companion.messaging.table_publisher import ALL_SEATS
from companion.presentation import expect_of
from companion.schema import Expectation, codec, topics
from tests.hall.worker.served import LAMP, Hall, WorkerBus, begin, throw

pytestmark = pytest.mark.postgres


@dataclass
class Two:
    hall: Hall
    one: ServedTable
    other: ServedTable

    def is_newest(self, game: str = "t1") -> bool:
        """Return whether broker and row have the current question."""
        kept = codec.decode(Expectation, self.hall.broker.retained[topics.expect(LAMP)])
        newest = self.hall.worker().sessions.snapshot(game)
        return kept == expect_of(newest) and self.hall.told() == self.hall.rev

    def bus_of(self, table: ServedTable) -> WorkerBus:
        bus = table._parts.bus
        assert isinstance(bus, WorkerBus)
        return bus


@pytest.fixture
def two(hall: Engine, tmp_path: Path) -> Iterator[Two]:
    made = Hall(hall, tmp_path)
    two = Two(made, made.worker(), made.worker())
    begin(two.one)
    two.one.publish_pending()
    yield two
    made.stop()


def test_publisher_keeps_the_newest_state_at_the_broker(two: Two) -> None:
    revs = [two.hall.retained.rev]
    for thrower, teller in ((two.one, two.other), (two.other, two.one), (two.other, two.other), (two.one, two.other)):
        thrower.catch_up()
        throw(thrower)
        teller.publish_pending()
        assert two.is_newest()
        revs.append(two.hall.retained.rev)
    assert revs == sorted({*revs}), "it only rises"


def test_publisher_skips_published_state(two: Two) -> None:
    two.hall.asked.clear()
    before = dict(two.hall.broker.retained)
    throw(two.one)
    assert two.hall.asked == [LAMP] and two.hall.broker.retained == before, "a change only asks for it"
    two.one.publish_pending()
    for table in (two.one, two.other):
        table.bus.publish = pytest.fail  # type: ignore[method-assign]
        table.publish_pending()


def test_publisher_publishes_each_event_once(two: Two) -> None:
    for teller in (two.one, two.other, two.one, two.one, two.other):
        two.one.catch_up()
        throw(two.one)
        teller.publish_pending()
    two.hall.worker().publish_pending()
    assert len(two.hall.answers) == 5


def test_unconfirmed_state_is_published_again(two: Two) -> None:
    before = two.hall.told()
    two.bus_of(two.one).confirms = False
    throw(two.one)
    two.one.publish_pending()
    assert two.hall.told() == before != two.hall.rev
    two.other.publish_pending()
    assert two.is_newest()


def forget(two: Two) -> dict[str, bytes]:
    """Clear the broker and the row; return the retained messages."""
    kept = dict(two.hall.broker.retained)
    two.hall.broker.retained.clear()
    with two.hall.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE hall_lamps SET told = 0")
    return kept


@pytest.mark.parametrize("who", ["one", "other"])
def test_publisher_restores_a_broker_that_lost_everything(two: Two, who: str) -> None:
    throw(two.one)
    two.one.publish_pending()
    before, kept = two.hall.retained.rev, forget(two)
    getattr(two, who).publish_pending()
    now = two.hall.broker.retained
    lights = {topics.public_light(LAMP, seat) for seat in ALL_SEATS}
    named = {topics.table_status(LAMP), topics.discovery(LAMP), topics.expect(LAMP), topics.public_state(LAMP)}
    assert now.keys() == kept.keys() and named <= now.keys() and lights & now.keys()
    assert now[topics.table_status(LAMP)] == b"online" and two.hall.retained.rev > before
    assert two.is_newest() and len(two.hall.answers) == 1


def test_publisher_stores_the_report_for_the_staff(two: Two) -> None:
    throw(two.one)
    two.one.calling.call(on=True)
    two.other.publish_pending()
    report = read_report(two.hall.told("report"))
    assert (report.answers, report.games, report.help) == (1, 1, two.one.calling.since)
    assert report.answered > 0


def test_wiped_table_publishes_nothing_more(two: Two) -> None:
    throw(two.one)
    wipe_table(two.hall.engine, two.hall.settings.of(LAMP))
    before = dict(two.hall.broker.retained)
    two.one.publish_pending()
    two.one.notified = two.hall.rev
    with pytest.raises(NotOwnerError):
        two.one.publish_pending()
    assert two.hall.broker.retained == before and not two.hall.told()
    two.hall.worker().publish_pending()
    assert not two.hall.retained.game and two.hall.told() == two.hall.rev


def test_locked_row_stops_other_publishers(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that finds the row locked leaves publishing to the other."""
    throw(two.one)
    before: list[Any] = []

    def confirmed() -> bool:
        before.append(dict(two.hall.broker.retained))
        with ThreadPoolExecutor(1) as pool:
            pool.submit(two.other.publish_pending).result(20)
        before.append(dict(two.hall.broker.retained))
        return True

    monkeypatch.setattr(two.bus_of(two.one), "wait_published", confirmed)
    two.one.publish_pending()
    assert before[0] == before[1] and two.is_newest()
