"""The bench of distances: a tray is brought farther away without losing a pixel of the picture, and what is read is counted."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench import optics
from tests.bench.frames import frames


def test_optics_bench_shrinks_the_tray_in_its_picture() -> None:
    image = np.full((90, 160, 3), 40, np.uint8)
    image[20:70, 30:130] = 200
    far = optics.farther(image, 320)
    assert far.shape == image.shape
    assert (far[:, :, 0] > 150).sum() == 25 * 50


def test_optics_bench_counts_dice_and_markers() -> None:
    frame = next(one for one in frames() if one.faces == ("1", "5", "6"))
    assert optics.seen([(frame, frame.image)]) == optics.DetectionShares(dice=3, read=3, markers=4)


@pytest.mark.slow
def test_optics_bench_does_not_count_distant_dice() -> None:
    frame = next(one for one in frames() if one.faces == ("5",))
    found = optics.seen([(frame, optics.farther(frame.image, 20 * frame.image.shape[1]))])
    assert found == optics.DetectionShares(dice=1)
