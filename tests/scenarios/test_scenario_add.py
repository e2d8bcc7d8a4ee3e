"""`./table scenario add`: imports into the library."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import ContentError
from companion.games.mansions.content import scenario_sheets, toml_scenarios
from companion.scenarios.add import add
from companion.sessions import ImageStore, SheetLibrary, SqlEventLog, digest_of
from companion.settings import Settings
from tests.command_line import typed
from tests.games.mansions.valkyrie.pack import PNG, files, zipped


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LAMPLIGHT_DATA", str(tmp_path / "house"))
    return tmp_path / "house"


def added(what: Path) -> list[str]:
    told: list[str] = []
    add(what, None, demo=False, tell=told.append)
    return told


def shelf(data: Path) -> list[str]:
    log = SqlEventLog(Settings(data=data).database_url, lambda: 0.0)
    try:
        return list(SheetLibrary(log.database, log.clock).all("mansions", "scenario"))
    finally:
        log.close()


def test_a_file_is_kept_with_its_pictures(data: Path, tmp_path: Path) -> None:
    (tmp_path / "mill.valkyrie").write_bytes(zipped(files(map_png=PNG)))
    assert added(tmp_path / "mill.valkyrie")[-1] == f"Kept as the-mill in {data}."
    assert shelf(data) == ["the-mill"]
    assert ImageStore(data / "kept").path(digest_of(PNG)) is not None


@pytest.mark.slow
def test_folder_is_added_once(data: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for name, content in files().items():
        (stick / name).write_bytes(content)
    added(stick)
    assert added(stick)[-1] == "It is there already."
    assert shelf(data) == ["the-mill"]
    added(toml_scenarios.reader.SCENARIOS / scenario_sheets.SAMPLE)  # of our own format
    assert len(shelf(data)) == 2


def test_a_scenario_of_our_own_format_is_kept(data: Path) -> None:
    added(toml_scenarios.reader.SCENARIOS / scenario_sheets.SAMPLE)
    assert shelf(data)


def test_unreadable_scenario_leaves_nothing_behind(data: Path, tmp_path: Path) -> None:
    (tmp_path / "mill.valkyrie").write_bytes(b"hello")
    with pytest.raises(ContentError, match="is no ZIP"):
        added(tmp_path / "mill.valkyrie")
    with pytest.raises(ContentError, match="there is no such file or folder"):
        added(tmp_path / "gone.valkyrie")
    assert not data.exists()


def test_command_adds_a_file_with_its_pictures(data: Path, tmp_path: Path) -> None:
    (tmp_path / "mill.valkyrie").write_bytes(zipped(files(map_png=PNG)))
    done = typed("scenario", "add", str(tmp_path / "mill.valkyrie"))
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, f"Kept as the-mill in {data}.")
    assert ImageStore(data / "kept").path(digest_of(PNG)) is not None
