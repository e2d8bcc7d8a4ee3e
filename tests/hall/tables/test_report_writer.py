"""How the tables of a worker are, as the staff is told: what changes, from whoever serves them, and a call that outlives its worker."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine, event, select, update

from companion.hall.database.schema import lamps
from companion.hall.database.table_registry import add_tables
from companion.hall.database.worker_registry import WorkerRegistry
from companion.hall.tables.report_writer import ReportWriter, stored_call
from companion.hall.tables.served_table import ServedTable
from companion.hall_link import UNREAD
from companion.i18n import Languages
from companion.messaging import MemoryBus
from companion.ops.health.metrics import Metrics
from companion.sessions import SessionManager, SqlEventLog
from companion.settings import Settings

pytestmark = pytest.mark.postgres

NAME = "lamp-1"


class Serving:
    """A worker with one lamp."""

    def __init__(self, hall: Engine, folder: Path) -> None:
        self.hall, self.folder = hall, folder
        add_tables(hall, [NAME])
        self.registry = WorkerRegistry(hall, "http://127.0.0.1:1")
        self.registry.renew()
        self.now = 100.0
        self.reports = ReportWriter(hall, lambda: self.registry.worker, lambda: self.now)
        self.log = SqlEventLog("sqlite://", time.time)
        SessionManager(self.log, Random(1), NAME).open("mansions")
        self.lamp = self.read()

    def read(self) -> ServedTable:
        return ServedTable(Settings(place=NAME, data=self.folder), self.log, MemoryBus(), Languages(), Metrics())

    def tell(self) -> int:
        return self.reports.write_changed({NAME: self.lamp})

    @property
    def told(self) -> Any:
        with self.hall.connect() as connection:
            return connection.scalar(select(lamps.c.report))


@pytest.fixture
def serving(hall: Engine, tmp_path: Path) -> Iterator[Serving]:
    serving = Serving(hall, tmp_path)
    yield serving
    serving.registry.leave()


def test_what_has_not_changed_is_told_once(serving: Serving) -> None:
    assert (serving.tell(), serving.tell()) == (1, 0)
    serving.lamp.calling.call(on=True)
    assert serving.tell() == 1 and serving.told["help"] > 0


def test_a_table_that_comes_back_is_told_of_anew(serving: Serving) -> None:
    """Whoever served it meanwhile may have told something else."""
    serving.tell()
    serving.lamp = serving.read()
    assert serving.tell() == 1


def test_of_a_table_that_another_worker_serves_nothing_is_told_too_late(serving: Serving) -> None:
    serving.tell()
    with serving.hall.begin() as connection:
        connection.execute(update(lamps).values(worker=serving.registry.worker + 1, report={"help": 7.0}))
    serving.lamp.calling.call(on=True)
    serving.tell()
    assert serving.told == {"help": 7.0}


def test_one_that_is_left_in_this_moment_is_no_fault(serving: Serving) -> None:
    serving.lamp.sessions.close()
    serving.tell()
    assert serving.told is None


def test_since_when_nobody_has_answered_is_no_matter_of_who_serves(serving: Serving) -> None:
    serving.tell()
    assert serving.told["answered"] == 100.0
    serving.now, serving.lamp = 200.0, serving.read()
    serving.tell()
    assert serving.told["answered"] == 100.0


def test_who_calls_for_the_staff_calls_on_when_its_worker_dies(serving: Serving) -> None:
    serving.lamp.calling.call(on=True)
    serving.tell()
    with serving.hall.connect() as connection:
        assert stored_call(connection, NAME) == serving.lamp.calling.since


def test_a_call_that_was_heard_is_over_with_whoever_serves_next(serving: Serving) -> None:
    """Somebody has come; the worker died before the table could be told so."""
    serving.lamp.calling.call(on=True)
    serving.tell()
    with serving.hall.begin() as connection:
        connection.execute(update(lamps).values(wish="helped"))
        assert stored_call(connection, NAME) == 0
        assert stored_call(connection, "nobody's") == 0


def test_a_table_that_cannot_be_looked_at_is_said_to_be_one_and_hides_no_other(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.hall.tables.report_writer.report_of", lambda _lamp, _called: 1 / 0)
    assert serving.tell() == 1
    assert serving.told["wrong"] == [UNREAD]
    assert serving.tell() == 0, "it is told once"
    assert len(caplog.records) == 1


def test_reports_are_written_in_one_order(serving: Serving) -> None:
    """Two workers that write the same rows in different orders would wait for each other."""
    add_tables(serving.hall, ["lamp-2", "lamp-3"])
    serving.registry.renew()
    written = list[str]()

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:
        if statement.startswith("UPDATE hall_lamps SET seen"):
            written.extend(one["lamp"] for one in (parameters if isinstance(parameters, list) else [parameters]))

    event.listen(serving.hall, "before_cursor_execute", note)
    serving.reports.write_changed({name: serving.read() for name in ("lamp-3", "lamp-1", "lamp-2")})
    assert written == ["lamp-1", "lamp-2", "lamp-3"]
