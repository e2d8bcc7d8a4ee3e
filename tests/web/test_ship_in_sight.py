"""What came of a throw beside a ship: it is seen first, and so is what is asked next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.web.conftest import Stage
from tests.web.sample_page import resized
from tests.web.test_page import SIZES, seen

pytestmark = pytest.mark.browser
LATER = """async () => { const { present } = await import('/static/core/state.js');
    present.value = { ...present.value, old: true, thrown: null }; }"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_verdict_is_the_first_to_be_seen_and_the_question_stays_in_sight(
    page: Page, stage: Stage, language: str
) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": stage.url}])
    seen(page, "deck-verdict")
    for size in ("landscape", "portrait"):
        resized(page, *SIZES[size])
        verdict, middle = page.locator(".side .sum").bounding_box(), page.locator(".middle").bounding_box()
        assert verdict is not None and middle is not None
        assert verdict["y"] - middle["y"] < 20, size
        for part in (".side .sum", ".thrown", ".side > .story", ".prompt-card h2", ".prompt-card .option >> nth=0"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_the_button_to_the_rule_lies_on_no_word_of_the_verdict(page: Page) -> None:
    page.set_viewport_size({"width": 1180, "height": 820})
    seen(page, "deck-verdict")
    words, rule = page.locator(".verdict b").bounding_box(), page.locator(".verdict .rule-link").bounding_box()
    assert words is not None and rule is not None
    assert words["x"] + words["width"] <= rule["x"] and rule["height"] < 60


def test_a_verdict_that_is_no_news_stands_below_what_is_asked(page: Page) -> None:
    seen(page, "deck-verdict").evaluate(LATER)
    expect(page.locator(".prompt-card ~ .sum.past")).to_have_count(1)
    expect(page.locator(".sum")).to_have_count(1)


def test_on_a_phone_no_word_of_what_was_thrown_is_broken(page: Page, stage: Stage) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": "de", "url": stage.url}])
    page.set_viewport_size({"width": 390, "height": 844})
    seen(
        page, "deck-verdict"
    ).evaluate("""async () => { const { present } = await import('/static/core/state.js'), { thrown } = present.value;
        present.value = { ...present.value, thrown: { ...thrown, slots: [{ ...thrown.slots[0], value: 'auto_fail' }] } }; }""")
    word = page.get_by_test_id("filled").locator("b")
    expect(word).to_have_text("Automatischer Fehlschlag")
    lines = word.evaluate("b => b.getBoundingClientRect().height / parseFloat(getComputedStyle(b).lineHeight)")
    assert lines == pytest.approx(2, abs=0.3)


@pytest.mark.parametrize(("sample", "unfolds"), [("deck-verdict", ".filled"), ("drawn", ".shares > summary")])
def test_one_thing_alone_stands_beside_what_is_said_of_it_until_one_is_unfolded(
    page: Page, sample: str, unfolds: str
) -> None:
    page.set_viewport_size({"width": 1180, "height": 820})
    thrown = seen(page, sample).get_by_test_id("thrown")

    def is_beside() -> bool:
        filled, shares = (thrown.locator(part).bounding_box() for part in (".filling", ".shares"))
        assert filled is not None and shares is not None
        return filled["x"] + filled["width"] <= shares["x"] and shares["y"] < filled["y"] + filled["height"]

    assert is_beside()
    thrown.locator(unfolds).click()
    expect(thrown.locator(".brief")).to_have_count(0)
    assert not is_beside()
    thrown.locator(unfolds).click()
    expect(thrown.locator(".brief")).to_have_count(1)
    assert is_beside()
