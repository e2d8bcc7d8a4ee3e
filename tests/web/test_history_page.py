"""Log, amendment, saved moments and the past fit each screen in either language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.web.conftest import Stage
from tests.web.sample_page import REST, tap

pytestmark = pytest.mark.browser


def fits(page: Page) -> None:
    assert (too_small(page), sideways(page)) == ([], [])


def clear(page: Page) -> None:
    fits(page)
    page.evaluate(REST)  # what scrolls is reached by Tab two frames after it was drawn
    assert barriers(page) == []


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("phone", "de")])
def test_history_drawer_fits_every_screen(page: Page, stage: Stage, size: str, language: str) -> None:
    width, height = EVERYWHERE[size]
    page.set_viewport_size({"width": width, "height": height})
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": stage.url}])
    page.goto("/t/saved")
    tap(page, "log")
    if size != "wide":
        tap(page, "moments")
    expect(page.get_by_test_id("saved-2")).to_have_class("moment gone")
    fits(page)
    if size != "wide":
        tap(page, "moments")
    tap(page, "save-moment")
    page.locator(".line-face").first.scroll_into_view_if_needed()
    tap(page, "line-5")
    fits(page)
    tap(page, "die-5-1")
    expect(page.get_by_test_id("face-investigation")).to_contain_text("21")
    fits(page)
    tap(page, "face-investigation")
    expect(page.get_by_test_id("apply")).to_be_in_viewport(ratio=1)
    clear(page)
    tap(page, "close", "log", "look-back")
    expect(page.get_by_test_id("past-slider")).to_be_visible()
    clear(page)
    tap(page, "back-to-now")
    expect(page.get_by_test_id("past")).to_have_count(0)
    page.goto("/t/keep")
    expect(page.get_by_test_id("roll-again")).to_be_visible()
    clear(page)
