"""The bench of distances: a tray is brought farther away without losing a pixel of the picture, and what is read is counted."""

from __future__ import annotations

import pytest

from tests.bench import optics
from tests.bench.frames import frames


@pytest.mark.slow
def test_optics_bench_counts_dice_and_markers() -> None:
    frame = next(one for one in frames() if one.faces == ("1", "5", "6"))
    assert optics.seen([(frame, frame.image)]) == optics.DetectionShares(dice=3, read=3, markers=4)
