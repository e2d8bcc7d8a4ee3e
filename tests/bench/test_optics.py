"""The bench of distances: a tray is brought farther away without losing a pixel of the picture, and what is read is counted."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench import optics
from tests.bench.frames import frames


def test_a_tray_farther_away_lies_small_in_a_picture_as_large() -> None:
    image = np.full((90, 160, 3), 40, np.uint8)
    image[20:70, 30:130] = 200
    far = optics.farther(image, 320)
    assert far.shape == image.shape
    assert (far[:, :, 0] > 150).sum() == 25 * 50


def test_dice_and_markers_of_a_picture_are_counted() -> None:
    frame = next(one for one in frames() if one.faces == ("1", "5", "6"))
    assert optics.seen([(frame, frame.image)]) == optics.DetectionShares(dice=3, read=3, markers=4)


@pytest.mark.slow
def test_what_is_too_far_is_not_counted_as_read() -> None:
    frame = next(one for one in frames() if one.faces == ("5",))
    found = optics.seen([(frame, optics.farther(frame.image, 20 * frame.image.shape[1]))])
    assert found == optics.DetectionShares(dice=1)
