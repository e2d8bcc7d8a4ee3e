"""A playing card by its suit and its value: for a hand, for a doubt, on every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.sample_page import resized
from tests.web.sample_server import SampleServer
from tests.web.test_page import seen, sent, tap

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def test_a_grey_card_says_why_it_cannot_be(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "duel"), "by-hand")
    page.get_by_test_id("face-10H").click(force=True)
    expect(page.get_by_test_id("key-refusal")).to_have_text("It lies in the Pile.")
    assert not any(door.endswith("answer") for door, _ in samples.said)


def test_card_on_a_phone_takes_suit_and_value(page: Page, samples: SampleServer) -> None:
    page.set_viewport_size(PHONE)
    tap(seen(page, "duel"), "by-hand", "suit-H", "face-QH")
    assert sent(samples, page, "answer")["values"] == ["QH"]


def test_every_key_is_as_large_as_a_finger(page: Page) -> None:
    tap(seen(page, "duel"), "by-hand")
    for width, height in ((390, 844), (1180, 820), (820, 1180)):
        resized(page, width, height)
        boxes = page.evaluate(
            "() => [...document.querySelectorAll('.key, .suit')].map(e => e.getBoundingClientRect()).filter(b => b.width).map(b => [b.width, b.height, b.right])"
        )
        assert len(boxes) >= 13
        assert all(min(wide, high) >= 48 and right <= width for wide, high, right in boxes)


def test_uncertain_card_offers_likeliest_faces_first(page: Page, samples: SampleServer) -> None:
    guesses = seen(page, "misread").get_by_test_id("guess")
    expect(guesses).to_have_count(3)
    page.locator("[data-testid=guess][data-face='7S']").click()
    assert sent(samples, page, "doubt")["values"] == ["7S"]
