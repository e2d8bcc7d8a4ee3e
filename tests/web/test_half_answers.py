"""An answer that breaks off in the middle: the network is lost, or the page is left while it comes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.sample_server import SampleServer

pytestmark = pytest.mark.browser
HALF = '{"games": ['
UNHEARD = "The table does not answer; is this device still in its network?"


def half(route: Route) -> None:
    route.fulfill(content_type="application/json", body=HALF)


def test_truncated_game_list_shows_an_error_only(page: Page, samples: SampleServer) -> None:
    page.route("**/api/shelf", half)
    page.goto("/")
    expect(page.get_by_role("alert")).to_have_text(UNHEARD)


def test_truncated_answer_response_shows_an_error(page: Page, samples: SampleServer) -> None:
    page.route("**/api/tables/*/undo", half)
    page.goto("/t/rolling")
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("refusal")).to_contain_text(UNHEARD)


def test_a_catalogue_that_breaks_off_leaves_the_page_in_english(page: Page, samples: SampleServer) -> None:
    page.context.add_cookies(
        [{"name": "lamplight-language", "value": "de", "url": f"http://table.local:{samples.port}"}]
    )
    page.route("**/words/de.json", half)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("link", name="Dice and tokens")).to_be_visible()
