"""Pictures of the pages: text alternatives, and a program that draws each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.docs.pages import GUIDES, ROOT, name_of, page
from tests.messaging.displays.pictures import pictures as of_displays
from tests.screens.all import SCREENS

LEAST_WORDS = 3  # in a text alternative
CALIBRATION = "vision/training/measures/report.py"
OTHERS: Mapping[str, str] = {
    "confusion.svg": CALIBRATION,
    "reliability.svg": CALIBRATION,
    "reliability_sources.svg": CALIBRATION,
    "hall-growth.svg": "tests/hall/growth.py",
}
"""Pictures that take hours to draw, and the program for each."""
BY_HAND = (
    "table-from-the-side.svg",
    "tray-from-above.svg",
    "light.svg",
    "wiring-uno.svg",
    "wiring-pico.svg",
    "wiring-adapters.svg",
)


def pictures(path: Path) -> Iterator[tuple[str, Path]]:
    """Yield the text alternative and the file of each picture."""
    return ((link.words, path.parent / link.target) for link in page(path).links() if link.is_picture)


ALL = sorted({file.resolve() for path in GUIDES for _, file in pictures(path)})


@cache
def drawn() -> frozenset[Path]:
    """Return the pictures that a program of the tests draws, and those that are drawn by hand."""
    screens = {ROOT / "docs" / "screens" / file for screen in SCREENS for file in screen.files}
    return frozenset(screens | {ROOT / "docs" / "pictures" / name for name in (*BY_HAND, *of_displays())})


@pytest.mark.parametrize("path", GUIDES, ids=name_of)
def test_pictures_have_a_text_alternative(path: Path) -> None:
    assert [file.name for words, file in pictures(path) if len(words.split()) < LEAST_WORDS] == []


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.name)
def test_pictures_are_drawn_by_a_program(file: Path) -> None:
    maker = OTHERS.get(file.name)
    assert file in drawn() or (maker and file.name.removesuffix(".svg") in (ROOT / maker).read_text(encoding="utf-8"))


def test_pictures_that_no_page_shows_are_not_kept() -> None:
    shown = {Path(link.target).name for path in GUIDES for link in page(path).links()}
    kept = [file.name for folder in ("pictures", "screens") for file in (ROOT / "docs" / folder).glob("*.[ps][nv]g")]
    assert [name for name in kept if name not in shown] == []
