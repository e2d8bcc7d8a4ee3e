"""A damaged database is shown, never mended by itself; whatever is chosen, the damaged file is kept and the house starts."""

from __future__ import annotations

import json
import logging
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient

from companion.i18n.languages import Languages
from companion.ops.backup.database_swap import quarantine
from companion.ops.recovery import faults_of, run_recovery
from companion.ops.recovery_service import RecoveryService
from companion.sessions import SessionManager, SqlEventLog, find_faults
from companion.settings import Settings
from companion.web.recovery_app import create_mending_app
from tests.messaging.heard import wait_for
from tests.ops.recovery.houses import damaged

OURS = {"X-Lamplight": "1"}
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.77"}


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return damaged(tmp_path)


@pytest.fixture
def mending(settings: Settings) -> RecoveryService:
    return RecoveryService(settings, settings.data / "log.db", faults_of(settings))


@pytest.fixture
def client(mending: RecoveryService, tmp_path: Path) -> FlaskClient:
    app = create_mending_app(mending, mending.key, Languages(tmp_path / "words"), "", frozenset())
    return app.test_client()


def chosen(client: FlaskClient, way: str, name: str = "", **more: object) -> tuple[int, dict[str, object]]:
    answer = client.post("/api/mending", json={"way": way, "name": name}, headers=OURS, **more)
    return answer.status_code, answer.json or {}


def entries(settings: Settings, table: str = "t1") -> int:
    log = SqlEventLog(f"sqlite:///{settings.data / 'log.db'}", lambda: 0.0)
    hall = SessionManager(log, Random(1))
    assert not hall.broken
    many = len(hall.history.entries(table)[0]) if table in hall.ids() else 0
    log.close()
    return many


def test_it_says_what_is_wrong_and_what_there_is(client: FlaskClient) -> None:
    page = client.get("/api/mending").json
    assert page is not None
    assert "the disk has changed the entry" in page["faults"][0]
    saved = {one["table"]: one for one in page["saved"]}
    backup = {one["table"]: one for one in page["backups"][0]["tables"]}
    assert saved["t1"]["entries"] > backup["t1"]["entries"]
    assert (saved["t1"]["lost"], saved["t2"]["lost"]) == (3, 0)
    assert (page["advice"], page["may"], page["done"]) == ("saved", True, False)


@pytest.mark.parametrize("is_readable", [True, False])
def test_it_says_where_nobody_can_tell_who_is_let_in(settings: Settings, *, is_readable: bool) -> None:
    file = settings.data / "log.db"
    if not is_readable:
        file.write_text("Dear diary")
    page = RecoveryService(settings, file, ("something",)).page("", may=True)
    assert page.of_then is not is_readable
    assert page.backups


def test_a_page_whose_name_leads_here_chooses_nothing(client: FlaskClient, mending: RecoveryService) -> None:
    assert chosen(client, "afresh", base_url="http://evil.local")[0] == 403
    assert not mending.mended.is_set()


def test_a_power_cut_in_the_middle_of_a_choice_is_taken_back_at_the_next_start(settings: Settings) -> None:
    quarantine(settings.data / "log.db", 0.0)
    ended = threading.Event()
    ended.set()
    assert run_recovery(settings, ended, lambda _said: None) is False  # it waits again
    assert "the disk has changed the entry" in str(faults_of(settings)[0])


def test_nothing_hidden_is_on_the_page(client: FlaskClient) -> None:
    """Names, numbers and times: what somebody holds, or has answered, is no part of it."""
    page = client.get("/api/mending").json
    assert page is not None
    known = {"table", "title", "entries", "at", "lost"}
    assert all(set(one) == known for one in page["saved"])
    assert all(set(one) == {"name", "at", "tables"} for one in page["backups"])


def test_what_could_be_saved_goes_on(client: FlaskClient, settings: Settings, mending: RecoveryService) -> None:
    before = {one.table: one.entries for one in mending.page("", may=True).saved}
    status, page = chosen(client, "saved")
    assert (status, page["done"]) == (200, True)
    assert entries(settings) >= before["t1"]
    assert faults_of(settings) == ()


def test_the_backup_goes_on(client: FlaskClient, settings: Settings, mending: RecoveryService) -> None:
    (newest, *_) = mending.page("", may=True).backups
    assert chosen(client, "backup", newest.name)[0] == 200
    assert entries(settings) >= next(one.entries for one in newest.tables if one.table == "t1")
    assert faults_of(settings) == ()


def test_a_fresh_house_has_no_tables_and_starts(client: FlaskClient, settings: Settings) -> None:
    assert chosen(client, "afresh")[0] == 200
    assert entries(settings) == 0
    assert faults_of(settings) == ()


@pytest.mark.parametrize("way", ["saved", "backup", "afresh"])
def test_the_damaged_file_is_kept_whatever_is_chosen(
    client: FlaskClient, settings: Settings, mending: RecoveryService, way: str
) -> None:
    before = (settings.data / "log.db").read_bytes()
    chosen(client, way, mending.page("", may=True).backups[0].name)
    (aside,) = settings.data.glob("set-aside-*")
    assert (aside / "log.db").read_bytes() == before


def test_looking_and_what_is_refused_change_nothing(client: FlaskClient, settings: Settings) -> None:
    before = (settings.data / "log.db").read_bytes()
    client.get("/api/mending")
    status, said = chosen(client, "backup", "lamplight-0009-x.zip")
    assert (status, said["sentence"]) == (422, "There is no such backup any more. Choose another one.")
    assert (settings.data / "log.db").read_bytes() == before
    assert list(settings.data.glob("set-aside-*")) == []


def test_another_device_looks_and_chooses_only_with_the_key(client: FlaskClient, mending: RecoveryService) -> None:
    page = client.get("/api/mending", environ_base=ELSEWHERE).json
    assert page is not None
    assert (page["may"], page["saved"], page["backups"]) == (False, [], []), "what is played here is not a stranger's"
    assert page["faults"]
    assert chosen(client, "afresh", environ_base=ELSEWHERE)[0] == 403
    with_key = {**OURS, "X-Lamplight-Key": mending.key}
    answer = client.post("/api/mending", json={"way": "saved"}, headers=with_key, environ_base=ELSEWHERE)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("path", "status"), [("/t/t1", 404), ("/api/tables/t1/answers", 404), ("/health", 503), ("/", 200)]
)
def test_there_are_no_other_doors(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_a_tablet_that_lay_open_at_a_table_sees_what_is_wrong(client: FlaskClient) -> None:
    answer = client.get("/t/t1", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (answer.status_code, answer.mimetype) == (503, "text/html")
    assert 'data-page="mending"' in answer.text


def test_another_s_page_mends_nothing(client: FlaskClient) -> None:
    assert client.post("/api/mending", json={"way": "afresh"}).status_code == 403
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_who_started_it_is_told_to_be_patient(settings: Settings) -> None:
    told: list[str] = []
    ended = threading.Event()
    ended.set()
    assert run_recovery(settings, ended, told.append) is False
    assert told[0].startswith("EXTEND_TIMEOUT_USEC=")
    assert "STATUS=The database is damaged" in told[0]


def test_a_sound_house_waits_for_nobody(settings: Settings, client: FlaskClient) -> None:
    chosen(client, "saved")
    assert run_recovery(settings, threading.Event()) is True


def test_a_database_that_is_gone_is_no_new_house_where_there_are_backups(settings: Settings) -> None:
    (settings.data / "log.db").unlink()
    assert [*map(str, faults_of(settings))] == ["The database is gone, though there are backups of it."]
    for path in (settings.data / "backups").iterdir():
        path.unlink()
    assert faults_of(settings) == ()


@pytest.fixture
def waiting(settings: Settings, caplog: pytest.LogCaptureFixture) -> Iterator[tuple[threading.Thread, threading.Event]]:
    """A house that waits to be mended, as `serve` has it."""
    caplog.set_level(logging.CRITICAL)
    ended = threading.Event()
    thread = threading.Thread(target=run_recovery, args=(settings, ended))
    thread.start()
    yield thread, ended
    ended.set()
    thread.join(10)


@pytest.mark.slow
def test_it_waits_for_a_person_and_then_goes_on(
    settings: Settings, waiting: tuple[threading.Thread, threading.Event], capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []
    wait_for(lambda: said.append(capsys.readouterr().out) or "#" in "".join(said))
    url, _, key = "".join(said).split()[-1].partition("#")
    port = url.rpartition(":")[2].strip("/")
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/mending",
        json.dumps({"way": "saved"}).encode(),
        {**OURS, "X-Lamplight-Key": key},
    )
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["done"] is True
    waiting[0].join(10)
    assert not waiting[0].is_alive()
    assert find_faults(settings.data / "log.db") == ()
