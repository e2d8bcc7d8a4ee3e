"""What the camera sees, on the page: asked for often while there is a picture, and seldom while there is none."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from tests.tab import stopped
from tests.web.sample_page import until

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
    with lone_page.expect_response("**/picture/preview.jpg*"):
        lone_page.goto("/t/rolling/tray")
    stopped(lone_page)
    asked.clear()
    for _ in range(16):
        lone_page.clock.run_for(500)
    assert len(asked) <= 3, "in eight seconds"
    there = True
    frame = lone_page.get_by_test_id("frame")
    # where it had just asked, it asks once more
    until(lone_page, lambda: lone_page.clock.run_for(500) or frame.is_visible())
