"""Draw screens. Pictures that a page shows are in docs/screens, all others below build/screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from tests.screens.png import small
from tests.screens.screen import Screen
from tests.screens.stage import Stage, looked_at, resized
from tests.tab import Tab

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "screens"
OTHERS = ROOT / "build" / "screens"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP table.local 127.0.0.1",
]


def draw(tab: Tab, stage: Stage, screen: Screen, folder: Path | None = None) -> Iterator[Path]:
    """Write the picture of each size."""
    with looked_at(tab, stage, screen) as page:
        for file, size in screen.files.items():
            resized(page, size)
            yield write(page, file, folder)


def write(page: Page, file: str, folder: Path | None = None) -> Path:
    """Write a screenshot into a folder. Without one, replace a picture of docs/screens and put any other below build."""
    place = folder or (FOLDER if (FOLDER / file).exists() else OTHERS)
    place.mkdir(parents=True, exist_ok=True)
    (place / file).write_bytes(small(page.screenshot()))
    return place / file
