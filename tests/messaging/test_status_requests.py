"""A rules service that begins hears of its readers, also where its broker hands out nothing that was retained."""

from __future__ import annotations

import pytest

from companion.messaging import MemoryBus, answer_status_requests
from companion.messaging.status_requests import BEGINS
from companion.schema import topics
from tests.messaging.heard import Heard

STATUS = topics.reader_status("t1", "cam0")


class Between:
    """A reader, the rules, and what was heard of the reader since it came."""

    def __init__(self) -> None:
        self.rules, self.heard = MemoryBus(), Heard()
        self.rules.start()
        self.reader = self.rules.peer()
        answer_status_requests(self.reader, "t1")
        self.reader.start()
        self.reader.publish(STATUS, b"there", retain=True)
        self.rules.subscribe(topics.of_reader("t1", topics.ANY, "status"), self.heard)
        self.heard.until(b"there")
        self.retained = 0

    def call(self, payload: bytes, table: str = "t1") -> None:
        self.rules.publish(topics.table_status(table), payload, retain=True)

    def is_said(self) -> bool:
        """Whether the reader says it before something that is said now."""
        self.reader.publish(topics.reader_status("t1", "other"), b"end")
        return bool(self.heard.until(b"end"))


@pytest.fixture
def between() -> Between:
    return Between()


def test_who_begins_is_told(between: Between) -> None:
    between.call(BEGINS)
    assert between.is_said()


@pytest.mark.parametrize("payload", [b"offline", b"", b"\xff"])
def test_who_ends_is_not(between: Between, payload: bytes) -> None:
    between.call(payload)
    assert not between.is_said()


def test_another_table_is_another_readers(between: Between) -> None:
    between.call(BEGINS, "t2")
    assert not between.is_said()


def test_a_reader_that_comes_later_says_it_once(between: Between) -> None:
    """What it is told of the past is no call: it has just said all it has to say."""
    between.call(BEGINS)
    assert between.is_said()
    late = between.rules.peer()
    answer_status_requests(late, "t1")
    late.publish(STATUS, b"late", retain=True)
    late.start()
    assert between.heard.until(b"late") == []
    assert not between.is_said()


def test_what_was_forgotten_is_not_said_again(between: Between) -> None:
    between.reader.forget(lambda topic: topic == STATUS)
    between.call(BEGINS)
    assert not between.is_said()
