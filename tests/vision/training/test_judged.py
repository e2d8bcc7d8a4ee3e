"""Guesses compared with labels."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.detect.detector import DetectedObject
from vision.kind_and_face.confidence import FaceEvidence
from vision.kind_and_face.face_guess import FaceGuess
from vision.kit import Kit, load_kits
from vision.shape_of_kind import SHAPES
from vision.training import judged as judging
from vision.training.judged import Judged, Missed, judged
from vision.training.pictures import COCKED, OUTSIDE, PARTIAL, READABLE, Mark, Picture

D6 = load_kits(["d6"])
NOTHING_SEEN = np.zeros((200, 300, 3), np.uint8)
EVIDENCE = FaceEvidence(0.9, 0.9, 0.9, 0.9, 0.1, 0.0, 0.9, 0.1, 20.0)


def mark(value: str = "4", state: int = READABLE, x: float = 100.0) -> Mark:
    return Mark(SHAPES.index("cube"), "d6", value, x, 100.0, 20.0, None, state)


def found(x: float = 101.0) -> DetectedObject:
    return DetectedObject(
        "cube", x, 100.0, 20.0, (x - 20, 80.0, 40.0, 40.0), 0.9, 0.9, (0, 0, 1.0, 0, 0, 0), (1.0, 0, 0, 0)
    )


def told(marks: tuple[Mark, ...], *places: float, value: str = "4") -> list[Judged | Missed]:
    picture = Picture(Path("still.jpg"), "R1", marks, "d6")
    guessed = [FaceGuess(D6[0], value, (), EVIDENCE) for _ in places]
    return list(judged(picture, [found(x) for x in places], guessed, D6))


def test_judge_accepts_a_present_face() -> None:
    (row,) = told((mark(),), 101.0)
    assert isinstance(row, Judged)
    assert row.right


def test_another_face_is_wrong() -> None:
    (row,) = told((mark("5"),), 101.0)
    assert isinstance(row, Judged)
    assert (row.right, row.truth) == (False, "5")


@pytest.mark.parametrize(("state", "word"), [(COCKED, "cocked"), (PARTIAL, "partial"), (OUTSIDE, "outside")])
def test_judge_rejects_unreadable_objects(state: int, word: str) -> None:
    (row,) = told((mark(state=state),), 101.0)
    assert isinstance(row, Judged)
    assert (row.right, row.truth) == (False, word)


def test_judge_rejects_findings_on_empty_spots() -> None:
    row, missed = told((mark(),), 300.0)
    assert isinstance(row, Judged)
    assert (row.right, row.truth, row.truth_kind) == (False, "nothing", "")
    assert isinstance(missed, Missed)


def test_the_same_die_found_twice_is_right_once() -> None:
    rows = told((mark(),), 101.0, 99.0)
    assert [isinstance(row, Judged) and row.right for row in rows] == [True, False]


def test_judge_counts_a_missed_die() -> None:
    assert [type(row) for row in told((mark(),))] == [Missed]


def test_judge_forgives_a_missed_cocked_die() -> None:
    assert told((mark(state=COCKED),)) == []


def test_judge_rejects_faces_of_another_set(monkeypatch) -> None:
    token = Mark(SHAPES.index("disc"), "token", "skull", 100.0, 100.0, 20.0, None, READABLE)
    picture = Picture(Path("still.jpg"), "R1", (token, mark("4", x=200.0)), "mixed")
    kit = Kit("other", "token", "disc", ("skull", "4"))
    monkeypatch.setattr(
        judging, "guess_faces", lambda _, found, *__: [FaceGuess(kit, "skull", (), EVIDENCE) for _ in found]
    )
    rows = list(judging.strangers(picture, NOTHING_SEEN, [found(101.0), found(201.0)], [kit], True, None))
    assert [(row.right, row.truth_kind, row.weight < 1) for row in rows] == [
        (False, "another token", True),
        (False, "another d6", True),
    ]


def test_judge_accepts_print_common_to_all_sets(monkeypatch) -> None:
    token = Mark(SHAPES.index("disc"), "token", "-3", 100.0, 100.0, 20.0, None, READABLE)
    kit = Kit("other", "token", "disc", ("-3",))
    monkeypatch.setattr(
        judging, "guess_faces", lambda _, found, *__: [FaceGuess(kit, "-3", (), EVIDENCE) for _ in found]
    )
    picture = Picture(Path("still.jpg"), "R1", (token,), "tokens")
    assert list(judging.strangers(picture, NOTHING_SEEN, [found()], [kit], True, None)) == []


def test_judge_separates_foreign_dice_from_coins() -> None:
    row = Judged("R1", "still.jpg", "token", "skull", "another token", "tablet", EVIDENCE)
    assert (row.is_object, row.is_level) == (True, True)
    coin, leaning = replace(row, truth_kind="another coin", truth="10c"), replace(row, truth="cocked")
    assert (coin.is_object, coin.is_level) == (False, False)
    assert (leaning.is_object, leaning.is_level) == (True, False)
