"""Fixtures of a game in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.lamp import Lamp
from tests.e2e.reader import TestReader
from tests.e2e.situations.evening import Device, Evening
from tests.tab import TABLET


@pytest.fixture(scope="session")
def dice_reader(lamp: Lamp) -> Iterator[TestReader]:
    """Stand in for the camera's process. One for all tests: its last message arrives before the next test begins."""
    reader = TestReader(lamp.folder / "data", "tray")
    yield reader
    reader.stop()


@pytest.fixture
def evening(lamp: Lamp, dice_reader: TestReader) -> Iterator[Evening]:
    """Ann, Ben and Cleo at a table of Mansions of Madness: three dice are to be thrown, two successes are needed."""
    evening = Evening(lamp, dice_reader, lamp.open("mansions"))
    evening.asks_for_three_dice()
    yield evening
    evening.over_the_tray("still")


@pytest.fixture
def tablet(evening: Evening, visit: Callable[..., Page]) -> Device:
    """The tablet in the middle of that table."""
    return Device(visit(evening.table))


@pytest.fixture
def clocked(browser: Browser, evening: Evening, visit: Callable[..., Page]) -> Iterator[Device]:
    """The same, with a clock that a test stops. In a separate tab, because a clock cannot be removed."""
    context = browser.new_context(viewport=TABLET, reduced_motion="reduce")
    page = context.new_page()
    page.clock.install()
    yield Device(visit(evening.table, page))
    context.close()
