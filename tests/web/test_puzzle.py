"""Puzzles on the page: dragged, tapped and done by keys, from any edge of the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.tab import remember
from tests.web import sample_page
from tests.web.puzzles import PUZZLES
from tests.web.sample_page import REST, resized, shown
from tests.web.samples import SAMPLES

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def _shown():
    SAMPLES.update(PUZZLES)
    yield
    for name in PUZZLES:
        del SAMPLES[name]


def opened(page: Page, shape: str) -> Page:
    page.goto(f"/t/puzzle-{shape}")
    expect(page.get_by_test_id("puzzle")).to_be_visible()
    page.evaluate(REST)  # from now on it stays where it is
    return page


@contextmanager
def sends(page: Page, prompt: str, *values: str) -> Iterator[None]:
    """Check that the actions inside the block answer the prompt."""
    with page.expect_request(lambda request: request.url.endswith("/answer")) as sent:
        yield
    told = sent.value.post_data_json
    assert (told["prompt"], told["values"]) == (prompt, list(values))


def drag(page: Page, block: Locator, right: float, down: float) -> None:
    box = block.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    page.mouse.up()


def test_a_block_is_dragged_as_far_as_it_goes(page):
    opened(page, "slide")
    with sends(page, "p9.1", "A:3"):
        drag(page, page.get_by_test_id("slider-A"), 0, 700)


@pytest.mark.parametrize(("turn", "right", "down"), [(90, -1, 0), (180, 0, -1), (270, 1, 0)], ids=str)
def test_a_drag_follows_the_finger_from_any_edge(page, turn, right, down):
    """Down in the box is to the left for who sees it turned by a quarter."""
    remember(page, turn=turn)
    opened(page, "slide")
    block = page.get_by_test_id("slider-A")
    box = block.bounding_box()
    cell = min(box["width"], box["height"])
    with sends(page, "p9.1", "A:1"):
        drag(page, block, right * cell, down * cell)


def test_a_block_is_sent_by_keys(page):
    opened(page, "slide")
    page.get_by_test_id("slider-X").focus()
    page.keyboard.press("Enter")
    goal = page.get_by_test_id("step-X:1")
    expect(goal).to_have_attribute("aria-label", "the marked block, 1 to the right")
    goal.focus()
    with sends(page, "p9.1", "X:1"):
        page.keyboard.press("Enter")


def test_a_block_says_where_it_can_go(page):
    opened(page, "slide")
    expect(page.get_by_test_id("slider-X")).to_have_attribute("aria-label", "the marked block, 1 to the right")


def test_a_guess_is_put_together_and_sent(page):
    opened(page, "code")
    expect(page.get_by_test_id("try-1")).to_contain_text("1 right")
    expect(page.get_by_test_id("try")).to_be_disabled()
    for symbol in (2, 4, 2):
        page.get_by_test_id(f"symbol-{symbol}").click()
    with sends(page, "p9.1", "2", "4", "2"):
        page.get_by_test_id("try").click()


def test_a_disc_goes_from_peg_to_peg(page):
    opened(page, "tower")
    page.get_by_test_id("peg-0").click()
    with sends(page, "p9.1", "0-1"):
        page.get_by_test_id("peg-1").click()


def test_the_whole_puzzle_is_seen_at_once(page, stage):
    sample_page.opened(page, stage)
    for shape, (width, height) in product(("slide", "code", "image", "tower"), ((1180, 820), (820, 1180))):
        shown(page, f"puzzle-{shape}")
        resized(page, width, height)
        box = page.get_by_test_id("puzzle").bounding_box()
        assert box["x"] >= 0, shape
        assert box["x"] + box["width"] <= width, shape
        assert box["y"] + box["height"] <= height, shape
        figure = page.locator(".pz-figure, .pz-picture, .pz-code").bounding_box()
        assert min(figure["width"], figure["height"]) > 340, shape
