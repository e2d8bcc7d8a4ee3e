"""Shared events: the sum over all tables is right after losses, repetitions and delays."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random

import pytest
from sqlalchemy import Engine

from companion.hall.database.connection import open_hall
from companion.hall.database.event_repository import (
    UnknownHallEventError,
    begin_event,
    change_count,
    end_event,
    load_standing,
    merge_counts,
)
from companion.schema import EventCount, Refused
from tests.postgres import Postgres

pytestmark = pytest.mark.postgres


def total(hall: Engine) -> int:
    found = load_standing(hall)
    assert found is not None
    return found.event.total


def merge(hall: Engine, lamp: str, counts: Mapping[int, EventCount]) -> Mapping[int, EventCount]:
    """Merge counts as sent by a table's own machine."""
    with hall.begin() as connection:
        return merge_counts(connection, lamp, counts)


@pytest.fixture
def kraken(hall: Engine) -> int:
    assert load_standing(hall) is None
    return begin_event(hall, "The Kraken", 500)


def test_event_adds_up_the_counts_of_all_tables(hall: Engine, kraken: int) -> None:
    for lamp, count in (("lamp-1", EventCount(30, 1)), ("lamp-2", EventCount(4, 1)), ("lamp-1", EventCount(5, 2))):
        for _ in range(3):  # repetitions count once
            assert change_count(hall, lamp, kraken, count) == count
    assert total(hall) == 9
    with pytest.raises(Refused, match="stands at 5"):  # two simultaneous taps
        change_count(hall, "lamp-1", kraken, EventCount(2, 2))
    found = load_standing(hall)
    assert found is not None
    event = found.of("lamp-1")
    assert (event.title, event.goal, event.own, event.total) == ("The Kraken", 500, EventCount(5, 2), 9)


def test_event_total_is_right_despite_lost_and_late_messages(hall: Engine, kraken: int) -> None:
    """Ten tables over an unreliable network. Each is received once at the end."""
    random, counts, sent = Random(5), [EventCount()] * 10, list[tuple[int, EventCount]]()
    for _ in range(400):
        table = random.randrange(10)
        before = counts[table]
        counts[table] = EventCount(max(0, before.total + random.choice((1, 2, 5, -1))), before.version + 1)
        sent.append((table, counts[table]))
        for _ in range(random.randrange(3)):  # some of the messages arrive, in any order
            late, count = random.choice(sent)
            merge(hall, f"lamp-{late}", {kraken: count})
    for table, count in enumerate(counts):
        merge(hall, f"lamp-{table}", {kraken: count})
    assert total(hall) == sum(count.total for count in counts)


def test_ended_event_refuses_counts_and_adds_late_ones(hall: Engine, kraken: int) -> None:
    end_event(hall, kraken)
    with pytest.raises(Refused, match="is over"):
        change_count(hall, "lamp-1", kraken, EventCount(1, 1))
    merge(hall, "far", {kraken: EventCount(7, 3)})  # offline until now
    assert total(hall) == 7


def test_begin_event_never_repeats_a_number_on_a_fresh_database(hall: Engine, postgres: Postgres) -> None:
    """A table remembers its part in an event, and the next event runs on a fresh database."""
    before = begin_event(hall, "The Kraken", 500)
    fresh = open_hall(postgres.hall())
    now = begin_event(fresh, "Its mother", 500, lambda: time.time() + 1)
    merge(fresh, "far", {before: EventCount(57, 23)})
    assert total(fresh) == 0 and now > before
    fresh.dispose()


def test_begin_event_twice_returns_the_same_number(hall: Engine, kraken: int) -> None:
    """A worker has died during the request, and the proxy has asked another one."""
    change_count(hall, "lamp-1", kraken, EventCount(3, 1))
    assert begin_event(hall, "The Kraken", 500) == kraken and total(hall) == 3
    end_event(hall, kraken)
    assert begin_event(hall, "The Kraken", 500) > kraken and total(hall) == 0


@pytest.mark.parametrize("count", [EventCount(-1, 9), EventCount(10**7, 9), EventCount(1, -1), EventCount(1, 2**40)])
def test_merge_counts_leaves_out_impossible_counts(hall: Engine, kraken: int, count: EventCount) -> None:
    change_count(hall, "lamp-1", kraken, EventCount(3, 1))
    assert merge(hall, "far", {kraken: count, 10**30: EventCount(1, 1)}) == {}
    assert total(hall) == 3


@pytest.mark.parametrize(
    ("title", "goal"), [("", 5), (" ", 5), ("x" * 61, 5), ("a\nb", 5), ("Kraken", 0), ("Kraken", 10**7)]
)
def test_begin_event_needs_a_title_and_a_goal(hall: Engine, title: str, goal: int) -> None:
    with pytest.raises(Refused):
        begin_event(hall, title, goal)


def test_unknown_event_cannot_be_ended_or_counted(hall: Engine) -> None:
    with pytest.raises(UnknownHallEventError):
        end_event(hall, 41)
    assert merge(hall, "far", {41: EventCount(1, 1)}) == {}
