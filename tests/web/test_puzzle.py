"""Puzzles on the page: dragged, tapped and done by keys, from any edge of the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest
from playwright.sync_api import Locator, Page, Request, expect

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
    """What is done in here answers the prompt."""
    with page.expect_request(lambda request: request.url.endswith("/answer")) as sent:
        yield
    told = sent.value.post_data_json
    assert (told["prompt"], told["values"]) == (prompt, list(values))


@contextmanager
def sends_nothing(page: Page) -> Iterator[None]:
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(request.url)

    page.on("request", note)
    yield
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    page.remove_listener("request", note)
    assert not [url for url in sent if url.endswith("/answer")]


def drag(page: Page, block: Locator, right: float, down: float) -> None:
    box = block.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    page.mouse.up()


def test_steps_and_moves_stand_above_it(page):
    opened(page, "slide")
    expect(page.get_by_test_id("steps-left")).to_contain_text("Steps left 3")
    expect(page.get_by_test_id("puzzle-moves")).to_contain_text("Moves now 1")
    expect(page.get_by_test_id("puzzle-moves")).to_contain_text("in all 6")


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


def test_a_block_that_is_dragged_by_a_little_springs_back(page):
    opened(page, "slide")
    with sends_nothing(page):
        drag(page, page.get_by_test_id("slider-A"), 0, 20)


def test_a_block_is_tapped_and_sent_to_a_cell(page):
    opened(page, "slide")
    page.get_by_test_id("slider-B").click()
    with sends(page, "p9.1", "B:2"):
        page.get_by_test_id("step-B:2").click()


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


def test_a_place_of_a_guess_is_filled_again(page):
    opened(page, "code")
    for symbol in (1, 1, 1):
        page.get_by_test_id(f"symbol-{symbol}").click()
    page.get_by_test_id("slot-1").click()
    page.get_by_test_id("symbol-4").click()
    with sends(page, "p9.1", "1", "4", "1"):
        page.get_by_test_id("try").click()


def test_what_was_tried_already_is_not_tried_again(page):
    opened(page, "code")
    for symbol in (1, 1, 2):
        page.get_by_test_id(f"symbol-{symbol}").click()
    expect(page.get_by_test_id("try")).to_be_disabled()
    expect(page.get_by_test_id("try")).to_contain_text("tried already")


def test_two_neighbours_change_places(page):
    opened(page, "image")
    page.get_by_test_id("place-0").click()
    with sends(page, "p9.1", "0-2"):
        page.get_by_test_id("place-2").click()


def test_a_piece_that_is_no_neighbour_is_chosen_instead(page):
    opened(page, "image")
    page.get_by_test_id("place-0").click()
    with sends_nothing(page):
        page.get_by_test_id("place-3").click()
    expect(page.get_by_test_id("place-3")).to_have_attribute("aria-pressed", "true")


def test_pieces_are_cut_out_of_the_scenarios_picture(page):
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="teal"/></svg>'
    page.route("**/pictures/abc?*", lambda route: route.fulfill(body=drawn, content_type="image/svg+xml"))
    opened(page, "kept")
    expect(page.locator(".pz-piece image")).to_have_count(4)
    expect(page.locator(".pz-number")).to_have_count(0)
    piece = page.get_by_test_id("place-0").bounding_box()
    assert piece["width"] / piece["height"] == pytest.approx(3, rel=0.02)  # as wide to high as the picture


def test_a_picture_that_is_not_there_leaves_numbers(page):
    page.route("**/pictures/abc?*", lambda route: route.fulfill(status=404))
    opened(page, "kept")
    expect(page.get_by_test_id("place-0")).to_have_attribute("aria-label", "piece 3, row 1, place 1")
    expect(page.locator(".pz-number")).to_have_count(4)


def test_a_disc_goes_from_peg_to_peg(page):
    opened(page, "tower")
    page.get_by_test_id("peg-0").click()
    with sends(page, "p9.1", "0-1"):
        page.get_by_test_id("peg-1").click()


def test_a_peg_where_the_disc_cannot_lie_takes_up_its_own(page):
    opened(page, "tower")
    page.get_by_test_id("peg-0").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("peg-1")).to_have_attribute(
        "aria-label", "the middle peg, discs 5, 6 from the top, lay the disc here"
    )
    with sends_nothing(page):
        page.get_by_test_id("peg-2").click()


def test_a_clue_buys_a_step_beside_it(page):
    opened(page, "slide")
    with sends(page, "p9.0", "clue"):
        page.get_by_test_id("option-clue").click()


def test_without_a_step_it_lies_still_and_says_why_no_clue_helps(page):
    opened(page, "still")
    expect(page.get_by_test_id("steps-left")).to_contain_text("0")
    expect(page.get_by_test_id("slider-A")).to_have_attribute("role", "img")
    expect(page.get_by_test_id("option-clue")).to_contain_text("Ann has 0 clues, not 1.")


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


TRIED = """async (number) => {
    const { present } = await import('/static/core/state.js');
    const tries = Array.from({ length: number }, () => ({ symbols: [1, 2, 3], right: 0, near: 2 }));
    const more = (block) => (block.kind === 'puzzle' ? { ...block, total: number, figure: { ...block.figure, tries } } : block);
    const asked = present.value.asked.map((one, k) => ({ ...one, prompt: { ...one.prompt, id: `p${90 + number}.${k}` } }));
    present.value = { ...present.value, asked, view: present.value.view.map(more) };
}"""
AT_ITS_END = """() => new Promise((look) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector('.pz-tries');
    look(scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1);
})))"""


def test_of_many_tries_the_newest_is_in_sight_each_time(page: Page) -> None:
    opened(page, "code")
    for number in (9, 10, 11):
        page.evaluate(TRIED, number)
        expect(page.locator(".pz-tries li")).to_have_count(number)
        page.wait_for_function(AT_ITS_END)
