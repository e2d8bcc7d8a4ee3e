"""One demo and one Chromium for all tests of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.lamp import CHROMIUM, Lamp


@pytest.fixture(scope="session")
def lamp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lamp]:
    """A demo as a newcomer starts it."""
    lamp = Lamp(tmp_path_factory.mktemp("lamp"))
    yield lamp
    lamp.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium; `./table test` installs it."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert program, "Chromium is not installed. Get it with: sudo apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM)
        yield browser
        browser.close()


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
