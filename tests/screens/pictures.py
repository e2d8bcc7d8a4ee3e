"""The pictures in docs/screens, and the page that lists them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from playwright.sync_api import Page

from tests.screens.png import small
from tests.screens.screen import Screen
from tests.screens.stage import Stage, looked_at, resized
from tests.tab import Tab

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP table.local 127.0.0.1",
]


def draw(tab: Tab, stage: Stage, screen: Screen, folder: Path = FOLDER) -> Iterator[Path]:
    """The picture of each size, written there."""
    with looked_at(tab, stage, screen) as page:
        for file, size in screen.files.items():
            resized(page, size)
            yield write(page, file, folder)


def write(page: Page, file: str, folder: Path = FOLDER) -> Path:
    """What a page shows now."""
    (folder / file).write_bytes(small(page.screenshot()))
    return folder / file


def listed(screens: Iterable[Screen]) -> str:
    """The page that says what each picture shows."""
    lines = [f"| {screen.name} | {screen.says} | {_links(screen)} |" for screen in screens]
    return "\n".join((HEAD, *lines, ""))


def _links(screen: Screen) -> str:
    return ", ".join(f"[{file.rpartition('-')[2].removesuffix('.png')}]({file})" for file in screen.files)


HEAD = """# The screens

Every screen of every game, as a real browser draws it: a tablet at 1180 x 820 and 820 x 1180, a phone at 390 x 844, a
wall at 1920 x 1080. `tests/screens` brings real tables to these moments; `LAMPLIGHT_SCREENS=1 ./table test tests/screens`
draws the pictures anew, `python -m tests.screens NAME` some of them.

| name | what it is | pictures |
|---|---|---|"""
