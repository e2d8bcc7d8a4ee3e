"""Motion, hands, stillness, and the vote of several looks."""

from __future__ import annotations

import numpy as np
import pytest

from companion.schema import SeenObject
from tests.vision.drawn import Die, Scene, draw
from vision.image.frame import HEIGHT, WIDTH, shrink
from vision.stream.motion import MotionLimits, changed_pixels, count_changed, hand_in, is_moving, stands_out
from vision.stream.stability import RestDetector, combine_looks, is_near, looks_agree

LIMITS = MotionLimits()
DICE = (Die(150, 100), Die(300, 220, "blank"))


def moved(before: Scene, after: Scene) -> bool:
    return is_moving(differs(before, after), LIMITS.piece, LIMITS.speckle)


def differs(before: Scene, after: Scene, area: np.ndarray | None = None) -> np.ndarray:
    return changed_pixels(shrink(draw(before, 1)), shrink(draw(after, 2)), LIMITS, area)


@pytest.mark.parametrize(
    ("pieces", "stirred"),
    [([(3, 4)] * 5, False), ([(4, 4)], True), ([(1, 1)] * 64, False), ([(2, 2)] * 20, True)],
    ids=["glitter", "a die that turns", "grain", "a lot of it"],
)
def test_motion_ignores_grain_and_glitter(pieces: list[tuple[int, int]], stirred: bool) -> None:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    for k, (high, wide) in enumerate(pieces):
        row, column = 10 * (k // 30), 10 * (k % 30)
        mask[row : row + high, column : column + wide] = 1
    assert is_moving(mask, LIMITS.piece, LIMITS.speckle) == stirred


def test_motion_outside_the_tray_is_ignored() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :60] = 1
    assert count_changed(differs(Scene(), Scene(DICE), area)) == 0


@pytest.mark.parametrize("share", [0.7, 1.0])
def test_a_change_nearly_everywhere_is_the_light(share: float) -> None:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    mask[:, : round(WIDTH * share)] = 1
    assert hand_in(mask, LIMITS) is None


def test_a_hand_stands_out_of_the_picture_it_is_in() -> None:
    bare, reached = draw(Scene(), 1), draw(Scene(hand=(300, 180)), 2)
    part = hand_in(changed_pixels(shrink(bare), shrink(reached), LIMITS), LIMITS)
    assert part is not None
    assert stands_out(reached, part) > 2 * stands_out(bare, part)


def test_a_part_outside_the_tray_does_not_stand_out() -> None:
    part, area = np.zeros((2, HEIGHT, WIDTH), np.uint8)
    part[:, 200:] = 1
    area[:, :100] = 1
    assert stands_out(draw(Scene()), part, area) == 0


BOX = (100.0, 100.0, 30.0, 30.0)


def die(
    value: str | None, conf: float = 0.95, box: tuple[float, float, float, float] = BOX, **more: object
) -> SeenObject:
    return SeenObject("mom_d8", value, conf, box=box, **more)  # type: ignore[arg-type]


def picture(x: int) -> np.ndarray:
    grey = np.full((180, 320), 60, np.uint8)
    grey[80:95, x : x + 15] = 200
    return grey


def test_stability_rejects_slow_motion() -> None:
    """A pixel every 0.2 s is too little from frame to frame, but not since it seemed to rest."""
    settle = RestDetector()
    ages = [settle.follow(picture(10 + at // 2), at / 10) for at in range(30)]
    assert all(age is None or age < 0.3 for age in ages)


def test_a_die_that_most_looks_call_cocked_has_no_face() -> None:
    (seen,) = combine_looks([[die(None, 0.8, cocked=True)], [die(None, 0.8, cocked=True)], [die("blank")]], 2)
    assert (seen.value, seen.cocked) == (None, True)


@pytest.mark.parametrize(
    ("after", "stirred"),
    [
        (Scene(DICE), False),
        (Scene((Die(180, 100), DICE[1])), True),
        (Scene((Die(150, 100, "investigation"), DICE[1])), True),
        *((Scene(DICE, light=light), False) for light in (0.7, 0.9, 1.05, 1.1)),
        (Scene((Die(180, 100), DICE[1]), light=1.1), True),
    ],
)
def test_motion_is_another_place_or_face_in_any_light(after: Scene, stirred: bool) -> None:
    assert moved(Scene(DICE), after) == stirred


def left_of(column: int) -> np.ndarray:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :column] = 1
    return area


@pytest.mark.parametrize(
    ("after", "area", "there"),
    [
        (Scene(hand=(300, 180)), None, True),
        (Scene(DICE), None, False),
        (Scene((Die(609, 100), Die(609, 140), Die(5, 329))), None, False),
        (Scene(hand=(500, 180)), left_of(200), False),
        (Scene(hand=(340, 180)), left_of(200), True),
        (Scene(tuple(Die(374, y) for y in (60, 92, 124, 156))), left_of(200), False),
    ],
    ids=["over the rim", "dice", "dice at the rim", "outside the tray", "from outside", "dice at the wall"],
)
def test_motion_hand_reaches_in_from_the_rim(after: Scene, area: np.ndarray | None, there: bool) -> None:
    assert (hand_in(differs(Scene(), after), LIMITS, area) is not None) == there


SECOND_BOX = (131.0, 100.0, 30.0, 30.0)
SURE, UNSURE, OTHER = die("blank"), die(None, 0.5), die("success", box=SECOND_BOX)


@pytest.mark.parametrize(
    ("looks", "values"),
    [
        ([[SURE]] * 3, ["blank"]),
        ([[SURE], [UNSURE], [SURE]], ["blank"]),
        ([[SURE], [die("success", 0.9)], [SURE]], [None]),
        ([[SURE], [UNSURE], [UNSURE]], [None]),
        ([[SURE]], ["blank"]),
        ([[], []], []),
        ([[SURE], [SURE, OTHER], [SURE]], ["blank", None]),
        ([[SURE, OTHER], [OTHER, SURE]], ["blank", "success"]),
    ],
    ids=["all", "one unsure", "one differs", "one sure", "one look", "empty", "seen once", "side by side"],
)
def test_stability_takes_the_face_of_most_looks(looks: list[list[SeenObject]], values: list[str | None]) -> None:
    assert [seen.value for seen in combine_looks(looks, 2)] == values


def test_stability_disagreement_keeps_place_and_alternatives() -> None:
    (seen,) = combine_looks([[SURE], [die("success", 0.9)], [SURE]], 2)
    assert seen.box == BOX and [value for value, _ in seen.alternatives] == ["blank", "success"]
    assert not is_near(SeenObject("card", "AS"), SeenObject("card", "AS"), 1.0)


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ([SURE], [SURE], True),
        ([], [], True),
        ([UNSURE], [UNSURE], False),
        ([SURE], [], False),
        ([SURE], [die("success")], False),
        ([SURE], [UNSURE], False),
        ([SURE], [die("blank", box=(300.0, 10.0, 30.0, 30.0))], False),
    ],
)
def test_stability_looks_agree_on_faces_and_places(one: list[SeenObject], other: list[SeenObject], agree: bool) -> None:
    assert looks_agree([one, other]) == agree
