"""Annotated pictures of a reading."""

from __future__ import annotations

import numpy as np
import pytest

from companion.schema import UNKNOWN, SeenObject
from tests.vision.drawn import Scene, draw
from vision.kind_and_face.annotation import (
    COCKED,
    STRANGE,
    SURE,
    UNSURE,
    TextBox,
    box_colour,
    draw_boxes,
    draw_labels,
    label_text,
    place_label,
)

BOX = (200.0, 100.0, 30.0, 30.0)
READ = SeenObject("mom_d8", "blank", 0.981, (), BOX)
DOUBTED = SeenObject("mom_d8", None, 0.6, (("success", 0.61), ("blank", 0.2)), BOX)


@pytest.mark.parametrize(
    ("seen", "text", "tone"),
    [
        (READ, "blank 0.98", SURE),
        (DOUBTED, "success? 0.61", UNSURE),
        (SeenObject("d6", None, 0.4, (), BOX), "? 0.40", UNSURE),
        (SeenObject("d6", None, 0.9, (), BOX, cocked=True), "cocked", COCKED),
        (SeenObject("d6", None, 0.9, (), BOX, partial=True), "half hidden", COCKED),
        (SeenObject(UNKNOWN, None, 0.44, (), BOX), "stranger 0.44", STRANGE),
    ],
    ids=["sure", "unsure", "no idea", "cocked", "half hidden", "stranger"],
)
def test_words_and_colour_say_the_same(seen: SeenObject, text: str, tone: tuple[int, int, int]) -> None:
    assert (label_text(seen), box_colour(seen)) == (text, tone)


def test_annotation_leaves_the_picture_alone() -> None:
    image = draw(Scene())
    before = image.copy()
    assert not np.array_equal(draw_labels(image, (READ,)), draw_boxes(image, (READ,)))
    np.testing.assert_array_equal(image, before)
    image = draw(Scene())
    np.testing.assert_array_equal(draw_labels(image, (SeenObject("tag", "skull", 1.0),)), image)


def test_words_of_neighbours_do_not_cover_each_other() -> None:
    image = draw(Scene())
    boxes = [(200.0 + 25 * k, 150.0 + 4 * k, 30.0, 30.0) for k in range(4)]
    plates: list[TextBox] = []
    for box in boxes:
        plates.append(place_label(image.shape[:2], "investigation 0.98", box, plates))
    assert not any(plate.meets([other for other in plates if other is not plate]) for plate in plates)
