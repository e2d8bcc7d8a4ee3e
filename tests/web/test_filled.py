"""The filled slots in a browser, and the three sources."""

from __future__ import annotations

from unittest.mock import ANY

import pytest
from playwright.sync_api import Page, expect

from tests.web.sample_server import SampleServer
from tests.web.test_page import seen, sent, tap

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def amended(samples: SampleServer) -> list[object]:
    return [body for door, body in samples.said if door.endswith("amend")]


def test_a_wrong_face_takes_two_taps_where_it_lies(page: Page, samples: SampleServer) -> None:
    slots = seen(page, "filled").get_by_test_id("filled")
    slots.nth(1).click()
    page.get_by_test_id("fix-investigation").click()
    wrong = sent(samples, page, "amend")
    assert wrong["values"] == ["success", "investigation", "investigation", "blank", "blank"]
    assert amended(samples) == [{"seq": 12, "values": wrong["values"], "seen": wrong["seen"], "id": ANY}]


def test_where_answers_hang_on_it_what_changes_is_said_first(page: Page, samples: SampleServer) -> None:
    seen(page, "filled_before").get_by_test_id("filled").nth(4).click()
    tap(page, "fix-success")
    expect(page.get_by_test_id("preview")).to_be_visible()
    assert [one.get("dry") for one in amended(samples) if isinstance(one, dict)] == [True]
    tap(page, "apply")
    values = ["success", "success", "investigation", "blank", "success"]
    assert sent(samples, page, "amend", before=1) == {"seq": 12, "values": values, "seen": 12, "id": ANY}
    expect(page.get_by_test_id("drawer-log")).to_have_count(0)


def test_a_locked_die_is_marked_and_no_button(page: Page) -> None:
    locked = seen(page, "filled").get_by_test_id("filled").first
    expect(locked).to_contain_text("stays")
    assert locked.evaluate("e => e.tagName") == "DIV"


def test_what_is_known_of_each_slot_is_a_shape_and_a_word(page: Page) -> None:
    slots = seen(page, "filled").get_by_test_id("filled")
    for place, words in enumerate(("stays", "99%", "said so", "not sure", "97%")):
        expect(slots.nth(place)).to_contain_text(words)
    expect(page.get_by_test_id("shares")).to_contain_text("best 32%")
    assert page.locator(".shares .came").count() == 1


def test_what_was_refused_is_said_where_the_slot_is(page: Page, samples: SampleServer) -> None:
    seen(page, "filled").get_by_test_id("filled").nth(1).click()
    samples.refusal = (422, "Ann has no clue to turn.")
    tap(page, "fix-investigation")
    expect(page.get_by_test_id("fix-refusal")).to_contain_text("Ann has no clue to turn.")


def test_without_a_reader_the_card_opens_for_the_hand(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "blind"), "count-success-2", "confirm")
    assert sent(samples, page, "answer")["values"] == ["success", "success", "blank"]


def test_a_count_tapped_again_is_taken_back(page: Page) -> None:
    tap(seen(page, "blind"), "count-success-2", "count-success-2")
    expect(page.get_by_test_id("count-success-3")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("confirm")).to_contain_text("3 × Blank")


def test_the_app_rolls_for_a_named_seat(page: Page, samples: SampleServer) -> None:
    expect(seen(page, "by_chance").get_by_test_id("virtual")).to_contain_text("Roll for Ann")
    tap(page, "virtual")
    assert sent(samples, page, "virtual")["prompt"] == "p5.0"


def test_a_verdict_says_that_the_app_rolled(page: Page) -> None:
    verdict = seen(page, "by_the_app").get_by_test_id("verdict").first
    expect(verdict.get_by_test_id("of-the-app")).to_have_text("by the app")
    expect(seen(page, "filled").get_by_test_id("of-the-app")).to_have_count(0)


def test_a_source_is_chosen_on_the_card_and_in_the_menu(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "rolling"), "source-virtual")
    assert sent(samples, page, "source") == {"seats": ["1"], "source": "virtual"}
    samples.said.clear()
    tap(page, "menu")
    page.get_by_test_id("sources-all").get_by_test_id("by-hand").click()
    assert sent(samples, page, "source") == {"seats": ["1", "2", "3", "table"], "source": "hand"}


@pytest.mark.parametrize("where", ["card", "menu"])
def test_what_was_half_given_outlives_another_source(page: Page, samples: SampleServer, where: str) -> None:
    tap(seen(page, "rolling"), "by-hand", "count-success-2")
    _switch(page, where, "source-scan")
    expect(page.get_by_test_id("throw")).to_be_visible()
    expect(page.get_by_test_id("slot").first).to_have_attribute("data-value", "")
    _switch(page, where, "by-hand")
    expect(page.get_by_test_id("count-success-2")).to_have_attribute("aria-pressed", "true")
    tap(page, "confirm")
    assert sent(samples, page, "answer")["values"] == ["success", "success", "blank"]


def _switch(page: Page, where: str, source: str) -> None:
    if where == "card":
        tap(page, source)
        return
    tap(page, "menu")
    page.get_by_test_id("seat-sources").get_by_test_id("sources-1").get_by_test_id(source).click()
    tap(page, "close")


def test_a_source_of_another_seat_leaves_alone_what_was_half_given(page: Page) -> None:
    tap(seen(page, "rolling"), "by-hand", "count-success-2", "menu")
    page.get_by_test_id("sources-2").get_by_test_id("source-virtual").click()
    tap(page, "close")
    expect(page.get_by_test_id("count-success-2")).to_have_attribute("aria-pressed", "true")


def test_a_card_says_what_a_roll_is_made_of(page: Page) -> None:
    chips = seen(page, "by_hand").get_by_test_id("chips")
    expect(chips).to_contain_text("observation 3")
    expect(chips).to_contain_text("+1 die")
    expect(chips.get_by_test_id("chance")).to_contain_text("32%")
