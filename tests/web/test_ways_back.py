"""Ways out of drawers: the browser's back, rules opened from another drawer, held buttons."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.tab import stopped
from tests.web.sample_server import SampleServer
from tests.web.test_page import seen, sent, tap

pytestmark = pytest.mark.browser

OF = "name => import(document.querySelector('script[type=module]').src.replace('app.js', name))"
OPEN_RULE = f"() => ({OF})('rules/book.js').then(({{openRule}}) => openRule())"


def drawer(page: Page, name: str) -> None:
    expect(page.get_by_test_id(f"drawer-{name}")).to_be_visible()


def no_drawer(page: Page) -> None:
    expect(page.locator(".drawer")).to_have_count(0)


def test_browser_back_closes_drawers_before_leaving(page: Page) -> None:
    seen(page, "rolling")
    page = seen(page, "saved")
    tap(page, "log")
    drawer(page, "log")
    page.go_back()
    no_drawer(page)
    tap(page, "log", "look-back")
    expect(page.get_by_test_id("past")).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("past")).to_have_count(0)
    tap(page, "menu", "close")
    no_drawer(page)
    page.go_back()
    page.wait_for_url("**/t/rolling")


def test_rules_lead_back_to_their_opener_once(page: Page) -> None:
    page = seen(page, "saved")
    tap(page, "log")
    drawer(page, "log")
    page.evaluate(OPEN_RULE)
    drawer(page, "rules")
    tap(page, "close")
    drawer(page, "log")
    page.evaluate(OPEN_RULE)
    tap(page, "menu")
    drawer(page, "menu")
    tap(page, "rules")
    drawer(page, "rules")
    tap(page, "close")
    no_drawer(page)


def test_held_button_accepts_a_screen_reader_click(lone_page: Page, samples: SampleServer) -> None:
    lone_page.clock.install()
    page = seen(lone_page, "saved")
    stopped(page)  # a tap on a slow machine is no hold
    tap(page, "log", "line-5")
    held = page.locator(".line-deeds [data-testid^=undo-]")
    held.evaluate("button => button.click()")
    assert "to" in sent(samples, page, "undo")
    held.click()
    held.press("Enter")
    tap(page, "look-back")
    expect(page.get_by_test_id("past")).to_be_visible()
    assert len([path for path, _ in samples.said if path.endswith("undo")]) == 1
