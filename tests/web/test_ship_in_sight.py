"""A verdict beside a map: seen first, together with the next prompt."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.web.conftest import Stage
from tests.web.sample_page import resized
from tests.web.test_page import SIZES, seen

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["en", "de"])
def test_new_verdict_and_prompt_are_in_sight(page: Page, stage: Stage, language: str) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": stage.url}])
    seen(page, "deck-verdict")
    for size in ("landscape", "portrait"):
        resized(page, *SIZES[size])
        verdict, middle = page.locator(".side .sum").bounding_box(), page.locator(".middle").bounding_box()
        assert verdict is not None and middle is not None
        assert verdict["y"] - middle["y"] < 20, size
        for part in (".side .sum", ".thrown", ".side > .story", ".prompt-card h2", ".prompt-card .option >> nth=0"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
