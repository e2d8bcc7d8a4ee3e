"""What counts as motion and as a hand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import Die, Scene, draw
from vision.motion import HEIGHT, WIDTH, Limits, change, is_hand, shrink, size

LIMITS = Limits()
DICE = (Die(150, 100), Die(300, 220, "blank"))


def differs(before: Scene, after: Scene, area: np.ndarray | None = None) -> np.ndarray:
    return change(shrink(draw(before, 1)), shrink(draw(after, 2)), LIMITS, area)


def test_a_shrunk_picture_has_one_size_whatever_the_camera_gives() -> None:
    assert shrink(np.zeros((1080, 1920, 3), np.uint8)).shape == (HEIGHT, WIDTH)


def test_noise_is_no_motion() -> None:
    assert size(differs(Scene(DICE), Scene(DICE))) <= LIMITS.pixels


def test_a_die_that_moved_its_own_width_is_motion() -> None:
    assert size(differs(Scene(DICE), Scene((Die(180, 100), DICE[1])))) > LIMITS.pixels


def test_another_face_in_the_same_place_is_motion() -> None:
    assert size(differs(Scene(DICE), Scene((Die(150, 100, "investigation"), DICE[1])))) > LIMITS.pixels


def test_a_little_more_light_is_no_motion() -> None:
    assert size(differs(Scene(), Scene(light=1.1))) <= LIMITS.pixels


def test_what_moves_beside_the_tray_is_no_motion() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :60] = 1
    assert size(differs(Scene(), Scene(DICE), area)) == 0


def test_a_hand_reaches_over_the_rim() -> None:
    assert is_hand(differs(Scene(), Scene(hand=(300, 180))), LIMITS)


def test_dice_are_no_hand() -> None:
    assert not is_hand(differs(Scene(), Scene(DICE)), LIMITS)


def test_dice_at_the_rim_are_no_hand() -> None:
    assert not is_hand(differs(Scene(), Scene((Die(609, 100), Die(609, 140), Die(5, 329)))), LIMITS)


def test_a_hand_that_stays_outside_is_no_hand() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :200] = 1
    assert not is_hand(differs(Scene(), Scene(hand=(500, 180))), LIMITS, area)


def test_a_hand_from_beyond_the_tray_reaches_in() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :200] = 1
    assert is_hand(differs(Scene(), Scene(hand=(340, 180))), LIMITS, area)


def test_dice_that_lean_on_the_wall_are_no_hand() -> None:
    area = np.zeros((HEIGHT, WIDTH), np.uint8)
    area[:, :200] = 1
    row = tuple(Die(374, y) for y in (60, 92, 124, 156))
    assert not is_hand(differs(Scene(), Scene(row)), LIMITS, area)


@pytest.mark.parametrize("share", [0.7, 1.0])
def test_a_change_nearly_everywhere_is_the_light(share: float) -> None:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    mask[:, : round(WIDTH * share)] = 1
    assert not is_hand(mask, LIMITS)
