"""An update of a toy program, with real clones, a real database and real processes: forwards, and back by itself."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.updating.installed_version import UpdateArguments
from companion.updating.program_folder import ProgramFolder, UpdateError
from companion.updating.updater import Updater
from tests.messaging.heard import wait_for
from tests.updating.toy import Ended, Toy, git, with_unit

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


def page(toy: Toy) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{toy.port}/health", timeout=5) as answer:
        return str(json.load(answer)["name"])


def is_there(toy: Toy) -> bool:
    try:
        return bool(page(toy))
    except OSError:
        return False


def test_the_upstream_s_newest_commit_takes_the_place_with_its_packages_and_its_database(toy: Toy) -> None:
    toy.release("two", shape=2, lock="two==2\n")
    commit = git(toy.upstream, "rev-parse", "HEAD")
    ended = toy.update_apart()
    assert ended.code == 0, ended.said
    assert toy.is_whole("two")
    assert (git(toy.root, "rev-parse", "HEAD"), git(toy.root, "branch", "--show-current")) == (commit, "main")
    assert (toy.packages, toy.house) == ("two==2\n", (2, 2))
    assert "a backup lies at" in ended.said


def test_once_it_is_the_newest_it_says_so_and_touches_nothing(toy: Toy) -> None:
    before = (toy.root / "table").stat().st_ino
    ended = toy.update()
    assert (ended.code, (toy.root / "table").stat().st_ino) == (0, before)
    assert "This is the newest version" in ended.said


def test_a_driver_that_was_installed_by_our_own_word_is_in_the_new_environment_too(toy: Toy) -> None:
    toy.release("two", lock="two==2\n")
    installed = toy.root / ".venv" / "lib" / "python3.11" / "site-packages"
    (installed / "psycopg-3.2.1.dist-info").mkdir(parents=True)
    (installed / "lamplight_hall-1.dist-info").mkdir()
    ended = toy.update()
    assert ended.code == 0, ended.said
    assert (
        (toy.root / ".venv" / "asked")
        .read_text()
        .endswith(" install -q --disable-pip-version-check psycopg[binary]>=3.2,<4\n")
    )


def test_packages_that_are_the_same_are_not_installed_again(toy: Toy) -> None:
    toy.release("two")
    assert toy.update().code == 0
    assert not (toy.root / ".venv").is_symlink()


def test_the_newest_release_comes_before_what_is_newer_than_it(toy: Toy) -> None:
    toy.release("two", "v0.2")
    toy.release("ten", "v0.10")
    toy.release("unreleased")
    assert toy.update().code == 0
    assert toy.is_whole("ten")
    again = toy.update()
    assert "This is the newest version: v0.10" in again.said


@pytest.fixture
def cautious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody says that an unreleased commit will do."""
    monkeypatch.setattr("tests.updating.toy.COMMON", ("--patience", "20"))


@pytest.mark.parametrize("words", [(), ("--to", "origin/main")], ids=" ".join)
def test_unreleased_commit_is_taken_only_with_its_flag(toy: Toy, cautious: None, words: tuple[str, ...]) -> None:
    toy.release("two")
    said = toy.update(*words)
    assert said.code == 1
    assert "is no release" in said.said and "Nothing was changed" in said.said and "--unreleased" in said.said
    assert toy.is_whole("one")
    assert toy.update("--unreleased", *words).code == 0
    assert toy.is_whole("two")


def test_release_needs_no_further_word(toy: Toy, cautious: None) -> None:
    toy.release("two", tag="v2.0")
    assert toy.update().code == 0
    assert toy.is_whole("two")


def test_a_version_that_is_named_is_taken(toy: Toy) -> None:
    toy.release("two", "v0.2")
    toy.release("three", "v0.3")
    assert toy.update("--to", "0.2").code == 0
    assert toy.is_whole("two")
    ended = toy.update("--to", "0.9")
    assert ended.code == 1
    assert "There is no version '0.9' upstream. The newest releases: v0.2, v0.3." in ended.said


def test_what_was_changed_here_is_never_lost(toy: Toy) -> None:
    toy.release("two")
    (toy.root / "companion" / "part.py").write_text("NAME = 'mine'\n")
    (toy.root / "companion" / "own").mkdir()
    (toy.root / "companion" / "own" / "game.py").write_text("")
    ended = toy.update()
    assert ended.code == 1
    assert "The program was changed here: companion/part.py, companion/own/." in ended.said
    assert (toy.root / "companion" / "part.py").read_text() == "NAME = 'mine'\n"


def test_a_file_of_one_s_own_beside_the_program_stays_and_one_in_the_way_is_said(toy: Toy) -> None:
    (toy.root / "notes.txt").write_text("mine")
    toy.release("two")
    assert toy.update().code == 0
    (toy.root / "only-three").mkdir()
    toy.release("three")
    ended = toy.update()
    assert "only-three is yours" in ended.said
    assert (toy.root / "notes.txt").read_text() == "mine"


def test_a_clone_with_commits_of_its_own_goes_no_way(toy: Toy) -> None:
    toy.release("two")
    toy.write("mine", toy.root)
    git(toy.root, "add", "-A")
    git(toy.root, "commit", "-qm", "mine")
    ended = toy.update()
    assert ended.code == 1
    assert "does not follow from" in ended.said
    assert toy.is_whole("mine")


def test_without_a_network_it_says_how_to_do_without(toy: Toy) -> None:
    shutil.rmtree(toy.upstream)
    ended = toy.update()
    assert ended.code == 1
    assert "could not be reached; nothing was changed" in ended.said


@pytest.mark.parametrize("how", ["folder", "tar.gz", "zip"])
def test_a_release_comes_as_a_folder_or_an_archive_too_and_history_goes_on_after_it(
    toy: Toy, tmp_path: Path, how: str
) -> None:
    source = toy.write("two", tmp_path / "stick" / "lamplight-2")
    if how != "folder":
        kind = {"tar.gz": "gztar", "zip": "zip"}[how]
        source = Path(shutil.make_archive(str(tmp_path / "release"), kind, tmp_path / "stick"))
    ended = toy.update(str(source))
    assert ended.code == 0, ended.said
    assert toy.name == "two"
    assert "This is the newest" in toy.update(str(source)).said
    toy.release("three")
    ended = toy.update()
    assert ended.code == 0, ended.said
    assert toy.is_whole("three")


def test_what_was_changed_after_an_archive_is_seen_too(toy: Toy, tmp_path: Path) -> None:
    assert toy.update(str(toy.write("two", tmp_path / "stick"))).code == 0
    (toy.root / "companion" / "part.py").write_text("mine")
    assert "was changed here: companion/part.py" in toy.update().said


def test_another_clone_may_be_the_source(toy: Toy, tmp_path: Path) -> None:
    toy.release("two")
    git(tmp_path, "clone", "-q", str(toy.upstream), "stick")
    git(toy.root, "remote", "set-url", "origin", "/nowhere")
    ended = toy.update(str(tmp_path / "stick"))
    assert ended.code == 0, ended.said
    assert toy.is_whole("two")


def test_a_program_without_a_history_is_updated_by_archives_and_back(toy: Toy, tmp_path: Path) -> None:
    shutil.rmtree(toy.root / ".git")
    assert "has no history to fetch a newer version by" in toy.update().said
    assert toy.update(str(toy.write("two", tmp_path / "stick"))).code == 0
    assert toy.name == "two"
    assert toy.update("--back", "--yes").code == 0
    assert toy.name == "one"


def test_what_is_no_lamplight_is_refused(toy: Toy, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "holiday.jpg").write_text("")
    (tmp_path / "broken.zip").write_text("PK")
    assert "holds no Lamplight: there is no table in it" in toy.update(str(tmp_path / "stick")).said
    assert "is no archive that can be unpacked" in toy.update(str(tmp_path / "broken.zip")).said
    assert "There is no /nowhere" in toy.update("/nowhere").said
    assert toy.is_whole("one")


@pytest.mark.parametrize("wrong", WRONG)
def test_a_version_that_is_broken_leaves_everything_as_it_was(toy: Toy, wrong: str) -> None:
    toy.release("two", shape=2, wrong=[wrong], lock="two==2\n")
    ended = toy.update("--patience", "2")
    assert ended.code == 1
    assert WRONG[wrong] in ended.said, ended.said
    assert toy.is_whole("one")
    assert (toy.packages, toy.house) == ("one==1 --hash=sha256:0\n", (1, 2))
    toy.release("three", shape=2)
    assert toy.update().code == 0
    assert toy.is_whole("three")


@pytest.mark.parametrize("wrong", ["migration raises", "no page", "sick"])
def test_one_that_systemd_runs_is_running_again_as_it_was(toy: Toy, unit: str, wrong: str) -> None:
    toy.release("two", shape=2, wrong=[wrong], lock="two==2\n")
    ended = toy.update("--patience", "2", path=unit)
    assert ended.code == 1, ended.said
    assert toy.is_whole("one")
    wait_for(lambda: is_there(toy) and page(toy) == "one")
    assert toy.house == (1, 2)


def test_the_unit_runs_the_new_version_and_what_was_played_meanwhile_is_there(toy: Toy, unit: str) -> None:
    toy.release("two", shape=2, lock="two==2\n")
    ended = toy.update(path=unit)
    assert ended.code == 0, ended.said
    assert (page(toy), toy.house) == ("two", (2, 2))
    ended = toy.update("--back", "--yes", path=unit)
    assert ended.code == 0, ended.said
    wait_for(lambda: is_there(toy) and page(toy) == "one")
    assert (toy.house, toy.packages) == ((1, 2), "one==1 --hash=sha256:0\n")
    assert toy.is_whole("one")


def test_a_house_that_nobody_can_stop_is_not_updated(toy: Toy) -> None:
    toy.release("two")
    process = subprocess.Popen([toy.root / "table", "serve"], env=toy.environment())
    try:
        wait_for(lambda: is_there(toy))
        assert "stop it first" in toy.update().said
    finally:
        process.terminate()
        process.wait()
    assert toy.is_whole("one")


def test_an_evening_that_would_go_on_otherwise_stops_it_unless_that_is_wanted(toy: Toy) -> None:
    toy.release("two", words="Draw")
    ended = toy.update()
    assert ended.code == 1
    assert "Table t1 (toy) asks: Roll 2. It would ask: Draw 2." in ended.said
    assert toy.is_whole("one")
    assert toy.update("--anyway").code == 0
    assert toy.is_whole("two")


def test_by_hand_it_goes_back_and_says_which_evenings_that_costs(toy: Toy) -> None:
    toy.release("two", shape=2)
    assert toy.update().code == 0
    toy.play()
    ended = toy.update("--back")
    assert ended.code == 1
    assert "1 entries since then" in ended.said
    assert "say --yes" in ended.said
    assert (toy.name, toy.house) == ("two", (2, 3))
    assert toy.update("--back", "--yes").code == 0
    assert toy.is_whole("one")
    assert toy.house[0] == 1
    assert "There is no way back" in toy.update("--back", "--yes").said


def test_an_update_that_changed_nothing_leaves_the_way_back_of_the_one_before_it(toy: Toy) -> None:
    toy.release("two", shape=2)
    assert toy.update().code == 0
    toy.release("three", shape=2, lock="three==3\n", wrong=["packages"])
    ended = toy.update()
    assert "nothing was changed" in ended.said
    assert toy.is_whole("two")
    ended = toy.update("--back", "--yes")
    assert ended.code == 0, ended.said
    assert toy.is_whole("one")
    assert toy.house == (1, 2)


@pytest.mark.parametrize("wrong", ["import", "sick"])
def test_an_update_that_went_back_by_itself_leaves_the_way_back_of_the_one_before_it(toy: Toy, wrong: str) -> None:
    toy.release("two", shape=2, lock="two==2\n")
    assert toy.update().code == 0
    toy.release("three", shape=2, lock="three==3\n", wrong=[wrong])
    assert "The version before" in toy.update("--patience", "2").said
    assert (toy.packages, len(list(toy.root.glob(".venv-*")))) == ("two==2\n", 2)
    ended = toy.update("--back", "--yes")
    assert ended.code == 0, ended.said
    assert toy.is_whole("one")
    assert (toy.packages, toy.house) == ("one==1 --hash=sha256:0\n", (1, 2))
    assert "There is no way back" in toy.update("--back", "--yes").said


def test_a_backup_of_before_an_update_goes_when_nothing_leads_back_to_it(toy: Toy) -> None:
    for name in ("two", "three", "four"):
        toy.release(name)
        assert toy.update().code == 0
    last = json.loads((toy.root / ".update" / "last.json").read_text())["backup"]
    assert last in {str(path) for path in (toy.data / "saved").iterdir()}
    assert len(list((toy.data / "saved").iterdir())) == 2, "that of this update, and of the one before it"


def test_where_the_version_before_can_read_all_of_it_going_back_costs_nothing(toy: Toy) -> None:
    toy.release("two")
    assert toy.update().code == 0
    toy.play()
    ended = toy.update("--back", "--yes")
    assert "no evening is lost" in ended.said
    assert (toy.name, toy.house) == ("one", (1, 3))


def test_back_and_forth_and_again(toy: Toy) -> None:
    for name, shape in (("two", 2), ("three", 3)):
        toy.release(name, shape=shape, lock=f"{name}==1\n")
        assert toy.update().code == 0
        assert toy.update("--back", "--yes").code == 0
        assert toy.update().code == 0
        assert toy.is_whole(name)
        assert toy.packages == f"{name}==1\n"
    assert len(list(toy.root.glob(".venv-*"))) == 2, "those of now and of before"


def test_a_disk_that_is_nearly_full_is_said_before_anything(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in toy.environment().items():
        monkeypatch.setenv(name, value)
    toy.release("two")
    updater = Updater(ProgramFolder(toy.root), lambda _line: None, free=lambda _path: 100_000_000)
    with pytest.raises(UpdateError, match="100 MB free, and 320 MB are needed"):
        updater.update(UpdateArguments(unreleased=True), lambda _question: False)
    assert toy.is_whole("one")


def test_one_at_a_time(toy: Toy) -> None:
    import fcntl

    (toy.root / ".update").mkdir()
    with (toy.root / ".update" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "Another update" in toy.update().said


def test_a_house_without_a_database_is_updated(toy: Toy) -> None:
    (toy.data / "log.db").unlink()
    with closing(sqlite3.connect(toy.data / "log.db", isolation_level=None)) as database:
        database.execute("PRAGMA user_version")
    toy.release("two")
    ended = toy.update()
    assert ended.code == 0, ended.said
    assert "nothing yet to make a backup of" in ended.said


def test_a_house_in_postgresql_has_its_backup_made_by_its_keeper(toy: Toy) -> None:
    (toy.data / "postgres").touch()
    toy.release("two", shape=2)
    ended = toy.update()
    assert ended.code == 1
    assert "pg_dump" in ended.said
    assert toy.is_whole("one")
    assert toy.update("--without-backup").code == 0
    assert toy.is_whole("two")


def test_who_stops_it_with_the_keyboard_is_told_what_comes_next(toy: Toy) -> None:
    toy.release("two")
    ended = stopped_at("updater.swap_versions", toy)
    assert (ended.code, "The next ./table update goes on with it, or back." in ended.said) == (130, True)
    assert toy.update().code == 0
    assert toy.is_whole("two")


def stopped_at(what: str, toy: Toy, path: str = "") -> Ended:
    """An update that somebody stops with the keyboard there."""

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"companion.updating.{what}", stopped)
        ended = toy.update(path=path)
    assert ended.code == 130, ended.said
    return ended


def falls_ill(toy: Toy) -> None:
    """Something grave that is no fault of the version: its disk is full, weeks later."""
    file = toy.root / "version.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "wrong": ["sick"]}))


def test_what_runs_since_it_was_stopped_on_trial_is_not_put_to_it_again(toy: Toy, unit: str) -> None:
    toy.release("two", shape=2)
    stopped_at("trial.wait_for_page", toy, unit)
    wait_for(lambda: is_there(toy))
    toy.play()
    falls_ill(toy)
    ended = toy.update("--patience", "2", path=unit)
    assert ended.code == 0, ended.said
    assert (toy.name, toy.house) == ("two", (2, 3))
    assert not (toy.root / ".update" / "journal.json").exists()


def test_evenings_since_a_trial_that_was_stopped_are_not_lost_unasked(toy: Toy) -> None:
    toy.release("two", shape=2)
    stopped_at("trial.wait_for_page", toy)
    toy.play()
    falls_ill(toy)
    ended = toy.update("--patience", "2")
    assert (ended.code, toy.name, toy.house) == (1, "two", (2, 3)), ended.said
    assert "something is wrong: disk" in ended.said
    assert "1 entries since then" in ended.said
    assert "say --yes" in ended.said
    ended = toy.update("--patience", "2", "--yes")
    assert (ended.code, toy.name, toy.house) == (1, "one", (1, 2)), ended.said
    (saved,) = (toy.data / "other").iterdir()
    assert f"all that there is now lies in {saved}" in ended.said
    assert toy.entries_in(saved) == 3


def test_where_nobody_has_played_since_it_goes_back_by_itself(toy: Toy) -> None:
    toy.release("two", shape=2, wrong=["sick"])
    stopped_at("trial.wait_for_page", toy)
    ended = toy.update("--patience", "2")
    assert (ended.code, toy.house) == (1, (1, 2)), ended.said
    assert toy.is_whole("one")
