"""Updates of a toy program with real clones, a real database and real processes, and rollbacks."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.updating.installed_version import UpdateArguments
from companion.updating.program_folder import ProgramFolder, UpdateError
from companion.updating.updater import Updater
from tests.messaging.heard import wait_for
from tests.updating.toy import LOCK, Toy, git, with_unit

pytestmark = pytest.mark.slow

WRONG = {
    "packages": "could not be installed",
    "migration raises": "cannot use the database",
    "shut": "could not open every table",
    "import": "it ended by itself",
    "no page": "its page did not answer within 2 s",
    "sick": "something is wrong: disk",
}


@pytest.fixture
def unit(toy: Toy, tmp_path: Path) -> Iterator[str]:
    yield from with_unit(toy, tmp_path / "bin")


def is_serving(toy: Toy, name: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{toy.port}/health", timeout=5) as answer:
            return bool(json.load(answer)["name"] == name)
    except OSError:
        return False


def test_update_brings_commit_packages_and_database(toy: Toy) -> None:
    toy.release("two", shape=2, lock="two==2\n")
    installed = toy.root / ".venv" / "lib" / "python3.11" / "site-packages"
    (installed / "psycopg-3.2.1.dist-info").mkdir(parents=True)
    (installed / "lamplight_hall-1.dist-info").mkdir()
    ended = toy.update_apart()
    assert ended.code == 0 and "a backup lies at" in ended.said, ended.said
    assert toy.is_whole("two")
    assert git(toy.root, "rev-parse", "HEAD") == git(toy.upstream, "rev-parse", "HEAD")
    assert git(toy.root, "branch", "--show-current") == "main"
    assert (toy.packages, toy.house) == ("two==2\n", (2, 2))
    pip = (toy.root / ".venv" / "asked").read_text()
    assert pip.endswith(" install -q --disable-pip-version-check psycopg[binary]>=3.2,<4\n"), "a driver of the user"


def test_update_takes_a_named_version_or_the_newest(toy: Toy) -> None:
    for name, tag in (("two", "v0.2"), ("ten", "v0.10"), ("unreleased", "")):
        toy.release(name, tag)
    said = toy.must_refuse("--to", "0.9")
    assert "There is no version '0.9' upstream. The newest releases: v0.2, v0.10." in said
    toy.must_update("--to", "0.2")
    assert toy.is_whole("two")
    toy.must_update()
    assert toy.is_whole("ten") and not (toy.root / ".venv").is_symlink(), "the packages are the same"
    before = (toy.root / "table").stat().st_ino
    assert "This is the newest version: v0.10" in toy.must_update()
    assert (toy.root / "table").stat().st_ino == before


def test_update_to_unreleased_commit_needs_its_flag(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.updating.toy.COMMON", ("--patience", "20"))
    toy.release("two")
    for words in ((), ("--to", "origin/main")):
        said = toy.must_refuse(*words)
        assert "is no release" in said and "Nothing was changed" in said and "--unreleased" in said
    assert toy.is_whole("one")
    toy.must_update("--unreleased", "--to", "origin/main")
    assert toy.is_whole("two")
    toy.release("three", tag="v3.0")
    toy.must_update()
    assert toy.is_whole("three")


def test_update_keeps_changed_and_own_files(toy: Toy) -> None:
    toy.release("two")
    part = toy.root / "companion" / "part.py"
    was = part.read_text()
    part.write_text("NAME = 'mine'\n")
    (toy.root / "companion" / "own").mkdir()
    (toy.root / "companion" / "own" / "game.py").touch()
    assert "The program was changed here: companion/part.py, companion/own/." in toy.must_refuse()
    assert part.read_text() == "NAME = 'mine'\n"
    part.write_text(was)
    shutil.rmtree(toy.root / "companion" / "own")
    (toy.root / "notes.txt").write_text("mine")
    toy.must_update()
    (toy.root / "only-three").mkdir()
    toy.release("three")
    assert "only-three is yours" in toy.must_refuse()
    assert (toy.root / "notes.txt").read_text() == "mine"
    git(toy.root, "commit", "-q", "--allow-empty", "-m", "mine")
    assert "does not follow from" in toy.must_refuse()


@pytest.mark.parametrize("how", ["folder", "tar.gz", "zip", "clone"])
def test_update_takes_folders_archives_and_clones(toy: Toy, tmp_path: Path, how: str) -> None:
    source = tmp_path / "stick" / "lamplight-2"
    if how == "clone":
        toy.release("two")
        git(tmp_path, "clone", "-q", str(toy.upstream), str(source))
    else:
        toy.write("two", source)
    if kind := {"tar.gz": "gztar", "zip": "zip"}.get(how):
        source = Path(shutil.make_archive(str(tmp_path / "release"), kind, tmp_path / "stick"))
    toy.must_update(str(source))
    assert toy.name == "two"
    assert "This is the newest" in toy.must_update(str(source))
    if how == "folder":
        toy.release("three")
        toy.must_update()
        assert toy.is_whole("three")


def test_update_without_history_uses_archives(toy: Toy, tmp_path: Path) -> None:
    shutil.rmtree(toy.root / ".git")
    assert "has no history to fetch a newer version by" in toy.must_refuse()
    toy.must_update(str(toy.write("two", tmp_path / "stick")))
    assert toy.name == "two"
    toy.must_update("--back", "--yes")
    assert toy.name == "one"
    (toy.root / "companion" / "part.py").write_text("mine")
    assert "was changed here: companion/part.py" in toy.must_refuse(str(tmp_path / "stick"))


def test_update_refuses_sources_without_a_version(toy: Toy, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "holiday.jpg").touch()
    (tmp_path / "broken.zip").write_text("PK")
    assert "holds no Lamplight: there is no table in it" in toy.must_refuse(str(tmp_path / "stick"))
    assert "is no archive that can be unpacked" in toy.must_refuse(str(tmp_path / "broken.zip"))
    assert "There is no /nowhere" in toy.must_refuse("/nowhere")
    shutil.rmtree(toy.upstream)
    assert "could not be reached; nothing was changed" in toy.must_refuse()
    assert toy.is_whole("one")


@pytest.mark.parametrize("wrong", WRONG)
def test_update_to_a_broken_version_changes_nothing(toy: Toy, wrong: str) -> None:
    toy.release("two", shape=2, wrong=[wrong], lock="two==2\n")
    assert WRONG[wrong] in toy.must_refuse("--patience", "2")
    assert toy.is_whole("one")
    assert (toy.packages, toy.house) == (LOCK, (1, 2))
    if wrong == "packages":  # what it leaves is not in the way of the next one
        toy.release("three", shape=2, lock="two==2\n")
        toy.must_update()
        assert toy.is_whole("three")


def test_unit_runs_the_old_version_after_a_failure(toy: Toy, unit: str) -> None:
    toy.release("two", shape=2, wrong=["sick"], lock="two==2\n")
    toy.must_refuse("--patience", "2", path=unit)
    assert toy.is_whole("one")
    wait_for(lambda: is_serving(toy, "one"))
    assert toy.house == (1, 2)


def test_unit_runs_the_new_version_and_goes_back(toy: Toy, unit: str) -> None:
    toy.release("two", shape=2, lock="two==2\n")
    toy.must_update(path=unit)
    assert is_serving(toy, "two") and toy.house == (2, 2)
    toy.must_update("--back", "--yes", path=unit)
    wait_for(lambda: is_serving(toy, "one"))
    assert (toy.house, toy.packages) == ((1, 2), LOCK)
    assert toy.is_whole("one")


def test_update_refuses_a_running_table_without_unit(toy: Toy) -> None:
    toy.release("two")
    process = subprocess.Popen([toy.root / "table", "serve"], env=toy.environment())
    try:
        wait_for(lambda: is_serving(toy, "one"))
        assert "stop it first" in toy.must_refuse()
    finally:
        process.terminate()
        process.wait()
    assert toy.is_whole("one")


def test_update_with_other_prompts_needs_its_flag(toy: Toy) -> None:
    toy.release("two", words="Draw")
    assert "Table t1 (toy) asks: Roll 2. It would ask: Draw 2." in toy.must_refuse()
    assert toy.is_whole("one")
    toy.must_update("--anyway")
    assert toy.is_whole("two")


def test_back_names_the_lost_entries_first(toy: Toy) -> None:
    toy.release("two", shape=2)
    toy.must_update()
    toy.play()
    said = toy.must_refuse("--back")
    assert "1 entries since then" in said and "say --yes" in said
    assert (toy.name, toy.house) == ("two", (2, 3))
    toy.must_update("--back", "--yes")
    assert toy.is_whole("one") and toy.house[0] == 1
    assert "There is no way back" in toy.must_refuse("--back", "--yes")


@pytest.mark.parametrize("wrong", ["packages", "import"])
def test_back_works_after_a_failed_update(toy: Toy, wrong: str) -> None:
    toy.release("two", shape=2, lock="two==2\n")
    toy.must_update()
    toy.release("three", shape=2, lock="three==3\n", wrong=[wrong])
    toy.must_refuse("--patience", "2")
    assert (toy.packages, len(list(toy.root.glob(".venv-*")))) == ("two==2\n", 2)
    toy.must_update("--back", "--yes")
    assert toy.is_whole("one")
    assert (toy.packages, toy.house) == (LOCK, (1, 2))
    assert "There is no way back" in toy.must_refuse("--back", "--yes")


def test_update_and_back_alternate(toy: Toy) -> None:
    toy.release("two", shape=2, lock="two==1\n")
    toy.must_update()
    toy.must_update("--back", "--yes")
    toy.must_update()
    assert toy.is_whole("two") and toy.packages == "two==1\n"
    toy.release("three", shape=3, lock="three==1\n")
    toy.must_update()
    assert len(list(toy.root.glob(".venv-*"))) == 2, "the present one and the one before"


def test_update_deletes_backups_without_a_way_back(toy: Toy) -> None:
    for name in ("two", "three", "four"):
        toy.release(name)
        toy.must_update()
    last = json.loads((toy.root / ".update" / "last.json").read_text())["backup"]
    saved = {str(path) for path in (toy.data / "saved").iterdir()}
    assert last in saved and len(saved) == 2, "the backups of this update and of the one before"
    toy.play()
    assert "no evening is lost" in toy.must_update("--back", "--yes")
    assert (toy.name, toy.house) == ("three", (1, 3))


def test_update_refuses_a_full_disk(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in toy.environment().items():
        monkeypatch.setenv(name, value)
    toy.release("two")
    updater = Updater(ProgramFolder(toy.root), lambda _line: None, free=lambda _path: 100_000_000)
    with pytest.raises(UpdateError, match="100 MB free, and 320 MB are needed"):
        updater.update(UpdateArguments(unreleased=True), lambda _question: False)
    assert toy.is_whole("one")


def test_update_alone_without_database_needs_no_backup(toy: Toy) -> None:
    (toy.data / "log.db").write_bytes(b"")
    toy.release("two")
    (toy.root / ".update").mkdir()
    with (toy.root / ".update" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "Another update" in toy.must_refuse()
    assert "nothing yet to make a backup of" in toy.must_update()


def test_update_with_postgresql_asks_for_a_backup(toy: Toy) -> None:
    (toy.data / "postgres").touch()
    toy.release("two", shape=2)
    assert "pg_dump" in toy.must_refuse()
    assert toy.is_whole("one")
    toy.must_update("--without-backup")
    assert toy.is_whole("two")


def interrupt_at(what: str, toy: Toy, path: str = "") -> str:
    """Stop an update with ^C at a function of the updater."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"companion.updating.{what}", interrupt)
        ended = toy.update(path=path)
    assert ended.code == 130, ended.said
    return ended.said


def break_page(toy: Toy) -> None:
    """Make the page report a full disk, which is not the fault of the version."""
    file = toy.root / "version.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "wrong": ["sick"]}))


def test_interrupted_update_is_finished_by_the_next(toy: Toy) -> None:
    toy.release("two", lock="two==2\n")
    interrupt_at("updater.GitHistory.stand_at", toy)
    toy.must_update()
    assert toy.is_whole("two") and toy.packages == "two==2\n"


def test_interrupted_trial_of_a_running_unit_is_over(toy: Toy, unit: str) -> None:
    toy.release("two", shape=2)
    interrupt_at("trial.wait_for_page", toy, unit)
    wait_for(lambda: is_serving(toy, "two"))
    toy.play()
    break_page(toy)
    toy.must_update("--patience", "2", path=unit)
    assert (toy.name, toy.house) == ("two", (2, 3))
    assert not (toy.root / ".update" / "journal.json").exists()


def test_interrupted_trial_keeps_entries_until_confirmed(toy: Toy) -> None:
    toy.release("two", shape=2)
    interrupt_at("trial.wait_for_page", toy)
    toy.play()
    break_page(toy)
    said = toy.must_refuse("--patience", "2")
    assert (toy.name, toy.house) == ("two", (2, 3)), said
    for sentence in ("something is wrong: disk", "1 entries since then", "say --yes"):
        assert sentence in said
    said = toy.must_refuse("--patience", "2", "--yes")
    assert (toy.name, toy.house) == ("one", (1, 2)), said
    (saved,) = (toy.data / "other").iterdir()
    assert f"all that there is now lies in {saved}" in said
    assert toy.entries_in(saved) == 3


def test_interrupted_trial_without_entries_goes_back(toy: Toy) -> None:
    toy.release("two", shape=2, wrong=["sick"])
    interrupt_at("trial.wait_for_page", toy)
    toy.must_refuse("--patience", "2")
    assert toy.house == (1, 2) and toy.is_whole("one")
