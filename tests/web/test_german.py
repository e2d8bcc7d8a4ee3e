"""The page in German: a device is switched, long words end their lines where they may."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.web.conftest import Stage
from tests.web.sample_page import opened

pytestmark = pytest.mark.browser

LONG = "Donaudampfschifffahrtsgesellschaftskapitän"


@pytest.fixture
def german(page: Page, stage: Stage) -> Page:
    """A device that was switched, at a table."""
    return opened(page, stage, "de")


def test_a_device_is_switched_by_one_tap(page: Page, stage: Stage) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Lamplight")).to_be_visible()
    page.get_by_test_id("language-de").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_test_id("language-de")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("link", name="Würfel und Marker")).to_be_visible()
    page.goto("/t/rolling")
    expect(page.get_by_test_id("undo")).to_contain_text("Rückgängig")
    (kept,) = (one for one in page.context.cookies(stage.url) if one["name"] == COOKIE)
    assert (kept["sameSite"], kept["path"], kept["httpOnly"], kept["secure"]) == ("Lax", "/", False, False)
    tap = page.get_by_test_id
    tap("by-hand").click()
    tap("menu").click()
    tap("language-en").click()
    expect(page.get_by_test_id("undo")).to_contain_text("Undo")
    expect(page.get_by_test_id("face-success")).to_be_visible()  # what was begun goes on in the other language
