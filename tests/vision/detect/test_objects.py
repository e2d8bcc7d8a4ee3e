from dataclasses import replace

import numpy as np
import pytest

from vision.detect import objects as module
from vision.detect.detector import DetectedObject
from vision.detect.objects import without_overlaps

SQUARE = np.array([[9, 9], [30, 9], [30, 30], [9, 30]], np.float32)


def at(x: float, score: float) -> DetectedObject:
    return DetectedObject(
        "cube", x, 50.0, 20.0, (x - 20, 30.0, 40.0, 40.0), 0.8, score, (1.0,) * 6, (1.0, 0.0, 0.0, 0.0)
    )


def test_a_side_face_goes_with_its_die() -> None:
    assert without_overlaps([at(70.0, 0.7), at(52.0, 1.0)]) == (at(52.0, 1.0),)


def test_dice_that_touch_are_both_kept() -> None:
    assert len(without_overlaps([at(50.0, 0.9), at(79.0, 1.0)])) == 2


def test_the_surest_comes_first() -> None:
    assert [one.score for one in without_overlaps([at(50.0, 0.4), at(150.0, 0.9), at(250.0, 0.6)])] == [0.9, 0.6, 0.4]


def test_a_small_picture_is_hardly_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    scales: list[float] = []
    monkeypatch.setattr(module, "detect_objects", lambda _, scale, __: scales.append(scale) or ())
    module.find_objects(np.zeros((100, 100, 3), np.uint8), {})
    assert max(scales) == 1.5


def near(x: float, radius: float, heat: float = 0.6) -> DetectedObject:
    box = (x - radius, 300 - radius, 2 * radius, 2 * radius)
    return DetectedObject("icosahedron", x, 300.0, radius, box, heat, 0.95, (1.0,) * 6, (1.0, 0.0, 0.0, 0.0))


def seen_at(
    monkeypatch: pytest.MonkeyPatch, by_size: dict[float, tuple[DetectedObject, ...]]
) -> tuple[DetectedObject, ...]:
    """Return the objects chosen from a picture with these findings at these shares of the usual size."""
    monkeypatch.setattr(module, "detect_objects", lambda _, scale, __: by_size.get(round(scale, 2), ()))
    monkeypatch.setattr(module, "refine_objects", lambda _, found, __: tuple(found))
    return module.find_objects(np.zeros((640, 640, 3), np.uint8), {})


def test_numerals_of_a_near_die_are_not_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    numerals = tuple(near(x, 12.0, heat=0.7) for x in (250, 300, 350))
    assert seen_at(monkeypatch, {1.0: numerals, 0.16: (near(300, 70.0),)}) == (near(300, 70.0),)


def test_dice_near_a_shadow_are_not_numerals(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = tuple(near(x, 20.0, heat=0.8) for x in (250, 300, 350))
    assert set(seen_at(monkeypatch, {1.0: dice, 0.28: (near(300, 70.0, heat=0.3),)})) == set(dice)


def test_object_at_two_scales_keeps_the_clearer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert seen_at(monkeypatch, {1.0: (near(300, 20.0, 0.8),), 0.5: (near(301, 21.0, 0.5),)}) == (near(300, 20.0, 0.8),)


def test_markers_tell_the_size_without_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    scales: list[float] = []
    monkeypatch.setattr(module, "detect_objects", lambda _, scale, __: scales.append(scale) or ())
    module.find_objects(np.zeros((640, 640, 3), np.uint8), dict.fromkeys((0, 1), SQUARE))
    assert scales == [1.0]


def test_objects_outside_the_tray_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[tuple[int, ...]] = []
    monkeypatch.setattr(module, "detect_objects", lambda part, _, __: parts.append(part.shape) or (at(70.0, 1.0),))
    monkeypatch.setattr(module, "refine_objects", lambda _, found, __: tuple(found))
    corners = ((200.0, 100.0), (1000.0, 100.0), (1000.0, 600.0), (200.0, 600.0))
    markers = {k: SQUARE + corner for k, corner in enumerate(corners)}
    (one,) = module.find_objects(np.zeros((720, 1280, 3), np.uint8), markers)
    assert parts == [(608, 928, 3)]
    assert (one.x, one.y) == (70.0 + 160, 50.0 + 64)
    assert one.box == (50.0 + 160, 30.0 + 64, 40.0, 40.0)


def test_noise_limits_the_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(module, "detect_objects", lambda *_: tuple(near(50.0 * k, 10.0) for k in range(1000)))
    monkeypatch.setattr(module, "refine_objects", lambda _, found, __: looked.append(len(found)) or ())
    module.find_objects(np.zeros((100, 100, 3), np.uint8), {})
    assert max(looked) == module.MOST


def test_near_die_counts_as_inside_the_tray(monkeypatch: pytest.MonkeyPatch) -> None:
    aside = replace(near(300, 70.0), states=(0.2, 0.1, 0.0, 0.7))
    (close,) = seen_at(monkeypatch, {0.16: (aside,)})
    assert close.states == pytest.approx((0.9, 0.1, 0.0, 0.0))
    (far,) = seen_at(monkeypatch, {1.0: (replace(aside, radius=20.0),)})
    assert far.states[3] == 0.7


def test_a_die_nearer_than_the_others_is_seen_beside_them(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = (near(100, 12.0, 0.8), near(200, 12.0, 0.8), near(300, 12.0, 0.8))
    assert set(seen_at(monkeypatch, {1.0: dice, 0.28: (near(500, 50.0, 0.7),)})) == {*dice, near(500, 50.0, 0.7)}


def test_weak_or_touching_findings_add_no_object(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = (near(100, 12.0, 0.8), near(200, 12.0, 0.8), near(300, 12.0, 0.5))
    others = (near(500, 50.0, 0.3), near(320, 20.0, 0.7))
    assert set(seen_at(monkeypatch, {1.0: dice, 0.28: others})) == set(dice)
