"""A map of rooms in Chromium: taps, corridors, the switch, folded lists and stories."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tab import remember
from tests.web.conftest import Stage
from tests.web.graph_samples import ROOMS, WAYS
from tests.web.sample_page import opened, resized, shown
from tests.web.sample_server import SampleServer
from tests.web.test_page import SIZES, seen, sent, tap

pytestmark = pytest.mark.browser
OVERLAPS = """() => { const boxes = [...document.querySelectorAll('.ship .room .wall')].map((wall) => wall.getBoundingClientRect());
    return boxes.some((a, k) => boxes.slice(k + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)); }"""
SMALL = """() => [...document.querySelectorAll('.ship text:not(.on-seat):not(.ghost)')].map((text) => parseFloat(getComputedStyle(text).fontSize)).filter((size) => size < 15.9)"""


COVERED = """() => [...document.querySelectorAll('.ship .room')].flatMap((room) => {
    const things = [...room.querySelectorAll('.figure path, .lurker .rim, .lurker-hurt circle')].map((one) => one.getBoundingClientRect());
    return [...room.querySelectorAll('.room-name')].filter((name) => { const box = name.getBoundingClientRect();
        return things.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom - 4 && box.top < one.bottom); }).map((name) => name.textContent); })"""


def answered(samples: SampleServer, page: Page) -> tuple[str, Any]:
    body = sent(samples, page, "answer")
    return body["prompt"], body["values"]


def test_a_tap_on_a_room_next_door_is_the_movement(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "deck"), "room-r3")
    assert answered(samples, page) == ("p30.0", ["move:r3"])


def test_a_room_is_taken_by_the_keyboard(page: Page, samples: SampleServer) -> None:
    seen(page, "deck").get_by_test_id("room-r2").press("Enter")
    assert answered(samples, page) == ("p30.0", ["move:r2"])


def test_list_beside_map_holds_options_without_a_room(page: Page) -> None:
    seen(page, "deck")
    assert page.locator(".prompt-card .option").all_inner_texts() == ["Action card", "Pass until the next turn"]
    reasons = page.get_by_test_id("not-now")
    expect(reasons.locator("dl")).to_be_hidden()
    reasons.locator("summary").click()
    expect(reasons).to_contain_text("Pick up, Shoot")
    expect(reasons).to_contain_text("Every corridor there is noisy.")


def test_every_room_and_corridor_says_in_words_what_it_shows(page: Page) -> None:
    seen(page, "deck")
    label = page.get_by_test_id("room-r4").get_attribute("aria-label") or ""
    assert all(word in label for word in ("Sleep hall", "Ann", "Adult, injuries 2", "Beds for the jump", "not now"))
    assert "closed door" in (page.get_by_test_id("way-c4").get_attribute("aria-label") or "")
    assert "noise" in (page.get_by_test_id("way-c2").get_attribute("aria-label") or "")


def test_rooms_do_not_overlap_and_names_are_readable(page: Page) -> None:
    seen(page, "deck").locator(".ship").wait_for()
    for size, extent in SIZES.items():
        resized(page, *extent)
        assert page.locator(".ship .room").count() == len(ROOMS)
        assert page.locator(".ship > .way[data-testid^=way]").count() == len(WAYS)
        assert not page.evaluate(OVERLAPS), size
        assert page.evaluate(SMALL) == [], size


@pytest.mark.parametrize("letters", [100, 140])
def test_tokens_do_not_cover_room_names(page: Page, stage: Stage, letters: int) -> None:
    remember(page, size=letters)
    opened(page, stage)
    resized(page, 360, 800)
    for sample in ("deck", "located"):
        shown(page, sample)
        assert page.locator(".room-name").count() >= len(ROOMS) - 1, sample
        assert page.evaluate(COVERED) == [], sample


TELL = """async (id) => { const { present } = await import('/static/core/state.js'), [asked] = present.value.asked;
    const story = { kind: 'story', title: 'Dust', text: 'Still air. '.repeat(30), picture: '' };
    const view = present.value.view.filter(({ kind }) => kind !== 'story');
    present.value = { ...present.value, view: [story, ...view], asked: [{ ...asked, prompt: { ...asked.prompt, id } }] }; }"""


@pytest.mark.parametrize("size", SIZES)
def test_new_story_precedes_its_prompt_then_yields(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    seen(page, "deck").evaluate(TELL, "p40.0")
    story, card = page.locator(".story"), page.get_by_test_id("prompt-card")
    expect(page.locator(".story ~ .prompt-card")).to_have_attribute("data-prompt", "p40.0")
    expect(story.locator("h2")).to_be_in_viewport(ratio=1)
    page.evaluate(TELL, "p41.0")
    expect(page.locator(".prompt-card ~ .story")).to_have_count(1)
    expect(card.locator("h2")).to_be_in_viewport(ratio=1)
