from itertools import permutations

import cv2
import numpy as np
import pytest

from vision.enrolment.assignment import assign
from vision.enrolment.confusion import confused_faces
from vision.enrolment.numerals import VALUES, drawn_numerals
from vision.image.decoder import Image
from vision.kind_and_face.face_embedding import KEPT
from vision.kit import Kit, KitShotImage, load_kit


def face(mark: str, angle: float = 0.0) -> Image:
    """A disc with a mark, turned."""
    picture = np.full((96, 96, 3), (60, 90, 60), np.uint8)
    cv2.circle(picture, (48, 48), 26, (215, 220, 225), -1, cv2.LINE_AA)
    cv2.putText(picture, mark, (37, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (30, 30, 40), 4, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((48, 48), angle, 1.0)
    return cv2.warpAffine(picture, turn, (96, 96), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8, copy=False)


def kit(*shots: KitShotImage) -> Kit:
    return Kit("mine", "token", "disc", tuple(dict.fromkeys(shot.value for shot in shots)), shots)


def test_confusion_reports_six_and_nine_with_remedy() -> None:
    shown = [KitShotImage(value, face("6", turn)) for value, turn in (("6", 0), ("6", 40), ("9", 180), ("9", 220))]
    (pair,) = confused_faces(kit(*shown, KitShotImage("4", face("4")), KitShotImage("4", face("4", 50))))
    assert {pair.one, pair.other} == {"6", "9"}
    assert "turned by half. Mark one with a dot" in str(pair.sentence)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["demo_mom_d8", "demo_nemesis_noise"])
def test_confusion_clears_the_demo_faces(name: str) -> None:
    assert all(pair.share < 0.5 for pair in confused_faces(load_kit(name)))


def test_confusion_reports_one_face_under_two_names() -> None:
    (pair,) = confused_faces(
        kit(KitShotImage("a", face("R")), KitShotImage("b", face("R", 10)), KitShotImage("c", face("4")))
    )
    assert (pair.one, pair.other, pair.single) == ("b", "a", True)
    assert "Show each of them twice more" in str(pair.sentence)


def best_sum(table: np.ndarray) -> float:
    """By trying everything."""
    wide = table if table.shape[0] <= table.shape[1] else table.T
    rows = range(wide.shape[0])
    return max(
        sum(wide[row, column] for row, column in zip(rows, order, strict=True))
        for order in permutations(range(wide.shape[1]), len(rows))
    )


@pytest.mark.parametrize("seed", range(30))
def test_no_other_assignment_has_a_greater_sum(seed: int) -> None:
    random = np.random.default_rng(seed)
    table = random.normal(size=tuple(random.integers(1, 6, 2)))
    found = assign(table)
    taken = [column for column in found if column >= 0]
    assert len(set(taken)) == len(taken) == min(table.shape)
    assert sum(table[row, column] for row, column in enumerate(found) if column >= 0) == pytest.approx(best_sum(table))


def test_assignment_without_places_leaves_all() -> None:
    assert assign(np.zeros((3, 0))) == (-1, -1, -1)
    assert assign(np.zeros((0, 3))) == ()


def test_numerals_fit_their_face_in_both_contrasts() -> None:
    kit = drawn_numerals()
    assert {shot.value for shot in kit.shots} == set(VALUES)
    assert all(shot.image.shape == (KEPT, KEPT, 3) for shot in kit.shots)
    rims = {int(shot.image[0].mean()) > 128 for shot in kit.shots}
    assert rims == {True, False}
    assert all(np.ptp(shot.image[0].astype(int), axis=0).max() == 0 for shot in kit.shots), "nothing reaches the edge"


def test_confusion_needs_two_faces_with_shots() -> None:
    assert confused_faces(load_kit("d6")) == ()
    assert confused_faces(kit(KitShotImage("a", face("R")))) == ()
