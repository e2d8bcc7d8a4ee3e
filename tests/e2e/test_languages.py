"""One table, two devices, two languages: the same moment in each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion import games
from tests.e2e.lamp import Lamp, choice

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]


def speak(page: Page, lamp: Lamp, language: str) -> None:
    page.context.add_cookies(
        [{"name": "lamplight-language", "value": language, "url": f"http://table.local:{lamp.port}"}]
    )


@pytest.mark.parametrize("game", games.names())
def test_two_devices_read_one_table_in_two_languages(
    lamp: Lamp, visit: Callable[..., Page], phone: Page, game: str
) -> None:
    table = lamp.open(game)
    english, german = visit(table), phone
    speak(german, lamp, "de")
    visit(table, german)
    for _ in range(3):
        now = lamp.snapshot(table)["now"]
        expect(english.get_by_test_id("now")).to_contain_text(now)
        expect(german.get_by_test_id("now")).not_to_contain_text(now)
        expect(german.locator("html")).to_have_attribute("lang", "de")
        prompt = next(one for one in lamp.asked(table) if one["options"])
        lamp.tap(table, prompt, *choice(prompt, {}))
