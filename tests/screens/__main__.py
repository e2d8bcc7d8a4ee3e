"""Draw the pictures of screens: `python -m tests.screens [--to FOLDER] [NAME ...]`, all of them without a name.

`--stale` keeps no picture and names those in docs/screens that the page no longer looks like.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.conftest import BROWSERS, EVEN
from tests.screens.all import EVENINGS, SCREENS
from tests.screens.pictures import FLAGS, FOLDER, MOST_DRIFT, OTHERS, draw, drift
from tests.screens.screen import Screen
from tests.screens.stage import Stage
from tests.tab import Tab


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description="Draws the pictures of screens.")
    parser.add_argument("names", nargs="*", help="a screen, or how the names of several begin; none: all of them")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help=f"elsewhere than in {FOLDER} and {OTHERS}")
    parser.add_argument("--stale", action="store_true", help="name the pictures that the page no longer looks like")
    asked = parser.parse_args(words)
    try:
        chosen = [screen for name in asked.names for screen in _named(name)] or list(SCREENS)
    except LookupError as error:
        parser.error(str(error))
    if asked.stale:
        with tempfile.TemporaryDirectory() as place:
            _draw_into(Path(place), chosen)
            _tell_stale(Path(place))
        return
    _draw_into(asked.to, chosen)


def _tell_stale(folder: Path) -> None:
    for file in sorted(folder.iterdir()):
        if (FOLDER / file.name).exists() and drift(file.read_bytes(), FOLDER / file.name) > MOST_DRIFT:
            print(f"{file.name} is out of date", flush=True)


def _draw_into(folder: Path | None, chosen: Sequence[Screen]) -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)))
    bare = [screen for screen in chosen if not screen.begun]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS, EVEN])
        failed = _draw_all(browser, folder, bare, EVENINGS)
        failed += _draw_all(browser, folder, [screen for screen in chosen if screen.begun], chosen)
        browser.close()
    if failed:
        sys.exit(f"Not drawn: {', '.join(failed)}")


def _named(name: str) -> Sequence[Screen]:
    """Return the screen of that name, else all whose names begin with it."""
    found = [one for one in SCREENS if one.name == name] or [one for one in SCREENS if one.name.startswith(name)]
    if not found:
        raise LookupError(f"There is no screen {name}; there are {', '.join(one.name for one in SCREENS)}.")
    return found


def _draw_all(browser: Browser, folder: Path | None, screens: Sequence[Screen], there: Iterable[Screen]) -> list[str]:
    """Draw screens from one server with the tables of `there`. Return the names of the screens that failed."""
    failed: list[str] = []
    if not screens:
        return failed
    with tempfile.TemporaryDirectory() as place:
        stage, tab = Stage(Path(place), there), Tab(browser, reduced_motion="reduce")
        for screen in screens:
            try:
                for file in draw(tab, stage, screen, folder):
                    print(file, flush=True)
            except Exception as error:  # noqa: BLE001  one failure must not stop the others
                print(f"{screen.name}: {str(error)[:300]}", file=sys.stderr)
                failed.append(screen.name)
        tab.close()
        stage.close()
    return failed


if __name__ == "__main__":
    main()
