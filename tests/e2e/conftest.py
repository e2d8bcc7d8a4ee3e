"""One demo and one Chromium for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.lamp import CHROMIUM, Lamp


@pytest.fixture(scope="session")
def lamp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lamp]:
    """A demo as a newcomer starts it."""
    lamp = Lamp(tmp_path_factory.mktemp("lamp"))
    yield lamp
    lamp.stop()


@pytest.fixture(scope="session")
def browser(launch: Callable[[Sequence[str]], Browser]) -> Iterator[Browser]:
    """A Chromium that finds the table by its name."""
    chromium = launch(CHROMIUM)
    yield chromium
    chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tablet in landscape; an error on its console fails the test."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1180, "height": 820}, reduced_motion="reduce")
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_default_timeout(20_000)
    yield page
    context.close()
    assert not complaints, complaints


@pytest.fixture
def photos(shared: Path) -> Path:
    """Real photographs."""
    return shared / "vision" / "photos"


@pytest.fixture
def visit(page: Page, lamp: Lamp) -> Any:
    """Opens a table on the tablet, at a name as on a LAN."""

    def go(table: str, tablet: Page = page) -> Page:
        tablet.goto(f"http://table.local:{lamp.port}/t/{table}")
        tablet.get_by_test_id("now").wait_for()
        return tablet

    return go
