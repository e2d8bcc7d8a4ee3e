"""Open every screen and check its layout, its barriers and the pictures in docs/screens.

The default run opens the most used screens, alternating English and German. `LAMPLIGHT_SCREENS=1 ./table test tests/screens`
opens all in both languages and draws them. Each is checked in dark and in light.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser

from tests.barriers import barriers, sideways, too_small
from tests.cut import cut
from tests.screens.all import EVENINGS, IN_DARK, MOST_USED, SCREENS, in_each_language, in_turn
from tests.screens.pictures import FLAGS, FOLDER, MOST_DRIFT, drift, write
from tests.screens.screen import Screen
from tests.screens.stage import Stage, looked_at, resized
from tests.tab import Tab

DRAWS = bool(os.environ.get("LAMPLIGHT_SCREENS"))
LOOKED_AT = in_each_language(SCREENS) if DRAWS else in_turn(MOST_USED)


@pytest.fixture(scope="module")
def browser(launch: Callable[[Sequence[str]], Browser]) -> Iterator[Browser]:
    chromium = launch(FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Tab]:
    """Return a tab that all screens share."""
    tab = Tab(browser, reduced_motion="reduce")
    yield tab
    tab.close()


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    stage = Stage(tmp_path_factory.mktemp("screens"), LOOKED_AT)
    yield stage
    stage.close()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Serve pages without a table."""
    stage = Stage(tmp_path_factory.mktemp("shelf"), EVENINGS)
    yield stage
    stage.close()


@pytest.fixture
def seen(screen: Screen, request: pytest.FixtureRequest) -> Stage:
    """Return the server that shows a screen."""
    found: Stage = request.getfixturevalue("stage" if screen.begun else "shelf")
    return found


def by_name(screen: Screen) -> str:
    return screen.name


@pytest.mark.parametrize("screen", LOOKED_AT, ids=by_name)
@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.timeout(120)
def test_screen_has_no_layout_fault_or_barrier(screen: Screen, seen: Stage, tab: Tab) -> None:
    found: list[str] = []
    with looked_at(tab, seen, screen) as page:
        for file, size in screen.files.items():
            resized(page, size)
            if DRAWS and screen in SCREENS:
                write(page, file)
            elif (FOLDER / file).exists() and drift(page.screenshot(), FOLDER / file) > MOST_DRIFT:
                found.append(f"{file} is out of date: python -m tests.screens {screen.name}")
            found += [f"{file}: {fault}" for fault in sideways(page) + too_small(page) + cut(page)]
        found += [f"{screen.name}: {fault}" for fault in barriers(page)]
    assert "\n".join(found) == ""


@pytest.mark.parametrize("screen", [screen for screen in IN_DARK if screen.begun], ids=by_name)
@pytest.mark.slow
def test_screen_moment_is_reached_by_its_table(screen: Screen) -> None:
    assert screen.begun is not None
    assert screen.begun().log
