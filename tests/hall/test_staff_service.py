"""The staff of a hall sees how each table is, who needs somebody, and nothing of what lies there."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine, update

from companion.hall.database.schema import THERE, lamps
from companion.hall.database.table_database import TableDatabase, table_mark
from companion.hall.database.table_registry import WORKER, add_tables
from companion.hall.device_invitations import invite_staff, staff_devices
from companion.hall.replication import apply_sync, create_key
from companion.hall.settings import HallSettings
from companion.hall.staff_service import QUIET, UNHEARD, HallStaff
from companion.hall_link import SyncRequest
from companion.i18n import Languages
from companion.presentation.responses import StaffPage
from companion.schema import Refused
from companion.sessions import DeviceRepository
from companion.web.staff_app import create_staff_app
from tests.hall.database.test_row_security import ROW, log_of
from tests.messaging.heard import wait_for

pytestmark = pytest.mark.postgres

HEAD = {"X-Lamplight": "1"}
PLAYING = {"game": "Nemesis", "where": "Round 3", "seats": 4, "answers": 41, "answered": 2e10}


class Watched:
    """A hall with one worker, and what its staff sees."""

    def __init__(self, hall: Engine, data: Path) -> None:
        self.hall, self.settings = hall, HallSettings(data=data)
        add_tables(hall, ["lamp-1", "lamp-2"])
        url = hall.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.worker = psycopg.connect(url, application_name=WORKER)
        self.staff = HallStaff(hall, self.settings)

    def tells(self, name: str, report: Mapping[str, Any], silent: float = 0.0) -> None:
        """A worker, or its own machine, has told this so many seconds ago."""
        with self.hall.begin() as connection:
            connection.execute(update(lamps).where(lamps.c.name == name).values(report=dict(report)))
            connection.exec_driver_sql(
                f"UPDATE hall_lamps SET seen = clock_timestamp() - interval '{silent} s' WHERE name = '{name}'"
            )

    def calls(self, name: str, since: float) -> None:
        """Somebody there asks for the staff."""
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


def test_a_table_without_a_game_is_free(watched: Watched) -> None:
    assert watched.state("lamp-1") == "free"


def test_who_plays_is_seen_with_the_round_and_how_many(watched: Watched) -> None:
    watched.tells("lamp-1", PLAYING)
    table = next(table for table in watched.page.tables if table.name == "lamp-1")
    assert (table.state, table.game, table.where, table.seats, table.answers) == (
        "playing",
        "Nemesis",
        "Round 3",
        4,
        41,
    )
    assert table.address == "http://lamp-1.hall.local/"


STATES: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({"wrong": ["The camera is not there."]}, "wrong"),
    ({"stumbled": ["Nemesis"]}, "wrong"),
    ({"over": "All are home."}, "over"),
    ({"answered": time.time() - QUIET - 60}, "quiet"),
    ({"game": "", "answers": 0}, "free"),
)


@pytest.mark.parametrize(("report", "state"), STATES)
def test_a_table_is_what_needs_the_staff_most(watched: Watched, report: Mapping[str, Any], state: str) -> None:
    watched.tells("lamp-1", {**PLAYING, **report})
    assert watched.state("lamp-1") == state


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
def test_what_a_machine_tells_that_is_no_report_is_a_fault_of_its_own_card_alone(
    watched: Watched, report: Mapping[str, Any]
) -> None:
    key = create_key(watched.hall, "far")
    apply_sync(watched.hall, "far", key, SyncRequest(report=report))
    assert (watched.state("far"), watched.state("lamp-1")) == ("wrong", "free")
    with watched.hall.connect() as connection:
        kept = connection.exec_driver_sql("SELECT report::text FROM hall_lamps WHERE name = 'far'").scalar()
    assert kept is not None and len(kept) < 1000


def test_a_row_that_is_no_report_is_one_card(watched: Watched) -> None:
    watched.tells("lamp-1", {"wrong": 5})
    assert watched.state("lamp-1") == "wrong" and watched.state("lamp-2") == "free"


def test_without_any_worker_the_tables_of_the_hall_are_dark(watched: Watched) -> None:
    watched.tells("lamp-1", PLAYING)
    assert watched.page.figures.workers == 1
    watched.worker.close()
    wait_for(lambda: not watched.page.figures.workers)
    assert {table.state for table in watched.page.tables} == {"dark"}


def test_a_machine_of_its_own_that_is_silent_is_dark(watched: Watched) -> None:
    add_tables(watched.hall, ["far"], THERE)
    watched.tells("far", PLAYING)
    assert watched.state("far") == "playing"
    watched.tells("far", PLAYING, UNHEARD + 5)
    assert watched.state("far") == "dark"


def test_a_machine_of_its_own_that_has_told_nothing_yet_is_away_and_no_alarm(watched: Watched) -> None:
    add_tables(watched.hall, ["far"], THERE)
    assert watched.state("far") == "away"


def test_who_is_quiet_is_so_since_the_newest_answer(watched: Watched) -> None:
    answered = time.time() - QUIET - 60
    watched.tells("lamp-1", {**PLAYING, "answered": answered}, silent=5)
    quiet = watched.page.tables[0]
    assert (quiet.state, quiet.since) == ("quiet", answered)


def test_who_calls_stands_first_and_who_has_waited_longest_before_all(watched: Watched) -> None:
    for name, since in (("lamp-1", 200.0), ("lamp-2", 100.0)):
        watched.tells(name, PLAYING)
        watched.calls(name, since)
    add_tables(watched.hall, ["lamp-0"])
    assert [table.name for table in watched.page.tables] == ["lamp-2", "lamp-1", "lamp-0"]
    assert watched.page.figures.calls == 2


def test_who_is_helped_calls_no_more_and_its_pages_hear_of_it(watched: Watched) -> None:
    watched.tells("lamp-1", PLAYING)
    watched.calls("lamp-1", 5.0)
    before = table_mark(watched.hall, "lamp-1")
    watched.staff.helped("lamp-1")
    after = table_mark(watched.hall, "lamp-1")
    assert watched.state("lamp-1") == "playing"
    assert (after.called, after.rev, after.era) == (0, before.rev + 1, before.era)


def test_a_machine_of_its_own_hears_that_somebody_came(watched: Watched) -> None:
    key = create_key(watched.hall, "far")
    calls: Any = {**PLAYING, "help": 5.0}
    assert apply_sync(watched.hall, "far", key, SyncRequest((), {}, calls)).wish == ""
    watched.staff.helped("far")
    assert apply_sync(watched.hall, "far", key, SyncRequest((), {}, calls)).wish == "helped"
    assert apply_sync(watched.hall, "far", key, SyncRequest((), {}, PLAYING)).wish == ""
    assert apply_sync(watched.hall, "far", key, SyncRequest((), {}, calls)).wish == "", "that is another call"


def test_the_figures_are_of_all_tables(watched: Watched) -> None:
    watched.tells("lamp-1", PLAYING)
    watched.tells("lamp-2", {**PLAYING, "seats": 2, "answers": 9})
    figures = watched.page.figures
    assert (figures.tables, figures.playing, figures.people, figures.answers) == (2, 2, 6, 50)
    assert figures.games == (("Nemesis", 2),)


def test_the_figures_are_all_of_the_same_tables(watched: Watched) -> None:
    """Of those where a game goes on, as far as is known: who is not heard just now still sits there."""
    add_tables(watched.hall, ["far", "away"], THERE)
    watched.tells("far", PLAYING, UNHEARD + 5)
    watched.tells("lamp-1", {**PLAYING, "over": "All are home."})
    watched.tells("lamp-2", {**PLAYING, "game": "Arkham"})
    figures = watched.page.figures
    assert (figures.tables, figures.playing, figures.people, figures.answers) == (4, 2, 8, 82)
    assert sum(count for _, count in figures.games) == figures.playing


def test_what_is_wiped_is_gone_at_once_and_the_others_stay(watched: Watched) -> None:
    for name in ("lamp-1", "lamp-2"):
        log_of(watched.hall, name).open("t1", "arkham", [ROW])
        watched.settings.of(name).data.mkdir(parents=True)
    watched.tells("lamp-1", PLAYING)
    watched.calls("lamp-1", 5.0)
    watched.staff.wipe("lamp-1")
    assert watched.state("lamp-1") == "free"
    assert not log_of(watched.hall, "lamp-1").open_tables() and not watched.settings.of("lamp-1").data.exists()
    assert log_of(watched.hall, "lamp-2").open_tables() and watched.settings.of("lamp-2").data.exists()


def test_files_that_cannot_be_removed_leave_all_the_rows(watched: Watched) -> None:
    log_of(watched.hall, "lamp-1").open("t1", "arkham", [ROW])
    data = watched.settings.of("lamp-1").data
    data.parent.mkdir(parents=True)
    data.symlink_to(data.parent)
    before = table_mark(watched.hall, "lamp-1")
    with pytest.raises(OSError, match="symbolic link"):
        watched.staff.wipe("lamp-1")
    assert log_of(watched.hall, "lamp-1").open_tables() and table_mark(watched.hall, "lamp-1") == before


def test_a_table_at_its_own_machine_is_wiped_there(watched: Watched) -> None:
    add_tables(watched.hall, ["far"], THERE)
    with pytest.raises(Refused, match=r"delete log\.db .* goes then"):
        watched.staff.wipe("far")
    with pytest.raises(Refused, match="no such table"):
        watched.staff.wipe("nowhere")


@pytest.fixture
def client(watched: Watched, tmp_path: Path) -> FlaskClient:
    words = Languages(tmp_path / "words")
    app = create_staff_app(watched.staff, staff_devices(watched.hall), words, "", frozenset({"hall.local"}))
    return app.test_client()


def test_who_was_not_let_in_is_told_how_and_nothing_else(client: FlaskClient) -> None:
    for answer in (client.get("/api/staff"), client.post("/api/staff/tables/lamp-1/wipe", headers=HEAD)):
        assert answer.status_code == 403 and "hall staff" in answer.json["sentence"]


def test_a_code_lets_one_device_in_once(client: FlaskClient, watched: Watched) -> None:
    token = invite_staff(watched.hall)
    assert client.post("/api/staff/enter", json={"token": token}, headers=HEAD).status_code == 200
    told = client.get("/api/staff").json
    assert [table["name"] for table in told["tables"]] == ["lamp-1", "lamp-2"]
    other = client.application.test_client()
    assert other.post("/api/staff/enter", json={"token": token}, headers=HEAD).status_code == 403


def test_another_sites_page_does_nothing_here(client: FlaskClient, watched: Watched) -> None:
    client.post("/api/staff/enter", json={"token": invite_staff(watched.hall)}, headers=HEAD)
    assert client.post("/api/staff/tables/lamp-1/wipe").status_code == 403
    assert watched.state("lamp-1") == "free"
    assert client.get("/api/staff", headers={"Host": "evil.example"}).status_code == 400


def test_a_tablet_of_a_table_is_none_of_the_staff(client: FlaskClient, watched: Watched) -> None:
    from companion.sessions import Devices

    devices = Devices(DeviceRepository(log_of(watched.hall, "lamp-1").database), time.time)
    _, key = devices.accept(devices.invite("", "keeper"))
    client.set_cookie("lamplight.staff", key, domain="localhost")
    assert client.get("/api/staff").status_code == 403
