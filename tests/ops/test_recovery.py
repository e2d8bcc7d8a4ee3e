"""The recovery of a damaged database: a person chooses, and the damaged file is kept."""

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
from companion.ops.backup.restore import quarantine
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


def test_recovery_page_lists_faults_tables_and_backups(client: FlaskClient) -> None:
    page = client.get("/api/mending").json
    assert page is not None
    assert all(set(one) == {"table", "title", "entries", "at", "lost"} for one in page["saved"]), "nothing hidden"
    assert all(set(one) == {"name", "at", "tables"} for one in page["backups"])
    assert "the disk has changed the entry" in page["faults"][0]
    saved = {one["table"]: one for one in page["saved"]}
    backup = {one["table"]: one for one in page["backups"][0]["tables"]}
    assert saved["t1"]["entries"] > backup["t1"]["entries"]
    assert (saved["t1"]["lost"], saved["t2"]["lost"]) == (3, 0)
    assert (page["advice"], page["may"], page["done"]) == ("saved", True, False)


@pytest.mark.slow
def test_recovery_page_shows_whether_devices_are_known(settings: Settings) -> None:
    file = settings.data / "log.db"
    assert not RecoveryService(settings, file, ("something",)).page("", may=True).of_then
    file.write_text("Dear diary")
    page = RecoveryService(settings, file, ("something",)).page("", may=True)
    assert page.of_then and page.backups


@pytest.mark.slow
def test_recovery_start_undoes_an_interrupted_choice(settings: Settings) -> None:
    quarantine(settings.data / "log.db", 0.0)
    told, ended = list[str](), threading.Event()
    ended.set()
    assert run_recovery(settings, ended, told.append) is False  # it waits again
    assert told[0].startswith("EXTEND_TIMEOUT_USEC=") and "STATUS=The database is damaged" in told[0]
    assert "the disk has changed the entry" in str(faults_of(settings)[0])


@pytest.mark.slow
@pytest.mark.parametrize("way", ["saved", "backup", "afresh"])
def test_recovery_starts_and_keeps_the_damaged_file(
    client: FlaskClient, settings: Settings, mending: RecoveryService, way: str
) -> None:
    before, page = (settings.data / "log.db").read_bytes(), mending.page("", may=True)
    newest = page.backups[0]
    status, answer = chosen(client, way, newest.name)
    assert (status, answer["done"]) == (200, True)
    tables = {"saved": page.saved, "backup": newest.tables, "afresh": ()}[way]
    assert entries(settings) >= sum(one.entries for one in tables if one.table == "t1")
    assert (entries(settings) > 0) == (way != "afresh")
    assert faults_of(settings) == ()
    (aside,) = settings.data.glob("set-aside-*")
    assert (aside / "log.db").read_bytes() == before
    assert run_recovery(settings, threading.Event()) is True, "a sound database waits for no choice"


@pytest.mark.slow
def test_refused_recovery_changes_nothing(client: FlaskClient, settings: Settings) -> None:
    before = (settings.data / "log.db").read_bytes()
    client.get("/api/mending")
    status, said = chosen(client, "backup", "lamplight-0009-x.zip")
    assert (status, said["sentence"]) == (422, "There is no such backup any more. Choose another one.")
    assert (settings.data / "log.db").read_bytes() == before
    assert list(settings.data.glob("set-aside-*")) == []
    assert chosen(client, "afresh", base_url="http://evil.local")[0] == 403
    assert client.post("/api/mending", json={"way": "afresh"}).status_code == 403, "the form of another page"
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert (settings.data / "log.db").read_bytes() == before


@pytest.mark.slow
def test_recovery_by_another_device_needs_the_key(client: FlaskClient, mending: RecoveryService) -> None:
    page = client.get("/api/mending", environ_base=ELSEWHERE).json
    assert page is not None
    assert (page["may"], page["saved"], page["backups"]) == (False, [], []), "the games are private"
    assert page["faults"]
    assert chosen(client, "afresh", environ_base=ELSEWHERE)[0] == 403
    with_key = {**OURS, "X-Lamplight-Key": mending.key}
    answer = client.post("/api/mending", json={"way": "saved"}, headers=with_key, environ_base=ELSEWHERE)
    assert answer.status_code == 200


def test_recovery_serves_no_other_routes(client: FlaskClient) -> None:
    routes = {"/t/t1": 404, "/api/tables/t1/answers": 404, "/health": 503, "/": 200}
    assert {path: client.get(path).status_code for path in routes} == routes
    answer = client.get("/t/t1", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (answer.status_code, answer.mimetype) == (503, "text/html")
    assert 'data-page="mending"' in answer.text


def test_missing_database_is_a_fault_with_backups(settings: Settings) -> None:
    (settings.data / "log.db").unlink()
    assert [*map(str, faults_of(settings))] == ["The database is gone, though there are backups of it."]
    for path in (settings.data / "backups").iterdir():
        path.unlink()
    assert faults_of(settings) == ()


@pytest.fixture
def waiting(settings: Settings, caplog: pytest.LogCaptureFixture) -> Iterator[tuple[threading.Thread, threading.Event]]:
    """A recovery that waits for a choice, as `serve` runs it."""
    caplog.set_level(logging.CRITICAL)
    ended = threading.Event()
    thread = threading.Thread(target=run_recovery, args=(settings, ended))
    thread.start()
    yield thread, ended
    ended.set()
    thread.join(10)


@pytest.mark.slow
def test_recovery_waits_for_a_choice(
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
