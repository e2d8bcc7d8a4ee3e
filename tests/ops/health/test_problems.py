"""What is wrong keeps the time since when it is, is logged once, and whoever shows it hears when it changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.ops.health.inputs import HealthInputs
from companion.ops.health.problems import ProblemList


class Book:
    """A health whose facts and clock are turned by hand."""

    def __init__(self) -> None:
        self.facts, self.now, self.changes = HealthInputs(), 100.0, 0
        self.health = ProblemList(lambda: self.facts, self._changed, lambda: self.now)

    def _changed(self) -> None:
        self.changes += 1

    def told(self, **facts: object) -> list[tuple[str, float]]:
        self.facts, self.now = replace(HealthInputs(), **facts), self.now + 1  # type: ignore[arg-type]
        self.health.look()
        return [(one.condition.code, one.since) for one in self.health.now]


def test_what_goes_on_keeps_the_time_since_when_it_is() -> None:
    book = Book()
    assert book.told(connected=False) == [("broker", 101)]
    assert book.told(connected=False, heat=90) == [("broker", 101), ("heat", 102)]
    assert book.told(heat=95) == [("heat", 102)]
    assert book.told() == []
    assert book.told(heat=90) == [("heat", 105)]


def test_whoever_shows_it_hears_of_changes_alone() -> None:
    book = Book()
    for facts in ({}, {"heat": 90.0}, {"heat": 90.2}, {"heat": 91.0}, {}):
        book.told(**facts)
    assert book.changes == 3


def test_two_of_one_kind_have_each_its_own_time_and_are_news_once(caplog: pytest.LogCaptureFixture) -> None:
    book = Book()
    book.told(shut=("t1",))
    assert book.told(shut=("t1", "t2")) == [("shut", 101), ("shut", 102)]
    for _ in range(3):
        book.told(shut=("t1", "t2"))
    assert book.changes == 2
    assert book.told(shut=("t2",)) == [("shut", 102)]
    assert caplog.text.count("cannot be opened") == 2


def test_it_is_logged_when_it_begins_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    book = Book()
    for facts in ({}, {"heat": 90.0}, {"heat": 91.0}, {}):
        book.told(**facts)
    assert [record.getMessage() for record in caplog.records] == [
        "The processor is at 90 degrees. Give it air: it slows down, and reads later.",
        "over: The processor is at 91 degrees.",
    ]


def test_only_what_is_grave_makes_a_house_unwell() -> None:
    book = Book()
    book.told(heat=90)
    assert book.health.is_well
    book.told(connected=False)
    assert not book.health.is_well


def test_a_data_folder_that_is_gone_is_told() -> None:
    book = Book()

    def gone() -> HealthInputs:
        raise FileNotFoundError(2, "No such file or directory")

    book.health._gather = gone
    book.health.look()
    assert [one.condition.code for one in book.health.now] == ["unwritten"]
