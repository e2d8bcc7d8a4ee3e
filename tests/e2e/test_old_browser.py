"""The table's page in a browser engine two years old: an old tablet is what lies in the middle of most tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import old_browser
from tests.e2e.lamp import CHROMIUM, Lamp

pytestmark = [pytest.mark.browser, pytest.mark.oldbrowser, pytest.mark.broker, pytest.mark.slow]


@pytest.fixture
def old_page(launch: Callable[..., Browser]) -> Iterator[Page]:
    """A tablet of then; an error of the page fails the test."""
    if not old_browser.is_for_here():
        pytest.skip("There is no such browser for this kind of processor.")
    assert old_browser.program().exists(), old_browser.REMEDY
    browser = launch([*CHROMIUM, "--headless=old", "--no-zygote"], old_browser.program())
    said: list[str] = []
    page = browser.new_page(viewport={"width": 1180, "height": 820})
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    yield page
    browser.close()
    assert not said, said


def looked_through(page: Page) -> None:
    """Each drawer opens, shows something and shuts."""
    for name in ("log", "free-roll", "rules", "menu"):
        page.get_by_test_id(name).click()
        expect(page.locator(".drawer-body")).not_to_be_empty()
        page.get_by_test_id("close").click()


def test_a_table_is_played_as_in_a_new_one(lamp: Lamp, old_page: Page) -> None:
    page, table = old_page, lamp.open("mansions")
    lamp.rolls(table)
    page.goto(f"http://table.local:{lamp.port}/t/{table}")
    assert page.evaluate("[isSecureContext, navigator.userAgent.includes('Chrome/130')]") == [False, True]
    looked_through(page)
    page.get_by_test_id("throw").click()
    lamp.until(lambda: lamp.read(table))
    expect(page.get_by_test_id("filled")).to_have_count(3)
    assert page.locator("main").evaluate("e => e.scrollWidth <= e.clientWidth"), "container queries are understood"
    page.get_by_test_id("turn").click()
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("filled")).to_have_count(0)  # the whole action is taken back


def test_maps_and_other_screens_are_drawn_as_in_a_new_one(lamp: Lamp, old_page: Page) -> None:
    page, here = old_page, f"http://table.local:{lamp.port}"
    ship = lamp.open("nemesis")
    for path, mark in ((f"/t/{ship}", "graph"), (f"/t/{ship}/wall", "wall"), (f"/t/{ship}/tray", "tray-page")):
        page.goto(here + path)
        expect(page.get_by_test_id(mark)).to_be_visible()
    for path in ("/", "/kits", "/readers", "/record", "/fairness", "/new/arkham"):
        page.goto(here + path)
        expect(page.locator("h1")).not_to_be_empty()
