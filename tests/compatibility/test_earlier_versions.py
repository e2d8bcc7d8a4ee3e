"""Data of an earlier version opens, and shows every seat the same as then."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.archive.images import ImageFolders
from companion.archive.replay import run
from companion.archive.service import ArchiveService
from companion.archive.validation import validate
from companion.ops.backup.backup_file import verify_backup
from companion.ops.backup.restore import restore_database
from companion.sessions import ImageStore, SqlEventLog
from companion.settings import Settings
from tests.compatibility.play import DATA, NOW, hall_of, tables
from tests.compatibility.shown import shown

pytestmark = pytest.mark.slow  # whole evenings

VERSIONS = sorted(path.name for path in DATA.iterdir())
EVENINGS = [(version, game) for version in VERSIONS for game in games.names()]


def shown_then(version: str, game: str) -> Any:
    return json.loads(gzip.decompress((DATA / version / f"{game}.shown.json.gz").read_bytes()))


def shown_now(database: Path, table: str) -> Any:
    log = SqlEventLog(f"sqlite:///{database}", lambda: NOW)
    found = shown(hall_of(log, database.parent), table)
    log.close()
    return json.loads(json.dumps(found))


def differences(then: Any, now: Any, where: str = "") -> Iterator[str]:
    """Paths of what is shown otherwise."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in {**then, **now}:
            yield from differences(then.get(key), now.get(key), f"{where}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (old, new) in enumerate(zip(then, now, strict=True)):
            yield from differences(old, new, f"{where}[{number}]")
    elif then != now:
        yield f"{where}: {json.dumps(then)[:200]} is now {json.dumps(now)[:200]}"


@pytest.fixture(scope="module", params=VERSIONS)
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp(request.param) / "log.db"
    file.write_bytes(gzip.decompress((DATA / request.param / "log.db.gz").read_bytes()))
    return file


@pytest.mark.parametrize("game", games.names())
def test_log_of_an_earlier_version_shows_the_same(database: Path, game: str, request: pytest.FixtureRequest) -> None:
    version = request.node.callspec.params["database"]
    assert not list(differences(shown_then(version, game), shown_now(database, tables()[game])))


def test_earlier_log_replays_to_the_same_facts(database: Path) -> None:
    told: list[str] = []
    assert run(database, told.append), "\n".join(told)


@pytest.mark.parametrize(("version", "game"), EVENINGS)
def test_record_of_an_earlier_version_is_proved_and_taken(version: str, game: str, tmp_path: Path) -> None:
    file = DATA / version / f"{game}.lamplight"
    assert not validate(file.name, file.read_bytes()).differs
    log = SqlEventLog(f"sqlite:///{tmp_path / 'log.db'}", lambda: NOW)
    hall = hall_of(log, tmp_path)
    folders = ImageFolders(
        tmp_path / "crops", tmp_path / "doubts", ImageStore(tmp_path / "a"), ImageStore(tmp_path / "b")
    )
    brought = ArchiveService(hall, folders).bring(file.name, file.read_bytes())
    then = shown_then(version, game)["seats"]
    for seat, sent in shown(hall, brought.table)["seats"].items():
        assert not list(differences(then[seat]["view"], json.loads(json.dumps(sent["view"])))), f"of seat {seat}"
    log.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_backup_of_an_earlier_version_is_restored(version: str, tmp_path: Path) -> None:
    (backup,) = (DATA / version).glob("lamplight-*.zip")
    assert verify_backup(backup).manifest.tables
    file = tmp_path / "house" / "log.db"
    file.parent.mkdir()
    restore_database(backup, file, Settings(data=file.parent), lambda: NOW)
    for game, table in tables().items():
        assert not list(differences(shown_then(version, game), shown_now(file, table)))


def test_kept_files_stay_small() -> None:
    for path in DATA.rglob("*.*"):
        assert path.stat().st_size < 250_000, path
        assert path.suffix != ".zip" or not zipfile.ZipFile(path).testzip()
