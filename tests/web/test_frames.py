"""Camera picture on the page: requested often while present, rarely while missing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from tests.tab import stopped
from tests.web.sample_page import until

pytestmark = pytest.mark.browser
PIXEL = b"<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>"


def test_missing_picture_is_requested_rarely(lone_page: Page) -> None:
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
