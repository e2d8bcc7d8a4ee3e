"""Motion and hands."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import Die, Scene, draw
from vision.image.frame import HEIGHT, WIDTH, shrink
from vision.stream.motion import MotionLimits, changed_pixels, count_changed, hand_in, is_moving, stands_out

LIMITS = MotionLimits()
DICE = (Die(150, 100), Die(300, 220, "blank"))


def moved(before: Scene, after: Scene) -> bool:
    return is_moving(differs(before, after), LIMITS.piece, LIMITS.speckle)


def differs(before: Scene, after: Scene, area: np.ndarray | None = None) -> np.ndarray:
    return changed_pixels(shrink(draw(before, 1)), shrink(draw(after, 2)), LIMITS, area)


def test_a_shrunk_picture_has_one_size_whatever_the_camera_gives() -> None:
    assert shrink(np.zeros((1080, 1920, 3), np.uint8)).shape == (HEIGHT, WIDTH)


def test_noise_is_no_motion() -> None:
    assert not moved(Scene(DICE), Scene(DICE))


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


def test_a_die_that_moved_its_own_width_is_motion() -> None:
    assert moved(Scene(DICE), Scene((Die(180, 100), DICE[1])))


def test_another_face_in_the_same_place_is_motion() -> None:
    assert moved(Scene(DICE), Scene((Die(150, 100, "investigation"), DICE[1])))


@pytest.mark.parametrize("light", [0.7, 0.9, 1.05, 1.1])
def test_another_light_is_no_motion(light: float) -> None:
    assert not moved(Scene(DICE), Scene(DICE, light=light))


def test_a_die_that_moved_is_motion_in_another_light_too() -> None:
    assert moved(Scene(DICE), Scene((Die(180, 100), DICE[1]), light=1.1))


def test_a_black_picture_has_no_light_to_compare() -> None:
    dark = np.zeros((HEIGHT, WIDTH), np.uint8)
    assert count_changed(changed_pixels(dark, dark, LIMITS)) == 0


def test_motion_outside_the_tray_is_ignored() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :60] = 1
    assert count_changed(differs(Scene(), Scene(DICE), area)) == 0


def test_a_hand_reaches_over_the_rim() -> None:
    assert hand_in(differs(Scene(), Scene(hand=(300, 180))), LIMITS) is not None


def test_dice_are_no_hand() -> None:
    assert hand_in(differs(Scene(), Scene(DICE)), LIMITS) is None


def test_dice_at_the_rim_are_no_hand() -> None:
    assert hand_in(differs(Scene(), Scene((Die(609, 100), Die(609, 140), Die(5, 329)))), LIMITS) is None


def test_a_hand_that_stays_outside_is_no_hand() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :200] = 1
    assert hand_in(differs(Scene(), Scene(hand=(500, 180))), LIMITS, area) is None


def test_a_hand_from_beyond_the_tray_reaches_in() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :200] = 1
    assert hand_in(differs(Scene(), Scene(hand=(340, 180))), LIMITS, area) is not None


def test_dice_that_lean_on_the_wall_are_no_hand() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :200] = 1
    row = tuple(Die(374, y) for y in (60, 92, 124, 156))
    assert hand_in(differs(Scene(), Scene(row)), LIMITS, area) is None


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
