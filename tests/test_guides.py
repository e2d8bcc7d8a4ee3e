"""What the guides promise is so: buttons have these names, numbers come out of the calculator, and every page is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.presentation.mount import Lens, TrayFloor, across_of_corners, compute_outlook
from tests.tools.words.template import forms, read

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
LINK = re.compile(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)")
NAMED = re.compile(r"\*{1,2}([^*\n]+?)\*{1,2}")
CAMERAS = {
    "Raspberry Pi Camera 3 (66°)": Lens(66, 1280, 720),
    "Raspberry Pi Camera 2 (62°, 4:3)": Lens(62.2, 1640, 1232),
    "webcam sold with 78°": Lens(across_of_corners(78, 1280, 720), 1280, 720),
    "phone (about 65°)": Lens(65, 1920, 1080),
    "a longer lens (45°)": Lens(45, 1280, 720),
}
PLAIN = {
    "guide-players.md": {"The end of a phase"},
    "guide-players.de.md": {"Das Ende einer Phase", "Chancen"},
    "guide-setting-up.md": {
        *("With markers", "Without", "One evening", "A kit", "Everything", "Small displays, lamps, Home Assistant"),
        *("A phone at a seat", "A name instead of numbers", "A television", "A hotspot"),
        *("The set-up page", "The tray's page"),
    },
}
"""What is printed so in a guide and is no name on the page."""


def links(page: Path) -> Iterator[Path]:
    """The pages that one leads to."""
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in target:
            yield (page.parent / target).resolve()


def test_every_page_of_the_docs_is_found_from_the_readme() -> None:
    found, open_ = set[Path](), [ROOT / "README.md"]
    while open_:
        page = open_.pop()
        if page not in found and page.exists():
            found.add(page)
            open_ += links(page)
    assert {page.name for page in DOCS.rglob("*.md") if page.resolve() not in found} == set()


@cache
def names(language: str) -> frozenset[str]:
    """What stands on the page in that language, without holes."""
    messages = [message for message in read("de", "page") if message.id]
    every = [form for one in messages for form in forms(one.id if language == "en" else one.string)]
    return frozenset(re.sub(r":? ?\{\w+\}.*", "", name) for name in every)


def told(page: str) -> Iterator[str]:
    """The names that a guide prints bold or slanted: they begin with a capital letter, and are no sentences."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for printed in NAMED.findall(text):
        for name in printed.split(" → "):
            is_name = name[0].isupper() and name[-1] not in ".:" and ": " not in name and not is_question(printed)
            if is_name and name not in PLAIN[page]:
                yield name


def is_question(printed: str) -> bool:
    """Whether somebody at the table asks it; a way through the menu may lead to a question."""
    return printed.endswith("?") and " → " not in printed


@pytest.mark.parametrize("page", PLAIN)
def test_a_guide_calls_everything_as_the_page_does(page: str) -> None:
    assert [name for name in told(page) if name not in names("de" if page.endswith(".de.md") else "en")] == []


def test_both_players_guides_have_the_same_parts() -> None:
    parts = [
        len(re.findall(r"^## ", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE))
        for page in ("guide-players.md", "guide-players.de.md")
    ]
    assert parts[0] == parts[1]


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_heights_in_the_guide_are_those_of_the_calculator(camera: str) -> None:
    seen = compute_outlook(CAMERAS[camera], TrayFloor.of(300, 220))
    least, most = re.findall(r"(\d+) and (\d+)|From (\d+) to (\d+)", str(seen.words))[0][2:]
    row = f"| {camera} | {least} and {most} cm | {round(seen.best_mm / 10)} cm |"
    assert row in (DOCS / "build-your-table.md").read_text(encoding="utf-8")


def test_the_wide_camera_has_no_height_in_the_guide_either() -> None:
    assert compute_outlook(Lens(102, 1280, 720), TrayFloor.of(300, 220)).verdict == "never"
    assert "Camera 3 Wide (102°) | none:" in (DOCS / "build-your-table.md").read_text(encoding="utf-8")
