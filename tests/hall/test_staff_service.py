"""The page of the staff: state of each table, calls, and nothing hidden."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine, func, update

from companion.hall.database.row_security import log_of_table
from companion.hall.database.schema import THERE, lamps
from companion.hall.database.table_database import TableDatabase, table_mark
from companion.hall.database.table_registry import WORKER_APPLICATION, add_tables
from companion.hall.device_invitations import invite_staff
from companion.hall.replication import apply_sync, create_key
from companion.hall.settings import HallSettings
from companion.hall.staff_service import OFFLINE_AFTER, QUIET_AFTER, HallStaff
from companion.hall_link import SyncRequest
from companion.presentation.responses import StaffPage
from companion.schema import Refused
from companion.sessions import DeviceRepository, Devices
from tests.hall.conftest import HEAD, ROW
from tests.messaging.heard import wait_for

pytestmark = pytest.mark.postgres

PLAYING = {"game": "Nemesis", "where": "Round 3", "seats": 4, "answers": 41, "answered": 2e10}


class Watched:
    """A hall with one worker, and its staff page."""

    def __init__(self, hall: Engine, data: Path) -> None:
        self.hall, settings = hall, HallSettings(data=data)
        add_tables(hall, ["lamp-1", "lamp-2"])
        url = hall.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.worker = psycopg.connect(url, application_name=WORKER_APPLICATION)
        self.staff = HallStaff(hall, settings)
        self.log, self.data = partial(log_of_table, hall), lambda name: settings.of(name).data

    def tells(self, name: str, report: Mapping[str, Any], silent: float = 0.0) -> None:
        """Store a report of so many seconds ago."""
        with self.hall.begin() as connection:
            seen = func.clock_timestamp() - timedelta(seconds=silent)
            connection.execute(update(lamps).where(lamps.c.name == name).values(report=dict(report), seen=seen))

    def calls(self, name: str, since: float) -> None:
        """Store a call for the staff."""
        with TableDatabase(self.hall, name, table_mark(self.hall, name)).begin() as connection:
            connection.execute(update(lamps).where(lamps.c.name == name).values(called=since))

    @property
    def page(self) -> StaffPage:
        return self.staff.page("")

    def state(self, name: str) -> str:
        return next(table.state for table in self.page.tables if table.name == name)


@pytest.fixture
def watched(hall: Engine, tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(hall, tmp_path / "data")
    yield watched
    watched.worker.close()


STATES: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({"wrong": ["The camera is not there."]}, "wrong"),
    ({"stumbled": ["Nemesis"]}, "wrong"),
    ({"over": "All are home."}, "over"),
    ({"answered": time.time() - QUIET_AFTER - 60}, "quiet"),
    ({"game": "", "answers": 0}, "free"),
    ({"wrong": 5}, "wrong"),  # invalid
)


def test_staff_page_shows_round_seats_and_answers(watched: Watched) -> None:
    watched.tells("lamp-2", PLAYING)
    table = watched.page.tables[0]  # running games come first
    assert (table.name, table.state, table.game, table.where) == ("lamp-2", "playing", "Nemesis", "Round 3")
    assert (table.seats, table.answers) == (4, 41) and table.address == "http://lamp-2.hall.local/"


@pytest.mark.parametrize(("report", "state"), STATES)
def test_table_state_is_the_most_urgent_one(watched: Watched, report: Mapping[str, Any], state: str) -> None:
    watched.tells("lamp-1", {**PLAYING, **report})
    assert (watched.state("lamp-1"), watched.state("lamp-2")) == (state, "free")


UNREADABLE: tuple[Mapping[str, Any], ...] = (
    {"wrong": 5},
    {"help": "now"},
    {"seats": "four"},
    {"game": {}},
    {"help": float("nan")},
    {"wrong": ["x" * 100_000]},
    {"stumbled": ["x"] * 100_000},
)


@pytest.mark.parametrize("report", UNREADABLE, ids=lambda report: next(iter(report)))
def test_invalid_report_marks_only_its_own_table(watched: Watched, report: Mapping[str, Any]) -> None:
    key = create_key(watched.hall, "far")
    apply_sync(watched.hall, "far", key, SyncRequest(report=report))
    assert (watched.state("far"), watched.state("lamp-1")) == ("wrong", "free")
    with watched.hall.connect() as connection:
        kept = connection.exec_driver_sql("SELECT report::text FROM hall_lamps WHERE name = 'far'").scalar()
    assert kept is not None and len(kept) < 1000


def test_silent_machine_and_tables_without_workers_are_dark(watched: Watched) -> None:
    add_tables(watched.hall, ["far"], THERE)
    assert watched.state("far") == "away", "it has told nothing yet, and is no alarm"
    watched.tells("far", PLAYING)
    assert watched.state("far") == "playing"
    watched.tells("far", PLAYING, OFFLINE_AFTER + 5)
    assert watched.state("far") == "dark" and watched.page.figures.workers == 1
    watched.worker.close()
    wait_for(lambda: not watched.page.figures.workers)
    assert {table.state for table in watched.page.tables} == {"dark"}


def test_calls_come_first_in_order_of_time(watched: Watched) -> None:
    for name, since in (("lamp-1", 200.0), ("lamp-2", 100.0)):
        watched.tells(name, PLAYING)
        watched.calls(name, since)
    add_tables(watched.hall, ["lamp-0"])
    assert [table.name for table in watched.page.tables] == ["lamp-2", "lamp-1", "lamp-0"]
    assert watched.page.figures.calls == 2


def test_helped_table_ends_its_call_and_notifies(watched: Watched) -> None:
    watched.tells("lamp-1", PLAYING)
    watched.calls("lamp-1", 5.0)
    before = table_mark(watched.hall, "lamp-1")
    watched.staff.helped("lamp-1")
    after = table_mark(watched.hall, "lamp-1")
    assert watched.state("lamp-1") == "playing"
    assert (after.called, after.rev, after.era) == (0, before.rev + 1, before.era)


def test_staff_figures_count_running_games_only(watched: Watched) -> None:
    """Only tables with a running game count. An offline one still has its players."""
    add_tables(watched.hall, ["far", "away"], THERE)
    watched.tells("far", PLAYING, OFFLINE_AFTER + 5)
    watched.tells("lamp-1", {**PLAYING, "over": "All are home."})
    watched.tells("lamp-2", {**PLAYING, "game": "Arkham"})
    figures = watched.page.figures
    assert (figures.tables, figures.playing, figures.people, figures.answers) == (4, 2, 8, 82)
    assert sorted(figures.games) == [("Arkham", 1), ("Nemesis", 1)]


def test_wipe_empties_one_table_at_once(watched: Watched) -> None:
    logs, data = [[of(name) for name in ("lamp-1", "lamp-2")] for of in (watched.log, watched.data)]
    for log, folder in zip(logs, data, strict=True):
        log.open("t1", "arkham", [ROW])
        folder.mkdir(parents=True)
    watched.tells("lamp-1", PLAYING)
    watched.calls("lamp-1", 5.0)
    watched.staff.wipe("lamp-1")
    assert watched.state("lamp-1") == "free"
    assert [bool(log.open_tables()) for log in logs] == [folder.exists() for folder in data] == [False, True]


def test_files_that_cannot_be_removed_leave_all_the_rows(watched: Watched) -> None:
    watched.log("lamp-1").open("t1", "arkham", [ROW])
    data, before = watched.data("lamp-1"), table_mark(watched.hall, "lamp-1")
    data.parent.mkdir(parents=True)
    data.symlink_to(data.parent)
    with pytest.raises(OSError, match="symbolic link"):
        watched.staff.wipe("lamp-1")
    assert watched.log("lamp-1").open_tables() and table_mark(watched.hall, "lamp-1") == before


def test_wipe_of_a_remote_table_is_refused(watched: Watched) -> None:
    add_tables(watched.hall, ["far"], THERE)
    for name, why in (("far", r"delete log\.db .* goes then"), ("nowhere", "no such table")):
        with pytest.raises(Refused, match=why):
            watched.staff.wipe(name)


def test_staff_routes_refuse_unknown_devices(client: FlaskClient, watched: Watched) -> None:
    devices = Devices(DeviceRepository(watched.log("lamp-1").database), time.time)
    for key in ("", devices.accept(devices.invite("", "keeper"))[1]):  # a table's tablet is refused too
        client.set_cookie("lamplight.staff", key, domain="localhost")
        for answer in (client.get("/api/staff"), client.post("/api/staff/tables/lamp-1/wipe", headers=HEAD)):
            assert answer.status_code == 403 and "hall staff" in answer.json["sentence"]


def test_staff_code_lets_one_device_of_our_site_in_once(client: FlaskClient, watched: Watched) -> None:
    code, wipe = {"token": invite_staff(watched.hall)}, "/api/staff/tables/lamp-1/wipe"
    assert client.post("/api/staff/enter", json=code, headers=HEAD).status_code == 200
    assert [table["name"] for table in client.get("/api/staff").json["tables"]] == ["lamp-1", "lamp-2"]
    other = client.application.test_client()
    assert other.post("/api/staff/enter", json=code, headers=HEAD).status_code == 403
    assert client.post(wipe).status_code == 403, "another site sends no header of ours"
    assert client.get("/api/staff", headers={"Host": "evil.example"}).status_code == 400
