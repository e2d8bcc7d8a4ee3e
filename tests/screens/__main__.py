"""`python -m tests.screens [--to FOLDER] [NAME ...]` draws the pictures of these screens, of all without a name."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.conftest import BROWSERS, EVEN
from tests.screens.all import EVENINGS, SCREENS
from tests.screens.pictures import FLAGS, FOLDER, draw
from tests.screens.screen import Screen
from tests.screens.stage import Stage


def main(names: list[str]) -> None:
    """A name may be the beginning of several."""
    folder = Path(names[names.index("--to") + 1]) if "--to" in names else FOLDER
    names = [name for name in names if name != "--to" and Path(name) != folder]
    whole = {screen.name for screen in SCREENS}.issuperset(names)
    chosen = [
        screen for screen in SCREENS if screen.name in names or (not whole and screen.name.startswith(tuple(names)))
    ]
    chosen = chosen or list(SCREENS)
    folder.mkdir(parents=True, exist_ok=True)
    program = next(filter(None, map(shutil.which, BROWSERS)))
    bare = [screen for screen in chosen if not screen.begun]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS, EVEN])
        _draw_all(browser, folder, bare, EVENINGS)
        _draw_all(browser, folder, [screen for screen in chosen if screen.begun], chosen)
        browser.close()


def _draw_all(browser: Browser, folder: Path, screens: Sequence[Screen], there: Iterable[Screen]) -> None:
    """In one house, with the tables of those that are there."""
    if not screens:
        return
    with tempfile.TemporaryDirectory() as place:
        stage = Stage(Path(place), there)
        for screen in screens:
            try:
                for file in draw(browser, stage, screen, folder):
                    print(file, flush=True)
            except Exception as error:  # noqa: BLE001  the others are drawn all the same
                print(f"{screen.name}: {str(error)[:300]}", file=sys.stderr)
        stage.close()


if __name__ == "__main__":
    main(sys.argv[1:])
