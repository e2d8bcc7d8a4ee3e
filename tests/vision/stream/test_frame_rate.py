"""How many of a camera's pictures are looked at."""

import pytest

from vision.stream.frame_rate import MOST_FPS, FrameRateLimiter


@pytest.mark.parametrize(("fps", "passed"), [(5, 50), (10, 100), (15, 150), (30, 150), (60, 150)])
def test_frame_rate_thins_quick_cameras_only(fps: int, passed: int) -> None:
    times = iter([frame / fps for frame in range(10 * fps)])
    pace = FrameRateLimiter(times.__next__)
    assert sum(pace.is_due() for _ in range(10 * fps)) == pytest.approx(passed, rel=0.05)


def test_a_camera_that_is_not_punctual_loses_nothing() -> None:
    times = [0.0, 0.09, 0.21, 0.29, 0.41]
    pace = FrameRateLimiter(iter(times).__next__)
    assert all(pace.is_due() for _ in times)
    assert MOST_FPS >= 10
