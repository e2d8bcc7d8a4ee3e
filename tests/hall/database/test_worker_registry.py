"""Who serves which lamp: every lamp has one worker, each worker its share, and the dead have none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, update
from sqlalchemy.exc import DBAPIError

from companion.hall.database.schema import THERE, lamps
from companion.hall.database.table_registry import add_tables
from companion.hall.database.worker_registry import AT_ONCE, GIVES, SILENT, WorkerRegistry
from tests.messaging.heard import wait_for

pytestmark = pytest.mark.postgres

LAMPS = [f"lamp-{number}" for number in range(1, 10)]


MADE: list[WorkerRegistry] = []


def a_registry(hall: Engine) -> WorkerRegistry:
    MADE.append(WorkerRegistry(hall, "http://127.0.0.1:1"))
    return MADE[-1]


@pytest.fixture
def nine(hall: Engine) -> Iterator[Engine]:
    add_tables(hall, LAMPS)
    yield hall
    while MADE:
        MADE.pop().leave()


def settled(*registries: WorkerRegistry) -> list[frozenset[str]]:
    """They call the registry, and give what they have too much of, until nothing changes hands any more."""
    for _ in range(len(LAMPS)):
        for registry in registries:
            called = registry.renew()
            registry.release(sorted(called.mine)[: called.surplus])
    return [registry.renew().mine for registry in registries]


def dies(registry: WorkerRegistry) -> None:
    """As its process would: the connection is gone."""
    registry._lose()


def falls_asleep(registry: WorkerRegistry, hall: Engine) -> None:
    """It holds its lock, and has not said a word for too long."""
    with hall.begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE hall_workers SET seen = clock_timestamp() - interval '{SILENT + 1} s' WHERE id = {registry.worker}"
        )


def test_one_worker_serves_all(nine: Engine) -> None:
    assert a_registry(nine).renew().mine == {*LAMPS}


def test_workers_share_alike(nine: Engine) -> None:
    one, two, three = settled(a_registry(nine), a_registry(nine), a_registry(nine))
    assert {len(one), len(two), len(three)} == {3}
    assert one | two | three == {*LAMPS} and not one & two and not two & three


def test_what_is_too_much_is_given_a_few_at_a_time(nine: Engine) -> None:
    """Each that changes hands is read anew: all at once, everybody would wait."""
    one, two = a_registry(nine), a_registry(nine)
    one.renew()
    two.renew()
    assert one.renew().surplus == min(GIVES, 9 - 5) < AT_ONCE


def test_the_lamps_of_a_dead_worker_are_taken_at_the_next_roll(nine: Engine) -> None:
    one, two = a_registry(nine), a_registry(nine)
    settled(one, two)
    dies(one)
    wait_for(lambda: two.renew().mine == {*LAMPS})  # PostgreSQL hears of it in its own time, which is milliseconds


def test_a_roll_of_before_is_known_to_be_one(nine: Engine) -> None:
    """By it a worker would take up again what it has just given away."""
    one = a_registry(nine)
    before = one.renew()
    one.release(["lamp-1"])
    assert before.releases != one.releases and one.renew().releases == one.releases


def test_what_is_given_up_though_it_is_no_workers_any_more_is_known_too(nine: Engine) -> None:
    """A table that was given to its own machine changes no registry: the worker would wait for one that knows, for ever."""
    one = a_registry(nine)
    one.renew()
    with nine.begin() as connection:
        connection.execute(update(lamps).where(lamps.c.name == "lamp-1").values(plays=THERE))
    assert "lamp-1" not in one.renew().mine
    one.release(["lamp-1"])
    assert one.renew().releases == one.releases


def test_who_did_not_come_onto_the_roll_is_not_taken_for_one_that_did(
    nine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = a_registry(nine)
    with monkeypatch.context() as patch:
        patch.setattr("companion.hall.database.worker_registry.WORKER_LOCKS", "no number")
        with pytest.raises(DBAPIError):
            one.renew()
    assert one.worker == 0 and one._connection is None
    assert one.renew().mine == {*LAMPS}


def test_of_a_worker_that_was_silent_for_a_day_nothing_is_known(nine: Engine) -> None:
    one = a_registry(nine)
    one.renew()
    with nine.begin() as connection:
        connection.exec_driver_sql("UPDATE hall_workers SET seen = seen - interval '25 hours'")
    a_registry(nine).renew()
    with nine.connect() as connection:
        assert one.worker not in connection.exec_driver_sql("SELECT id FROM hall_workers").scalars().all()


def test_a_worker_that_sleeps_is_dead_to_the_others(nine: Engine) -> None:
    one, two = a_registry(nine), a_registry(nine)
    settled(one, two)
    falls_asleep(one, nine)
    assert two.renew().mine == {*LAMPS}
    assert not one.renew().mine, "it wakes, and finds that it serves nothing any more"


def test_who_loses_its_connection_keeps_what_nobody_has_taken(nine: Engine) -> None:
    one = a_registry(nine)
    before = one.renew().mine
    number = one.worker
    dies(one)
    assert one.renew().mine == before and one.worker != number


def test_who_leaves_leaves_at_once(nine: Engine) -> None:
    one, two = a_registry(nine), a_registry(nine)
    settled(one, two)
    one.leave()
    assert two.renew().mine == {*LAMPS}


def test_each_time_a_lamp_changes_hands_its_turn_rises(nine: Engine) -> None:
    one, two = a_registry(nine), a_registry(nine)
    one.renew()
    dies(one)
    wait_for(lambda: two.renew().mine == {*LAMPS})
    with nine.connect() as connection:
        assert set(connection.exec_driver_sql("SELECT turn FROM hall_lamps").scalars()) == {2}


def test_a_table_that_plays_at_its_own_machine_is_nobodys(nine: Engine) -> None:
    add_tables(nine, ["far"], THERE)
    called = a_registry(nine).renew()
    assert "far" not in called.mine and "far" not in called.all


def test_a_lamp_that_is_added_while_workers_run_is_served(nine: Engine) -> None:
    one = a_registry(nine)
    one.renew()
    add_tables(nine, ["new", "lamp-1"])
    assert one.renew().mine == {*LAMPS, "new"}
