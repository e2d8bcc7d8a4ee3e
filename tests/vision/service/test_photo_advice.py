"""What is said of a photograph that became no reading."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.schema import UNKNOWN, Expectation, PhotoRequest, SeenObject, Words
from tests.bench.frames import frames
from vision.image.decoder import Image
from vision.service.expected_faces import PhotoReader
from vision.service.photo_advice import advise_on_nothing, advise_on_unknown

SPECK = SeenObject(UNKNOWN, None, 0.5, box=(10.0, 10.0, 12.0, 12.0))
THING = SeenObject(UNKNOWN, None, 0.5, box=(10.0, 10.0, 80.0, 80.0))
UNSURE = SeenObject("d6", None, 0.5, (("3", 0.5), ("5", 0.4)), (10.0, 10.0, 80.0, 80.0))


@pytest.fixture(scope="module")
def one_die() -> Image:
    """A die of 60 px."""
    return next(frame.image for frame in frames() if frame.path.name.startswith("d6__2__"))


def near(image: Image) -> Image:
    """The die alone, as large as the picture."""
    row, column = middle(image)
    part = image[row - 36 : row + 36, column - 64 : column + 64]
    return cv2.resize(part, (1280, 720), interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def middle(image: Image) -> tuple[int, int]:
    """Row and column of the die."""
    from vision.detect import find_objects

    die = max(find_objects(image), key=lambda one: one.score * one.heat)
    return round(die.y), round(die.x)


def far(image: Image, top: int = 200, left: int = 300) -> Image:
    """The die with a side of 15 px on a floor, in a part that begins there."""
    row, column = middle(image)
    part = cv2.resize(
        image[row - 90 : row + 90, column - 90 : column + 90], None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA
    )
    floor = np.full((720, 1280, 3), np.median(part.reshape(-1, 3), axis=0), np.uint8)
    floor[top : top + part.shape[0], left : left + part.shape[1]] = part
    return floor


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (near, "from farther away"),
        (far, "from nearer"),
        (lambda image: far(image, 338, 618), "from nearer"),
        (lambda image: (image * 0.05).astype(np.uint8), "too dark"),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 8.0).astype(np.uint8), "blurred"),
        (lambda image: np.full_like(image, 128), "lay them on a plain floor"),
    ],
    ids=["near", "far", "far, in the middle", "dark", "blurred", "empty"],
)
def test_photo_without_dice_is_told_what_helps(one_die: Image, spoil: Callable[[Image], Image], words: str) -> None:
    assert words in str(advise_on_nothing(spoil(one_die), None))


@pytest.mark.slow
def test_photo_of_strangers_is_refused_only_for_its_distance(one_die: Image) -> None:
    assert "from farther away" in str(advise_on_unknown(near(one_die), (THING,)))
    assert "from nearer" in str(advise_on_unknown(far(one_die), (SPECK,)))
    assert advise_on_unknown(one_die, (THING,)) is None


@pytest.mark.slow
@pytest.mark.parametrize("objects", [(THING,), (UNSURE,), (UNSURE, THING)], ids=["strangers", "unsure", "both"])
def test_photo_of_doubtful_things_becomes_a_reading(one_die: Image, objects: tuple[SeenObject, ...]) -> None:
    sent: list[tuple[SeenObject, ...]] = []

    def send(_image: Image, seen: tuple[SeenObject, ...], *_: object) -> Words:
        sent.append(seen)
        return ""

    reader = PhotoReader(Expectation, lambda *_: objects, send)
    assert reader.read_image(one_die, PhotoRequest("a.jpg")) == ""
    assert sent == [objects]
