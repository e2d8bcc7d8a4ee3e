"""The map, the monsters, what covers the map and signs in texts, in Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.board_samples import BOARD
from tests.web.sample_server import SampleServer
from tests.web.test_page import seen, sent, tap

pytestmark = pytest.mark.browser
LONG_ENOUGH, TOO_SHORT = 800, 200  # ms


def place(page: Page, name: str) -> dict[str, float]:
    box = page.get_by_test_id(f"map-{name}").bounding_box()
    assert box is not None
    return dict(box)


def drag(page: Page, dx: int, dy: int) -> None:
    """A finger that begins on bare floor."""
    box = page.locator(".board-map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2, steps=4)
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


def answered(samples: SampleServer, page: Page) -> tuple[str, Any]:
    body = sent(samples, page, "answer")
    return body["prompt"], body["values"]


def test_every_tile_and_token_is_a_button_with_its_name(page: Page) -> None:
    seen(page, "map")
    for part in (*BOARD.tiles, *BOARD.pieces):
        button = page.get_by_test_id(f"map-{part.id}")
        assert part.title in (button.get_attribute("aria-label") or "")
        assert (button.get_attribute("role"), button.get_attribute("tabindex")) == ("button", "0")


def test_a_token_is_taken_by_the_keyboard(page: Page, samples: SampleServer) -> None:
    seen(page, "map").get_by_test_id("map-TokenDoor").press("Enter")
    assert answered(samples, page) == ("p20.1", ["TokenDoor"])


def test_a_token_that_is_refused_says_why(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "map"), "map-TokenBell")
    expect(page.get_by_test_id("refusal")).to_have_text("Nobody stands beside the bell.")
    assert not samples.said


def test_a_finger_moves_the_map_and_takes_no_token(page: Page, samples: SampleServer) -> None:
    before = place(seen(page, "map"), "TileStudy")
    drag(page, 60, -40)
    after = place(page, "TileStudy")
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((60, -40), abs=14)
    assert not samples.said


def test_keyboard_focus_is_visible_on_the_map(page: Page) -> None:
    seen(page, "map").get_by_test_id("map-TokenDesk").focus()
    box = page.locator(".board-map").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.wheel(0, -2000)
    expect(page.get_by_test_id("map-whole")).to_have_attribute("aria-pressed", "false")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == "map-TokenWindow":
            break
    expect(page.get_by_test_id("map-TokenWindow")).to_be_in_viewport(ratio=1)


def test_health_has_words_pips_and_numbers(page: Page) -> None:
    seen(page, "map")
    foe = page.get_by_test_id("foes").locator("li").first
    expect(foe.get_by_role("img", name="2 of 5 damage")).to_be_visible()
    expect(foe.locator(".pips i")).to_have_count(5)
    expect(page.get_by_test_id("foes").locator("li").nth(2).locator(".pips")).to_have_count(0)


def test_a_finger_that_stays_ends_it(page: Page, samples: SampleServer) -> None:
    seen(page, "map").get_by_test_id("hold").hover()
    page.mouse.down()
    assert answered(samples, page) == ("p20.0", ["hold"])
    page.mouse.up()


def test_a_key_that_stays_down_ends_it(page: Page, samples: SampleServer) -> None:
    seen(page, "map").get_by_test_id("hold").focus()
    page.keyboard.down("Enter")
    assert answered(samples, page) == ("p20.0", ["hold"])
    page.keyboard.up("Enter")


def test_marks_in_texts_are_drawn_and_never_written(page: Page) -> None:
    story = seen(page, "event").locator(".story")
    expect(story.locator("b").last).to_have_text("swollen")
    expect(story.locator("i")).to_have_text("moves")
    expect(story).to_contain_text("Test observation: 2 Successes or a clue.")
    expect(page.get_by_test_id("option-0")).to_contain_text("Force the drawer (strength; 2)")
    assert "{" not in page.locator(".app").inner_text()


def test_long_story_hides_the_map_until_requested(page: Page) -> None:
    seen(page, "prologue")
    expect(page.get_by_test_id("board")).to_have_count(0)
    tap(page, "map-switch")
    expect(page.get_by_test_id("board")).to_be_visible()


def test_story_over_the_map_opens_as_page(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "ending"), "overlay-page")
    expect(page.locator(".overlay-page")).to_contain_text("By morning there is only rain.")
    tap(page, "overlay-UIEnd")
    assert answered(samples, page) == ("p30.0", ["UIEnd"])
