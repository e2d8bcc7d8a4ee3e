"""Alarms are looked for where something may have changed, and by no throw."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.i18n.languages import Languages
from companion.messaging import MemoryBus
from companion.messaging.table_publisher import AlarmSource, TablePublisher
from companion.presentation.responses import ReaderSummary
from companion.schema import Alarm, PublicState, codec, topics
from companion.sessions import SessionManager
from tests.listeners import OnChange
from tests.new_log import new_log

STUCK = Alarm("house", "Something does not answer: the page.")
READY = ReaderSummary("bag", "Token reader", "ready", "")
GONE = ReaderSummary("bag", "Token reader", "offline", "not running: answer by hand")


class House:
    """A table, its displays, and what is wrong."""

    def __init__(self, folder: Path) -> None:
        self.bus, self.wrong, self.asked = MemoryBus(), tuple[Alarm, ...](), 0
        self.sessions = SessionManager(new_log(folder), Random(1))
        self.publisher = TablePublisher(self.sessions, self.bus, Languages(), "en", self._alarms)
        self.sessions.add_listener(OnChange(self.publisher.publish_table))
        self.bus.start()
        self.publisher.publish_initial()
        self.table = self.sessions.open("arkham")

    def _alarms(self) -> tuple[Alarm, ...]:
        self.asked += 1
        return self.wrong

    @property
    def told(self) -> tuple[Alarm, ...]:
        return codec.decode(PublicState, self.bus.broker.retained[topics.public_state("lamp")]).alarms


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_what_is_wrong_is_told_at_once(house: House) -> None:
    house.wrong = (STUCK,)
    house.publisher.publish_alarms()
    assert house.told == (STUCK,)
    house.wrong = ()
    house.publisher.publish_alarms()
    assert house.told == ()


def test_while_something_hangs_the_next_change_at_the_table_tells_it(house: House) -> None:
    house.wrong = (STUCK,)
    house.publisher.expect_alarms()  # whoever says so waits for nothing
    assert house.told == ()
    house.sessions.set_notice(house.table, "info", "Somebody plays on.")
    assert house.told == (STUCK,)


def test_a_change_at_the_table_asks_nobody_what_is_wrong(house: House) -> None:
    asked = house.asked
    for text in ("One.", "Two."):
        house.sessions.set_notice(house.table, "info", text)
    assert house.asked == asked


def test_a_reader_is_missed_once_it_was_there() -> None:
    readers = (GONE,)
    source = AlarmSource(lambda: readers)
    assert source() == ()
    readers = (READY,)
    assert source() == ()
    readers = (GONE,)
    assert [alarm.about for alarm in source()] == ["Token reader"]
