"""A tray whose markers were seen is known again, in pictures of any format."""

import numpy as np
import pytest

from vision.image import Grey, shrink
from vision.image.decoder import Image
from vision.stream.found_tray import FoundTray
from vision.tray.tray_plane import TrayPlane

FORMATS = [(1280, 720), (640, 480), (720, 1280)]


def room(width: int, height: int, seed: int) -> Image:
    """A place full of blocks, no two of which are alike."""
    blocks = np.random.default_rng(seed).integers(60, 255, (height // 20, width // 20, 3), np.uint8)
    return np.kron(blocks, np.ones((20, 20, 1), np.uint8))


def tray(width: int, height: int) -> TrayPlane:
    left, right, top, bottom = 0.1 * width, 0.9 * width, 0.1 * height, 0.9 * height
    return TrayPlane(((left, top), (right, top), (right, bottom), (left, bottom)), 1.5)


def covered(image: Image, share: float) -> Grey:
    """The picture with a sheet over so much of it, from above."""
    sheeted = image.copy()
    sheeted[: round(share * len(image))] = 240
    return shrink(sheeted)


@pytest.mark.parametrize(("width", "height"), FORMATS)
def test_a_sheet_over_the_upper_markers_changes_nothing(width: int, height: int) -> None:
    image = room(width, height, 1)
    found = FoundTray.of(tray(width, height), image)
    assert found.is_in(shrink(image))
    assert found.is_in(covered(image, 0.5))


@pytest.mark.parametrize(("width", "height"), FORMATS)
def test_another_place_is_noticed_and_darkness_is_none(width: int, height: int) -> None:
    found = FoundTray.of(tray(width, height), room(width, height, 1))
    assert not found.is_in(shrink(room(width, height, 2)))
    assert found.is_in(np.zeros_like(found.grey))
