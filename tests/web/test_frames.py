"""What the camera sees, on the page: asked for often while there is a picture, and seldom while there is none."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser
PIXEL = b"<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>"


def test_where_there_is_no_picture_it_is_seldom_asked_for(lone_page: Page) -> None:
    asked: list[str] = []
    there = False

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=200, body=PIXEL, content_type="image/svg+xml") if there else route.fulfill(status=404)

    lone_page.route("**/picture/preview.jpg*", answer)
    lone_page.clock.install()
    lone_page.goto("/t/rolling/tray")
    expect(lone_page.get_by_test_id("tray-page")).to_be_visible()
    for _ in range(16):
        lone_page.clock.run_for(500)
    assert 1 <= len(asked) <= 3, "in eight seconds"
    there = True
    lone_page.clock.run_for(5000)
    expect(lone_page.get_by_test_id("frame")).to_be_visible()
