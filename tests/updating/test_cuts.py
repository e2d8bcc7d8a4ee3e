"""Updates that are killed anywhere: the next start finishes or undoes them, and never stays between two versions."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from tests.updating.toy import LOCK, Toy, with_unit

pytestmark = pytest.mark.slow

CUT = str(Path(__file__).parent / "cut.py")
MOST = 1000  # changes of one update
STEP = 1 if "LAMPLIGHT_CUTS" in os.environ else 67


def count_changes(toy: Toy, *words: str, path: str = "") -> int:
    ended = toy.update_apart(*words, launcher=(CUT, str(MOST)), path=path)
    found = re.search(r"changes: (\d+)", ended.said)
    assert found, ended.said
    return int(found[1])


def kill_before(change: int, toy: Toy, *words: str, path: str = "") -> None:
    assert toy.update_apart(*words, launcher=(CUT, str(change)), path=path).code == -signal.SIGKILL


@pytest.fixture(scope="module")
def ready(pattern: Toy, tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A toy whose upstream has other files, other packages and another schema."""
    toy = pattern.copied(tmp_path_factory.mktemp("ready"))
    toy.release("two", shape=2, lock="two==2\n")
    return toy


def test_killed_update_is_finished_by_the_next(ready: Toy, tmp_path: Path) -> None:
    many = count_changes(ready.copied(tmp_path / "whole"))
    assert many > 30
    for at in range(0, many, STEP):
        toy = ready.copied(tmp_path / f"cut{at}")
        kill_before(at, toy)
        toy.must_update()
        assert toy.is_whole("two"), at
        assert (toy.packages, toy.house) == ("two==2\n", (2, 2)), at


def test_killed_update_is_made_whole_before_start(ready: Toy, tmp_path: Path) -> None:
    many = count_changes(ready.copied(tmp_path / "whole"))
    for at in range(STEP // 2, many, STEP):
        toy = ready.copied(tmp_path / f"cut{at}")
        kill_before(at, toy)
        if (toy.root / ".update" / "journal.json").exists():
            toy.must_update("--after-cut")
        assert toy.packages == {"one": LOCK, "two": "two==2\n"}[toy.name], at


def test_killed_return_from_broken_version_is_finished(pattern: Toy, tmp_path: Path) -> None:
    broken = pattern.copied(tmp_path / "broken")
    broken.release("two", shape=2, lock="two==2\n", wrong=["import"])
    many = count_changes(broken.copied(tmp_path / "whole"))
    for at in range(many // 3, many, STEP):
        toy = broken.copied(tmp_path / f"cut{at}")
        kill_before(at, toy)
        toy.must_refuse()
        assert toy.is_whole("one") and (toy.packages, toy.house) == (LOCK, (1, 2)), at


def test_killed_way_back_is_finished(ready: Toy, tmp_path: Path) -> None:
    whole = ready.copied(tmp_path / "whole")
    whole.must_update()
    for at in range(2, count_changes(whole, "--back", "--yes"), STEP):
        toy = ready.copied(tmp_path / f"cut{at}")
        toy.must_update()
        kill_before(at, toy, "--back", "--yes")
        ended = toy.update("--back", "--yes")
        assert ended.code == 0 or "There is no way back" in ended.said, (at, ended.said)
        assert toy.is_whole("one") and (toy.packages, toy.house) == (LOCK, (1, 2)), at


def test_unit_serves_again_after_a_killed_update(ready: Toy, tmp_path: Path) -> None:
    toy = ready.copied(tmp_path / "whole")
    units = with_unit(toy, tmp_path / "bin")
    many = count_changes(toy, path=next(units))
    units.close()
    for at in range(many // 2, many, 2 * STEP):
        toy = ready.copied(tmp_path / f"cut{at}")
        units = with_unit(toy, tmp_path / f"bin{at}")
        path = next(units)
        kill_before(at, toy, path=path)
        toy.must_update(path=path)
        assert toy.is_whole("two") and (toy.packages, toy.house) == ("two==2\n", (2, 2)), at
        units.close()
