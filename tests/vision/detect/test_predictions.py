"""Predictions in their JSON form."""

import pytest

from companion.schema import SeenObject
from vision.detect.object_json import enlarged, in_crop, to_record

DIE = SeenObject("d6", None, 0.61234, (("1", 0.6), ("2", 0.3)), (1.26, 2, 3, 4), partial=True)


def test_an_object_is_recorded_with_all_that_is_known() -> None:
    assert to_record(DIE) == {
        "kind": "d6", "value": None, "box": [1.3, 2, 3, 4], "conf": 0.612, "alternatives": [["1", 0.6], ["2", 0.3]],
        "cocked": False, "partial": True,
    }  # fmt: skip


def test_boxes_go_with_the_picture() -> None:
    assert enlarged(DIE, 2.0).box == (2.52, 4, 6, 8)
    assert in_crop(DIE, 1, 2).box == pytest.approx((0.26, 0, 3, 4))


def test_prediction_without_a_place_keeps_none() -> None:
    bare = SeenObject("d6", "1")
    assert enlarged(bare, 2.0) == in_crop(bare, 5, 5) == bare
    assert to_record(bare)["box"] is None
