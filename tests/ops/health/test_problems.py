"""Problems keep their start, are logged once, and notify about changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.ops.health.inputs import HealthInputs
from companion.ops.health.problems import ProblemList


class Book:
    """A problem list whose facts and clock a test sets."""

    def __init__(self) -> None:
        self.facts, self.now, self.changes = HealthInputs(), 100.0, 0
        self.health = ProblemList(lambda: self.facts, self._changed, lambda: self.now)

    def _changed(self) -> None:
        self.changes += 1

    def look(self, **facts: object) -> list[tuple[str, float]]:
        self.facts, self.now = replace(HealthInputs(), **facts), self.now + 1  # type: ignore[arg-type]
        self.health.look()
        return [(one.condition.code, one.since) for one in self.health.now]


def test_problem_keeps_its_start_while_open() -> None:
    book = Book()
    assert book.look(connected=False) == [("broker", 101)]
    assert book.look(connected=False, heat=90) == [("broker", 101), ("heat", 102)]
    assert not book.health.is_well, "one of them is grave"
    assert book.look(heat=95) == [("heat", 102)]
    assert book.health.is_well
    assert book.look() == []
    assert book.look(heat=90) == [("heat", 105)]


def test_problems_of_one_code_are_separate_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    book = Book()
    book.look(shut=("t1",))
    for _ in range(4):
        assert book.look(shut=("t1", "t2")) == [("shut", 101), ("shut", 102)]
    assert book.changes == 2
    assert book.look(shut=("t2",)) == [("shut", 102)]
    assert caplog.text.count("cannot be opened") == 2


def test_problem_is_logged_at_start_and_end(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    book = Book()
    for facts in ({}, {"heat": 90.0}, {"heat": 90.2}, {"heat": 91.0}, {}):
        book.look(**facts)
    assert book.changes == 3, "the same sentence is no news"
    assert [record.getMessage() for record in caplog.records] == [
        "The processor is at 90 degrees. Give it air: it slows down, and reads later.",
        "over: The processor is at 91 degrees.",
    ]


def test_missing_data_folder_is_a_problem(tmp_path: Path) -> None:
    book = Book()
    book.health._gather = lambda: HealthInputs(free=(tmp_path / "gone").stat().st_size)
    book.health.look()
    assert [one.condition.code for one in book.health.now] == ["unwritten"]
