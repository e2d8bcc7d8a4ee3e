"""Every page is linked from the README, and the camera heights in the guide come from the calculator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.presentation.mount import Lens, TrayFloor, across_of_corners, compute_outlook

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
LINK = re.compile(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)")
CAMERAS = {
    "Raspberry Pi Camera 3 (66°)": Lens(66, 1280, 720),
    "Raspberry Pi Camera 2 (62°, 4:3)": Lens(62.2, 1640, 1232),
    "webcam sold with 78°": Lens(across_of_corners(78, 1280, 720), 1280, 720),
    "phone (about 65°)": Lens(65, 1920, 1080),
    "a longer lens (45°)": Lens(45, 1280, 720),
}


def links(page: Path) -> Iterator[Path]:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in target:
            yield (page.parent / target).resolve()


def test_readme_links_lead_to_every_page() -> None:
    found, open_ = set[Path](), [ROOT / "README.md"]
    while open_:
        page = open_.pop()
        if page not in found and page.exists():
            found.add(page)
            open_ += links(page)
    assert {page.name for page in DOCS.rglob("*.md") if page.resolve() not in found} == set()


@pytest.mark.parametrize("camera", CAMERAS)
def test_guide_heights_match_the_calculator(camera: str) -> None:
    seen = compute_outlook(CAMERAS[camera], TrayFloor.of(300, 220))
    least, most = re.findall(r"(\d+) and (\d+)|From (\d+) to (\d+)", str(seen.words))[0][2:]
    row = f"| {camera} | {least} and {most} cm | {round(seen.best_mm / 10)} cm |"
    assert row in (DOCS / "build-your-table.md").read_text(encoding="utf-8")


def test_guide_gives_no_height_for_the_wide_camera() -> None:
    assert compute_outlook(Lens(102, 1280, 720), TrayFloor.of(300, 220)).verdict == "never"
    assert "Camera 3 Wide (102°) | none:" in (DOCS / "build-your-table.md").read_text(encoding="utf-8")
