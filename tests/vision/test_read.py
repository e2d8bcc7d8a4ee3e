import math

import numpy as np
import pytest

from vision import read
from vision.find import Found
from vision.kit import Kit, load_kits
from vision.read import read_tray

LEVEL = (1.0, 0.0, 0.0, 0.0)


def cube(score: float = 1.0, states: tuple[float, float, float, float] = LEVEL, x: float = 60.0) -> Found:
    shapes = (0.001, 0.001, 0.996, 0.001, 0.0005, 0.0005)
    return Found("cube", x, 60.0, 20.0, (x - 20, 40.0, 40.0, 40.0), score, score, shapes, states)


def pips(*shares: float) -> np.ndarray:
    return np.array([shares, shares], np.float32)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch):
    """What the finder finds and the net counts, set by the test."""

    def lay(found: list[Found], counted: np.ndarray) -> None:
        monkeypatch.setattr(read, "objects", lambda _: tuple(found))
        monkeypatch.setattr(read, "look", lambda _: (np.zeros((2, 64), np.float32), counted))

    return lay


PICTURE = np.zeros((120, 240, 3), np.uint8)
D6 = load_kits(["d6"])
SURE_FOUR = pips(0.0, 0.0, 0.0, 0.999, 0.0005, 0.0, 0.0005)
FOUR_OR_FIVE = pips(0.0, 0.0, 0.0, 0.5, 0.45, 0.0, 0.05)


def test_a_level_die_is_read(table) -> None:
    table([cube()], SURE_FOUR)
    (seen,) = read_tray(PICTURE, D6)
    assert (seen.kind, seen.value, seen.cocked) == ("d6", "4", False)
    assert seen.box == (40.0, 40.0, 40.0, 40.0)
    assert 0.9 < seen.conf <= 1


def test_a_doubtful_die_has_no_value_but_lists_what_it_may_be(table) -> None:
    table([cube()], FOUR_OR_FIVE)
    (seen,) = read_tray(PICTURE, D6)
    assert seen.value is None
    assert [value for value, _ in seen.alternatives[:2]] == ["4", "5"]


def test_what_cannot_be_meant_is_not_read(table) -> None:
    table([cube()], FOUR_OR_FIVE)
    (seen,) = read_tray(PICTURE, D6, {"d6": frozenset({"1", "5"})})
    assert seen.alternatives == () or "4" not in dict(seen.alternatives)
    assert seen.value in {"5", None}


def test_a_cocked_die_is_never_read(table) -> None:
    table([cube(states=(0.2, 0.8, 0.0, 0.0))], SURE_FOUR)
    (seen,) = read_tray(PICTURE, D6)
    assert (seen.kind, seen.value, seen.cocked) == ("d6", None, True)


def test_a_die_over_the_rim_is_never_read(table) -> None:
    table([cube(states=(0.2, 0.0, 0.8, 0.0))], SURE_FOUR)
    (seen,) = read_tray(PICTURE, D6)
    assert (seen.value, seen.cocked) == (None, False)


def test_what_lies_outside_is_not_mentioned(table) -> None:
    table([cube(states=(0.1, 0.0, 0.0, 0.9)), cube(x=200.0)], SURE_FOUR)
    assert len(read_tray(PICTURE, D6)) == 1
    assert read_tray(PICTURE, D6, tray=((0, 0), (30, 0), (30, 120), (0, 120))) == ()


@pytest.mark.parametrize(
    "kits", [(), (Kit("mine", "token", "disc", ("0",)),)], ids=["no kit", "a kit of another shape"]
)
def test_what_belongs_to_no_kit_is_a_stranger(table, kits: tuple[Kit, ...]) -> None:
    table([cube()], SURE_FOUR)
    (seen,) = read_tray(PICTURE, kits)
    assert (seen.kind, seen.value) == ("unknown", None)


def test_what_may_be_no_object_is_a_stranger(table) -> None:
    table([cube(score=0.5)], SURE_FOUR)
    assert [seen.kind for seen in read_tray(PICTURE, D6)] == ["unknown"]


def test_shares_of_faces_leave_room_for_none_of_them() -> None:
    rows = read._shares({("a", "1"): read.NONE_LIKE, ("a", "2"): read.NONE_LIKE - 9})
    assert [(value, round(share, 3)) for _, value, share in rows] == [("1", 0.5), ("2", 0.0)]
    assert read._shares({}) == []
    assert math.isclose(sum(share for *_, share in read._shares({("a", "1"): 2.0})), 1.0, abs_tol=1e-6)


def test_what_may_lie_outside_is_asked_about(table) -> None:
    table([cube(states=(0.5, 0.0, 0.0, 0.5))], SURE_FOUR)
    (seen,) = read_tray(PICTURE, D6)
    assert (seen.kind, seen.value) == ("d6", None)
