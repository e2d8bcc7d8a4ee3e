import numpy as np
import pytest

from companion.schema import SeenObject
from vision.detect import objects as module
from vision.detect.detector import DetectedObject, detect_objects, placed
from vision.detect.object_json import enlarged, in_crop, to_record
from vision.detect.objects import find_objects, without_overlaps
from vision.shape_of_kind import SHAPE_OF_KIND, SHAPES


def at(x: float, score: float) -> DetectedObject:
    return DetectedObject(
        "cube", x, 50.0, 20.0, (x - 20, 30.0, 40.0, 40.0), 0.8, score, (1.0,) * 6, (1.0, 0.0, 0.0, 0.0)
    )


def test_overlapping_findings_are_one_die_and_touching_two() -> None:
    assert without_overlaps([at(70.0, 0.7), at(52.0, 1.0)]) == (at(52.0, 1.0),)
    assert len(without_overlaps([at(50.0, 0.9), at(79.0, 1.0)])) == 2


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


def test_an_empty_cloth_holds_nothing() -> None:
    cloth = np.random.default_rng(1).integers(40, 60, (360, 640, 3), np.uint8)
    assert [one for one in find_objects(cloth) if one.score > 0.5] == []


@pytest.mark.parametrize("size", [(1, 1), (17, 300), (720, 1280), (1280, 720), (1080, 1920)], ids=str)
def test_pictures_of_any_size_can_be_looked_at(size: tuple[int, int]) -> None:
    assert isinstance(find_objects(np.zeros((*size, 3), np.uint8)), tuple)


def test_findings_come_best_first_and_apart() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (256, 256, 3), np.uint8)
    found = detect_objects(noise, 1.0, 0.02)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for k, one in enumerate(found):
        assert all(
            np.hypot(one.x - other.x, one.y - other.y) > 0.6 * max(one.radius, other.radius) for other in found[:k]
        )


def test_every_known_kind_has_a_shape_that_the_nets_know() -> None:
    assert set(SHAPE_OF_KIND.values()) <= set(SHAPES)


DIE = SeenObject("d6", None, 0.61234, (("1", 0.6), ("2", 0.3)), (1.26, 2, 3, 4), partial=True)


def test_an_object_is_recorded_with_all_that_is_known() -> None:
    assert to_record(DIE) == {
        "kind": "d6", "value": None, "box": [1.3, 2, 3, 4], "conf": 0.612, "alternatives": [["1", 0.6], ["2", 0.3]],
        "cocked": False, "partial": True,
    }  # fmt: skip


def test_prediction_boxes_go_with_the_picture() -> None:
    assert enlarged(DIE, 2.0).box == (2.52, 4, 6, 8)
    assert in_crop(DIE, 1, 2).box == pytest.approx((0.26, 0, 3, 4))
    bare = SeenObject("d6", "1")
    assert enlarged(bare, 2.0) == in_crop(bare, 5, 5) == bare
    assert to_record(bare)["box"] is None


DICE = (near(100, 12.0, 0.8), near(200, 12.0, 0.8), near(300, 12.0, 0.8))
SCALES = {
    "numerals of a near die": (
        tuple(near(x, 12.0, 0.3) for x in (250, 300, 350)),
        {0.16: (near(300, 70.0),)},
        {near(300, 70.0)},
    ),
    "dice and a patch around them": (DICE, {0.28: (near(200, 130.0, 0.3),)}, set(DICE)),
    "one object at two scales": ((near(300, 20.0, 0.8),), {0.5: (near(301, 21.0, 0.5),)}, {near(300, 20.0, 0.8)}),
    "a nearer die": (DICE, {0.28: (near(500, 50.0, 0.7),)}, {*DICE, near(500, 50.0, 0.7)}),
    "weak ones beside clear ones": (
        DICE[:2],
        {0.28: (near(500, 50.0, 0.2),), 0.5: (near(400, 25.0, 0.3),)},
        {*DICE[:2], near(500, 50.0, 0.2), near(400, 25.0, 0.3)},
    ),
}


@pytest.mark.parametrize("case", SCALES)
def test_objects_of_all_scales_are_kept_together(monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    usual, others, expected = SCALES[case]
    assert set(seen_at(monkeypatch, {1.0: usual, **others})) == expected


def test_with_markers_in_view_the_size_of_a_die_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[float] = []
    monkeypatch.setattr(module, "detect_objects", lambda _, share, __: looked.append(share) or ())
    monkeypatch.setattr(module, "tray_between", lambda _: None)
    corner = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32)
    module.find_objects(np.zeros((640, 640, 3), np.uint8), {0: corner, 2: corner + 600})
    assert looked == [1.0]


def test_a_finding_is_placed_in_the_whole_picture() -> None:
    one = placed(near(100, 10.0), 2.0, 5.0, 7.0)
    assert (one.x, one.y, one.radius, one.box) == (205.0, 607.0, 20.0, (185.0, 587.0, 40.0, 40.0))


def test_only_the_hottest_of_each_size_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    grain = {share: tuple(at(9.0 * share * k, 0.5) for k in range(200)) for share in module.SIZES}
    found = module._found
    monkeypatch.setattr(module, "detect_objects", lambda _, share, __: grain[share])
    assert len(found(np.zeros((640, 640, 3), np.uint8), module.SIZES, {})) == sum(module.MOST)
    assert len(module.MOST) == len(module.SIZES)
