"""One table at two workers: the other one catches up on request, and catching up changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from companion.errors import NotOwnerError
from companion.hall.database.schema import THERE
from companion.hall.database.table_registry import begin_era
from companion.hall.table_deletion import wipe_table
from companion.hall.tables.served_table import ServedTable
from companion.schema import TABLE
from tests.hall.worker.served import LAMP, Hall, begin, throw

pytestmark = pytest.mark.postgres


class Two:
    """Two workers with the same table. The other one catches up on request."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.one, self.other = hall, hall.worker(), hall.worker()
        begin(self.one)
        self.other.catch_up()

    def look(self) -> None:
        """Catch up the other worker, without writing."""
        before, known = self.hall.rev, self.other.database.known
        self.other.catch_up()
        assert self.hall.rev == before == self.other.database.known > known

    def pictures(self, game: str = "t1") -> list[object]:
        found = [table.sessions.snapshot(game) for table in (self.one, self.other)]
        return [(one.state, one.open, tuple(moment.entry for moment in one.moments)) for one in found]


@pytest.fixture
def two(hall: Engine, tmp_path: Path) -> Iterator[Two]:
    made = Hall(hall, tmp_path)
    yield Two(made)
    made.stop()


def test_both_may_answer_in_turn_without_a_look_between(two: Two) -> None:
    throw(two.one)
    throw(two.other, asked_by=two.one)
    throw(two.other)
    throw(two.one, asked_by=two.other)
    two.one.catch_up()
    two.other.catch_up()
    one, other = two.pictures()
    assert one == other and len(two.one.sessions.history.entries("t1")[0]) == len(
        two.other.sessions.history.entries("t1")[0]
    )


def seen(table: ServedTable) -> object:
    """Return the state of a table in one worker."""
    sessions, shelf = table.sessions, table.sessions.tables
    state = sessions.snapshot("t1").state if "t1" in sessions.ids() else None
    return sessions.ids(), sessions.lit, shelf.away_count, state, table.calling.since, bool(table.devices.find(KEYS))


KEYS: list[str] = []
ACTS: tuple[Callable[[ServedTable], object], ...] = (
    throw,
    lambda table: table.sessions.history.undo("t1", 1),
    begin,
    lambda table: table.sessions.light("t1"),
    lambda table: table.sessions.tables.put_away("t2"),
    lambda table: table.sessions.tables.take_out("t2"),
    lambda table: table.calling.call(on=True),
    lambda table: KEYS.append(table.devices.accept(table.devices.invite("", TABLE))[1]),
    lambda table: table.devices.dismiss(table.devices.find(KEYS)[0].id),
    lambda table: table.sessions.tables.put_away("t1"),
)


def test_served_table_follows_the_acts_of_another_worker(two: Two) -> None:
    KEYS.clear()
    for act in ACTS:
        before = seen(two.one)
        act(two.one)
        two.look()
        assert seen(two.other) == seen(two.one) != before


def test_served_table_accepts_reading_of_a_game_opened_elsewhere(two: Two) -> None:
    assert begin(two.one) == "t2"
    throw(two.other, "t2", asked_by=two.one)
    two.one.catch_up()
    one, other = two.pictures("t2")
    assert one == other and len(two.one.sessions.history.entries("t2")[0]) > 1


def test_served_table_without_news_does_not_query(two: Two) -> None:
    throw(two.one)
    two.other.catch_up_with_news()
    one, other = two.pictures()
    assert one != other
    two.other.notified = two.hall.rev
    two.other.catch_up_with_news()
    one, other = two.pictures()
    assert one == other


@pytest.mark.parametrize("how", ["wiped", "given away"])
def test_served_table_of_an_ended_era_refuses_everything(two: Two, how: str) -> None:
    if how == "wiped":
        wipe_table(two.hall.engine, two.hall.settings.of(LAMP))
    else:
        with two.hall.engine.begin() as connection:
            begin_era(connection, LAMP, plays=THERE)
    acts: tuple[Callable[[ServedTable], object], ...] = (
        lambda table: table.catch_up(),
        begin,
        throw,
        lambda table: table.calling.call(on=True),
        lambda table: table.devices.invite("", TABLE),
    )
    for act in acts:
        with pytest.raises(NotOwnerError):
            act(two.other)
    if how == "wiped":
        assert not two.hall.worker().sessions.ids()
