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


def test_on_a_wide_page_a_card_is_one_tap(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "duel"), "by-hand", "face-QH")
    assert sent(samples, page, "answer")["values"] == ["QH"]


def test_on_a_phone_a_card_is_a_suit_and_a_value(page: Page, samples: SampleServer) -> None:
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


def test_of_a_doubtful_card_the_likeliest_stand_first_and_one_tap_settles_it(page: Page, samples: SampleServer) -> None:
    guesses = seen(page, "misread").get_by_test_id("guess")
    expect(guesses).to_have_count(3)
    page.locator("[data-testid=guess][data-face='7S']").click()
    assert sent(samples, page, "doubt")["values"] == ["7S"]


def test_what_cannot_be_is_no_guess(page: Page) -> None:
    seen(page, "misread")
    expect(page.locator("[data-testid=guess][data-face='10H']")).to_have_count(0)


def test_any_other_card_is_two_taps_below_the_guesses(page: Page, samples: SampleServer) -> None:
    seen(page, "misread")
    tap(page, "suit-D", "face-KD")
    assert sent(samples, page, "doubt")["values"] == ["KD"]


def test_the_keys_below_a_doubt_begin_with_the_suit_that_was_read(page: Page) -> None:
    expect(seen(page, "misread").get_by_test_id("suit-C")).to_have_attribute("aria-pressed", "true")


def test_a_card_of_a_hand_is_not_left_to_chance(page: Page) -> None:
    page = seen(page, "duel")
    expect(page.get_by_test_id("by-hand")).to_be_visible()
    expect(page.get_by_test_id("source-virtual")).to_have_count(0)
