"""A table's part in an event of many: its own count is right at once, the others' as far as the hall has told."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.sharing import CountFile, Sharing
from companion.venue.events import Count, Event
from companion.web.sent.event import SharedEvent
from companion.wire.prompt import Refused

KRAKEN = Event(7, "The Kraken", 500, 0, is_over=False)


def heard(total: int, own: Count = Count(), *, is_over: bool = False) -> Event:  # noqa: B008 - it is frozen
    return Event(7, "The Kraken", 500, total, is_over, own)


class Table:
    """One at its own machine."""

    def __init__(self, folder: Path) -> None:
        self.file = CountFile(folder / "event.json")
        self.told = 0
        self.sharing = Sharing(self._changed, self.file, self.file.read())

    def _changed(self) -> None:
        self.told += 1

    @property
    def now(self) -> SharedEvent:
        now = self.sharing.now()
        assert now is not None
        return now


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_without_a_hall_there_is_no_event(table: Table) -> None:
    assert table.sharing.now() is None
    with pytest.raises(Refused, match="is over"):
        table.sharing.count(7, 1, 1)


def test_what_is_done_here_is_in_the_sum_at_once(table: Table) -> None:
    table.sharing.hear(heard(100))
    table.sharing.count(7, 3, 1)
    assert (table.now.total, table.now.own, table.now.version) == (103, 3, 1)


def test_it_is_in_the_sum_once_when_the_hall_has_heard_of_it(table: Table) -> None:
    table.sharing.hear(heard(100))
    table.sharing.count(7, 3, 1)
    table.sharing.hear(heard(111, Count(3, 1)))
    assert (table.now.total, table.now.own) == (111, 3)


def test_without_a_network_the_table_counts_on(table: Table, tmp_path: Path) -> None:
    table.sharing.hear(heard(100))
    for version, total in enumerate((1, 6, 11), 1):
        table.sharing.count(7, total, version)
    again = Table(tmp_path)  # and over a power cut
    again.sharing.hear(heard(250, Count(1, 1)))
    assert (again.now.total, again.now.own) == (260, 11)
    assert again.sharing.own == (7, Count(11, 3)), "which the hall is told next"


def test_of_two_phones_the_later_is_told_how_it_stands(table: Table) -> None:
    table.sharing.hear(KRAKEN)
    table.sharing.count(7, 3, 1)
    table.sharing.count(7, 3, 1)  # sent once more
    with pytest.raises(Refused, match="stands at 3"):
        table.sharing.count(7, 5, 1)
    assert table.now.own == 3


@pytest.mark.parametrize("total", [-1, 10**7])
def test_a_count_is_a_number_that_can_be(table: Table, total: int) -> None:
    table.sharing.hear(KRAKEN)
    with pytest.raises(Refused, match="from 0 to"):
        table.sharing.count(7, total, 1)


def test_what_is_over_stands(table: Table) -> None:
    table.sharing.hear(heard(500, is_over=True))
    assert table.now.is_over
    with pytest.raises(Refused, match="is over"):
        table.sharing.count(7, 1, 1)


def test_the_next_event_begins_at_nothing(table: Table) -> None:
    table.sharing.hear(KRAKEN)
    table.sharing.count(7, 3, 1)
    table.sharing.hear(Event(8, "Its mother", 900, 0, is_over=False))
    assert (table.now.id, table.now.own, table.now.total) == (8, 0, 0)


def test_pages_are_told_where_something_has_changed_and_not_else(table: Table) -> None:
    table.sharing.hear(KRAKEN)
    table.sharing.hear(KRAKEN)
    assert table.told == 1
    table.sharing.count(7, 3, 1)
    assert table.told == 2


@pytest.mark.parametrize("text", ["", "{", "[]", '["x", {}]', '[7, {"total": "x"}]', "7"])
def test_a_file_that_cannot_be_read_is_none(table: Table, tmp_path: Path, text: str) -> None:
    (tmp_path / "event.json").write_text(text)
    assert table.file.read() == (0, Count())
