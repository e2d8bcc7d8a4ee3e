"""Pictures of our own with the truth in their names: `<kind>__<value>.<value>__<note>.jpg`; 0 values: nothing readable."""

from collections import Counter
from functools import cache
from pathlib import Path

import cv2
import pytest

from vision.kind_and_face.tray_reader import read_tray
from vision.kit import load_kits

PICTURES = sorted((Path(__file__).parents[1] / "pictures").glob("*__*__*.jpg"))
pytestmark = pytest.mark.slow
KITS = load_kits(["demo_mom_d8", "demo_token", "demo_nemesis_noise", "demo_nemesis_combat", "d6"])


def truth(path: Path) -> Counter[tuple[str, str]]:
    """(kind, value) of every object that can be read."""
    kind, values, _ = path.stem.split("__")
    return Counter((kind, value) for value in values.split(".") if value)


@cache
def seen(path: Path) -> tuple[Counter[tuple[str, str]], int]:
    """Return the readings, and the number of unsure objects."""
    objects = read_tray(cv2.imread(str(path)), KITS)
    read = Counter((one.kind, one.value) for one in objects if one.value is not None)
    return read, sum(one.value is None and one.kind != "unknown" for one in objects)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_pictures_are_never_misread(path: Path) -> None:
    read, _ = seen(path)
    assert read <= truth(path)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_pictures_have_no_silent_omissions(path: Path) -> None:
    read, unsure = seen(path)
    assert read.total() + unsure >= truth(path).total()


def test_nearly_all_of_them_are_read_whole() -> None:
    whole = sum(seen(path) == (truth(path), 0) for path in PICTURES)
    assert whole >= 0.8 * len(PICTURES) > 0
