"""The table's page in browser engines of 2024 and of 2020, because many tables use an old tablet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import old_browser
from tests.e2e.lamp import CHROMIUM, Lamp
from tests.old_browser import OldBrowser

pytestmark = [pytest.mark.browser, pytest.mark.oldbrowser, pytest.mark.broker, pytest.mark.slow]


TABLE = """async () => {
    const there = async (what) => {
        for (let tries = 0; tries < 100; tries += 1) {
            const found = document.querySelector(what);
            if (found && (found.textContent.trim() || found.value !== undefined)) return found;
            await new Promise((done) => setTimeout(done, 100));
        }
        throw new Error(`there is no ${what}`);
    };
    for (const name of ["log", "free-roll", "rules", "menu"]) {
        (await there(`[data-testid=${name}]`)).click();
        await there(".drawer-body");
        (await there("[data-testid=close]")).click();
    }
    return document.querySelector("main").scrollWidth <= document.querySelector("main").clientWidth;
}"""
"""Perform a person's action by script: Playwright itself needs more than a browser of 2020 has."""


def opened(launch: Callable[..., Browser], old: OldBrowser) -> Iterator[Page]:
    """A tablet with that engine. An error of the page fails the test."""
    if not old_browser.is_for_here():
        pytest.skip("There is no such browser for this kind of processor.")
    assert old.program.exists(), old_browser.REMEDY
    browser = launch([*CHROMIUM, *old.options], old.program)
    said: list[str] = []
    page = browser.new_page(viewport={"width": 1180, "height": 820})
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    yield page
    browser.close()
    assert not said, said


@pytest.fixture
def old_page(launch: Callable[..., Browser]) -> Iterator[Page]:
    yield from opened(launch, old_browser.OLD)


@pytest.fixture
def oldest_page(launch: Callable[..., Browser]) -> Iterator[Page]:
    yield from opened(launch, old_browser.OLDEST)


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


def test_the_oldest_browser_shows_every_page_and_opens_every_drawer(lamp: Lamp, oldest_page: Page) -> None:
    page, here = oldest_page, f"http://table.local:{lamp.port}"
    for game in ("mansions", "nemesis", "arkham", "draw_your_weapon"):
        page.goto(f"{here}/t/{lamp.open(game)}")
        assert page.evaluate(TABLE), f"nothing of {game} hangs over the edge"
    assert page.evaluate("navigator.userAgent.includes('Chrome/85')")
    for path in ("/", "/kits", "/readers", "/record", "/fairness", "/new/arkham", "/devices", "/house", "/build"):
        page.goto(here + path)
        expect(page.locator("h1").first).not_to_be_empty()
        assert page.evaluate("document.querySelector('.too-old')") is None
