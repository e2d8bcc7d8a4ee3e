"""Each picture in a guide is there, shows something, and has somebody who draws it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import cv2
import pytest

from tests.docs.pages import GUIDES, ROOT, name_of, page
from tests.drawings.all import DRAWINGS
from tests.messaging.displays.pictures import pictures as of_displays
from tests.screens.all import SCREENS

LEAST_CONTRAST = 5.0  # grey levels, standard deviation: an empty page has 0, the emptiest picture there is has 11
LEAST_WORDS = 3  # of the text that stands for a picture
CALIBRATION = "vision/training/report.py"
OTHERS: Mapping[str, str] = {
    "confusion.svg": CALIBRATION,
    "reliability.svg": CALIBRATION,
    "hall-growth.svg": "tests/hall/growth.py",
}
"""Pictures that take hours to make anew, and the program that makes them."""


def pictures(path: Path) -> Iterator[tuple[str, Path]]:
    """The words that stand for each picture of a page, and its file."""
    return ((link.words, path.parent / link.target) for link in page(path).links() if link.is_picture)


ALL = sorted({file.resolve() for path in GUIDES for _, file in pictures(path)})


@cache
def drawn() -> frozenset[Path]:
    """What is drawn by a program of the tests."""
    screens = {ROOT / "docs" / "screens" / file for screen in SCREENS for file in screen.files}
    return frozenset(screens | {ROOT / "docs" / "pictures" / name for name in (*DRAWINGS, *of_displays())})


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_every_picture_has_words_that_stand_for_it(path: Path) -> None:
    assert [file.name for words, file in pictures(path) if len(words.split()) < LEAST_WORDS] == []


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.name)
def test_every_picture_is_drawn_by_somebody(file: Path) -> None:
    maker = OTHERS.get(file.name)
    assert file in drawn() or (maker and file.name.removesuffix(".svg") in (ROOT / maker).read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.name)
def test_every_picture_shows_something(file: Path) -> None:
    if file.suffix == ".svg":
        assert file.read_text(encoding="utf-8").count("<") > 20
        return
    image = cv2.imread(str(file), cv2.IMREAD_REDUCED_GRAYSCALE_4)
    assert image is not None, file
    assert float(image.std()) > LEAST_CONTRAST


def test_no_picture_lies_about_that_nobody_shows() -> None:
    shown = {file.name for file in ALL}
    assert [file.name for file in (ROOT / "docs" / "pictures").iterdir() if file.name not in shown] == []
