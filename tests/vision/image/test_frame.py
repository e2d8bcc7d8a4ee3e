"""One picture with its time, unpacked when it is looked at."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import Die, Scene, draw
from tests.vision.odd import packed
from vision.image.decoder import PictureError, decode
from vision.image.frame import HEIGHT, WIDTH, Frame, shrink

IMAGE = cv2.resize(draw(Scene((Die(150, 100), Die(300, 220, "blank")))), (1280, 720))
DATA = packed(".jpg", IMAGE)  # type: ignore[arg-type]


def test_a_packed_frame_shows_the_same_as_an_open_one() -> None:
    frame = Frame(DATA, 1.5, 3)
    assert (frame.at, frame.index) == (1.5, 3)
    assert frame.image.shape == IMAGE.shape
    assert frame.image is frame.image, "it is unpacked once"


def test_the_small_picture_is_that_of_the_whole_one() -> None:
    small = Frame(DATA, 0.0, 0).small
    assert small.shape == (HEIGHT, WIDTH)
    assert np.abs(small.astype(int) - shrink(decode(DATA))).max() <= 12  # type: ignore[arg-type]
    np.testing.assert_array_equal(Frame(IMAGE, 0.0, 0).small, shrink(IMAGE))  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [b"", b"no picture", DATA[: len(DATA) // 2]], ids=["empty", "text", "truncated"])
def test_a_damaged_picture_becomes_no_frame(data: bytes) -> None:
    with pytest.raises(PictureError):
        Frame(data, 0.0, 0)


def test_the_same_picture_can_be_shown_again_later() -> None:
    first = Frame(DATA, 0.0, 0)
    later = first.retimed(2.0, 7)
    assert (first.at, later.at, later.index) == (0.0, 2.0, 7)
    assert later.small is first.small
