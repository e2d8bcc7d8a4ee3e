"""One demo and one Chromium for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.lamp import CHROMIUM, PATIENCE, Lamp
from tests.tab import Tab

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def lamp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lamp]:
    """A demo as a newcomer starts it."""
    lamp = Lamp(tmp_path_factory.mktemp("lamp"))
    yield lamp
    lamp.stop()


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Expectations get the time of actions: camera, broker and server are busy meanwhile."""
    expect.set_options(timeout=PATIENCE * 1000)
    yield
    expect.set_options(timeout=None)


@pytest.fixture(scope="session")
def browser(launch: Callable[[Sequence[str]], Browser]) -> Iterator[Browser]:
    """A Chromium that finds the table by its name."""
    chromium = launch(CHROMIUM)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Tab]:
    """A tablet in landscape."""
    tab = Tab(browser, reduced_motion="reduce")
    yield tab
    tab.close()


@pytest.fixture
def page(tab: Tab) -> Iterator[Page]:
    """The tablet, as if it were new; an error on its console fails the test."""
    with tab.lent(patience=PATIENCE) as page:
        yield page


@pytest.fixture(scope="session")
def pocketed(browser: Browser) -> Iterator[list[Tab]]:
    """Unused phones."""
    tabs: list[Tab] = []
    yield tabs
    for tab in tabs:
        tab.close()


@pytest.fixture
def phones(browser: Browser, pocketed: list[Tab]) -> Iterator[Callable[[], Page]]:
    """As many further devices as are wanted."""
    with ExitStack() as lent:

        def another() -> Page:
            tab = pocketed.pop() if pocketed else Tab(browser, viewport=PHONE, reduced_motion="reduce")
            lent.callback(pocketed.append, tab)
            return lent.enter_context(tab.lent(patience=PATIENCE))

        yield another


@pytest.fixture
def phone(phones: Callable[[], Page]) -> Page:
    """One further device."""
    return phones()


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
