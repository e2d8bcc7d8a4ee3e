"""An update that is killed anywhere: what lies there is run, and the next start goes on or goes back, and never stays between."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from tests.updating.toy import Toy, with_unit

pytestmark = pytest.mark.slow

CUT = str(Path(__file__).parent / "cut.py")
MOST = 1000  # changes of one update

STEP = 1 if "LAMPLIGHT_CUTS" in os.environ else 47


def cut(toy: Toy, at: int, *words: str, path: str = "") -> int:
    """An update, killed before this change; its exit code."""
    return toy.update_apart(*words, launcher=(CUT, str(at)), path=path).code


def changes(toy: Toy, *words: str, path: str = "") -> int:
    """How many an update makes that nobody cuts."""
    ended = toy.update_apart(*words, launcher=(CUT, str(MOST)), path=path)
    found = re.search(r"changes: (\d+)", ended.said)
    assert found, ended.said
    return int(found[1])


@pytest.fixture(scope="module")
def ready(pattern: Toy, tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """With another version upstream: other files, other packages, another shape of the database."""
    toy = pattern.copied(tmp_path_factory.mktemp("ready"))
    toy.release("two", shape=2, lock="two==2\n")
    return toy


def assert_is_one(toy: Toy, *names: str) -> None:
    assert any(toy.is_whole(name) for name in names), toy.root
    is_new = toy.is_whole("two")
    assert toy.packages == ("two==2\n" if is_new else "one==1 --hash=sha256:0\n")
    assert toy.house == ((2, 2) if is_new else (1, 2))


def test_an_update_that_was_killed_is_brought_to_its_end_by_the_next(ready: Toy, tmp_path: Path) -> None:
    many = changes(ready.copied(tmp_path / "whole"))
    assert many > 30
    for at in range(0, many, STEP):
        toy = ready.copied(tmp_path / f"cut{at}")
        assert cut(toy, at) == -signal.SIGKILL
        ended = toy.update()
        assert ended.code == 0, (at, ended.said)
        assert toy.is_whole("two"), at
        assert (toy.packages, toy.house) == ("two==2\n", (2, 2)), at


def test_what_was_killed_is_made_whole_before_anything_is_run(ready: Toy, tmp_path: Path) -> None:
    many = changes(ready.copied(tmp_path / "whole"))
    for at in range(3, many, STEP):
        toy = ready.copied(tmp_path / f"cut{at}")
        assert cut(toy, at) == -signal.SIGKILL
        if (toy.root / ".update" / "journal.json").exists():
            assert toy.update("--after-cut").code == 0, at
        assert toy.name in {"one", "two"}, at
        assert toy.packages == {"one": "one==1 --hash=sha256:0\n", "two": "two==2\n"}[toy.name], at


def test_going_back_by_itself_is_gone_on_with_where_it_was_killed(pattern: Toy, tmp_path: Path) -> None:
    broken = pattern.copied(tmp_path / "broken")
    broken.release("two", shape=2, lock="two==2\n", wrong=["import"])
    many = changes(broken.copied(tmp_path / "whole"))
    for at in range(many // 3, many, STEP):
        toy = broken.copied(tmp_path / f"cut{at}")
        assert cut(toy, at) == -signal.SIGKILL
        assert toy.update().code == 1, at  # it is broken still
        assert_is_one(toy, "one")


def test_going_back_by_hand_too(ready: Toy, tmp_path: Path) -> None:
    whole = ready.copied(tmp_path / "whole")
    assert whole.update().code == 0
    for at in range(2, changes(whole, "--back", "--yes"), STEP):
        toy = ready.copied(tmp_path / f"cut{at}")
        assert toy.update().code == 0
        assert cut(toy, at, "--back", "--yes") == -signal.SIGKILL
        ended = toy.update("--back", "--yes")
        assert ended.code == 0 or "There is no way back" in ended.said, (at, ended.said)
        assert_is_one(toy, "one")


def test_the_unit_plays_again_after_a_cut(ready: Toy, tmp_path: Path) -> None:
    toy = ready.copied(tmp_path / "whole")
    units = with_unit(toy, tmp_path / "bin")
    many = changes(toy, path=next(units))
    units.close()
    for at in range(many // 2, many, 2 * STEP):
        toy = ready.copied(tmp_path / f"cut{at}")
        units = with_unit(toy, tmp_path / f"bin{at}")
        path = next(units)
        assert cut(toy, at, path=path) == -signal.SIGKILL
        ended = toy.update(path=path)
        assert ended.code == 0, (at, ended.said)
        assert_is_one(toy, "two")
        units.close()
