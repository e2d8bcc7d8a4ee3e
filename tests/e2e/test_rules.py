"""The rule book: from a grey option to its clause, on to another, by a search and back, in both languages and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.barriers import barriers, sideways, too_small
from tests.e2e.lamp import Lamp

pytestmark = [pytest.mark.broker, pytest.mark.slow]

WORDS = {
    # the heading of AH-X-ALOOF-1, and a word with a wrong letter that stands in that of AH-ACT-FIGHT-4
    "en": ("Aloof enemies", "damge"),
    "de": ("Zurückhaltende Gegner", "shaden"),
}
SOFT = "\u00ad"  # hyphens that only a narrow line shows


def speak(page: Page, lamp: Lamp, language: str) -> None:
    address = f"http://table.local:{lamp.port}"
    page.context.add_cookies([{"name": "lamplight-language", "value": language, "url": address}])


@pytest.fixture(scope="module")
def turn(lamp: Lamp) -> str:
    """Open a table with Ann's turn and without enemies."""
    table = lamp.open("arkham")
    (whose,) = (prompt for prompt in lamp.asked(table) if "who takes the next turn" in prompt["title"])
    lamp.tap(table, whose, "1")
    lamp.until(lambda: any("choose an action" in p["title"] for p in lamp.asked(table)))
    return table


@pytest.mark.parametrize("language", ["en", "de"])
def test_grey_option_opens_its_clause(lamp, turn, page, visit, language):
    title, typed = WORDS[language]
    speak(page, lamp, language)
    visit(turn)
    page.get_by_test_id("not-now").locator("summary").click()
    page.get_by_test_id("rule-AH-ACT-FIGHT-9").click()
    clause = page.get_by_test_id("rules-clause")
    expect(clause).to_have_attribute("data-clause", "AH-ACT-FIGHT-9")
    page.get_by_test_id("see-AH-X-ALOOF-1").click()
    expect(clause).to_have_attribute("data-clause", "AH-X-ALOOF-1")
    assert clause.get_by_role("heading", level=3).inner_text().replace(SOFT, "") == title
    page.get_by_test_id("rules-back").click()
    expect(clause).to_have_attribute("data-clause", "AH-ACT-FIGHT-9")
    page.get_by_test_id("rules-search").fill(typed)
    page.get_by_test_id("rules-found").get_by_role("button").first.click()
    expect(clause).to_have_attribute("data-clause", "AH-ACT-FIGHT-4")
    assert (barriers(page), too_small(page), sideways(page)) == ([], [], [])
    page.get_by_test_id("rules-search").press("Escape")
    expect(page.get_by_test_id("rules-search")).to_have_value("")
    expect(page.get_by_test_id("rules-now")).to_be_visible()
    page.get_by_test_id("rules-search").press("Escape")
    expect(page.get_by_test_id("drawer-rules")).to_have_count(0)
    expect(page.get_by_test_id("prompt-card")).to_be_visible()


def test_phone_opens_clauses_and_the_book(lamp, turn, phone, visit):
    visit(turn, phone)
    phone.get_by_test_id("prompt-card").locator("header .rule-link").click()
    expect(phone.get_by_test_id("rules-clause")).to_have_attribute("data-clause", "AH-ACT-TURN-1")
    phone.get_by_test_id("rules-after").click()
    expect(phone.get_by_test_id("rules-clause")).to_have_attribute("data-clause", "AH-ACT-TURN-2")
    phone.get_by_test_id("rules-all").click()
    expect(phone.get_by_test_id("rules-clause")).to_be_hidden()
    assert (barriers(phone), too_small(phone), sideways(phone)) == ([], [], [])
    phone.get_by_test_id("close").click()
    phone.get_by_test_id("menu").click()
    phone.get_by_test_id("menu-rules").click()
    expect(phone.get_by_test_id("drawer-rules")).to_be_visible()
    phone.get_by_test_id("close").click()
    expect(phone.get_by_test_id("drawer-menu")).to_be_visible()
