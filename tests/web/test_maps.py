"""Maps of tiles and of rooms, and puzzles, in Chromium: taps, fingers, keys and sizes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.barriers import EVERYWHERE
from tests.tab import remember
from tests.web.board_samples import BOARD
from tests.web.conftest import Stage
from tests.web.graph_samples import ROOMS, WAYS
from tests.web.puzzles import PUZZLES
from tests.web.sample_page import REST, opened, resized, seen, sent, shown, tap
from tests.web.sample_server import SampleServer
from tests.web.samples import SAMPLES

pytestmark = pytest.mark.browser


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


def test_map_parts_are_named_buttons_and_a_drag_takes_none(page: Page, samples: SampleServer) -> None:
    seen(page, "map")
    for part in (*BOARD.tiles, *BOARD.pieces):
        button = page.get_by_test_id(f"map-{part.id}")
        assert part.title in (button.get_attribute("aria-label") or "")
        assert (button.get_attribute("role"), button.get_attribute("tabindex")) == ("button", "0")
    foe = page.get_by_test_id("foes").locator("li").first
    expect(foe.get_by_role("img", name="2 of 5 damage")).to_be_visible()
    expect(foe.locator(".pips i")).to_have_count(5)
    expect(page.get_by_test_id("foes").locator("li").nth(2).locator(".pips")).to_have_count(0)
    tap(page, "map-TokenBell")
    expect(page.get_by_test_id("refusal")).to_have_text("Nobody stands beside the bell.")
    before = place(page, "TileStudy")
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


@pytest.mark.parametrize("by", ["finger", "key"])
def test_holding_a_button_ends_the_phase(page: Page, samples: SampleServer, by: str) -> None:
    button = seen(page, "map").get_by_test_id("hold")
    if by == "finger":
        button.hover()
        page.mouse.down()
    else:
        button.focus()
        page.keyboard.down("Enter")
    assert answered(samples, page) == ("p20.0", ["hold"])
    page.mouse.up()
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


OVERLAPS = """() => { const boxes = [...document.querySelectorAll('.ship .room .wall')].map((wall) => wall.getBoundingClientRect());
    return boxes.some((a, k) => boxes.slice(k + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)); }"""
SMALL = """() => [...document.querySelectorAll('.ship text:not(.on-seat):not(.ghost)')].map((text) => parseFloat(getComputedStyle(text).fontSize)).filter((size) => size < 15.9)"""


COVERED = """() => [...document.querySelectorAll('.ship .room')].flatMap((room) => {
    const things = [...room.querySelectorAll('.figure path, .lurker .rim, .lurker-hurt circle')].map((one) => one.getBoundingClientRect());
    return [...room.querySelectorAll('.room-name')].filter((name) => { const box = name.getBoundingClientRect();
        return things.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom - 4 && box.top < one.bottom); }).map((name) => name.textContent); })"""


def test_ship_map_names_its_rooms_and_lists_other_options(page: Page) -> None:
    seen(page, "deck")
    assert page.locator(".prompt-card .option").all_inner_texts() == ["Action card", "Pass until the next turn"]
    reasons = page.get_by_test_id("not-now")
    expect(reasons.locator("dl")).to_be_hidden()
    reasons.locator("summary").click()
    expect(reasons).to_contain_text("Pick up, Shoot")
    expect(reasons).to_contain_text("Every corridor there is noisy.")
    label = page.get_by_test_id("room-r4").get_attribute("aria-label") or ""
    assert all(word in label for word in ("Sleep hall", "Ann", "Adult, injuries 2", "Beds for the jump", "not now"))
    assert "closed door" in (page.get_by_test_id("way-c4").get_attribute("aria-label") or "")
    assert "noise" in (page.get_by_test_id("way-c2").get_attribute("aria-label") or "")
    for size, extent in EVERYWHERE.items():
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


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_new_story_precedes_its_prompt_then_yields(page: Page, size: str) -> None:
    width, height = EVERYWHERE[size]
    page.set_viewport_size({"width": width, "height": height})
    seen(page, "deck").evaluate(TELL, "p40.0")
    story, card = page.locator(".story"), page.get_by_test_id("prompt-card")
    expect(page.locator(".story ~ .prompt-card")).to_have_attribute("data-prompt", "p40.0")
    expect(story.locator("h2")).to_be_in_viewport(ratio=1)
    page.evaluate(TELL, "p41.0")
    expect(page.locator(".prompt-card ~ .story")).to_have_count(1)
    expect(card.locator("h2")).to_be_in_viewport(ratio=1)


@pytest.fixture(autouse=True)
def _shown():
    SAMPLES.update(PUZZLES)
    yield
    for name in PUZZLES:
        del SAMPLES[name]


def shown_puzzle(page: Page, shape: str) -> Page:
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


def drag_block(page: Page, block: Locator, right: float, down: float) -> None:
    box = block.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    page.mouse.up()


@pytest.mark.parametrize(
    ("turn", "right", "down", "step"), [(0, 0, 8, 3), (90, -1, 0, 1), (180, 0, -1, 1), (270, 1, 0, 1)], ids=str
)
def test_dragged_block_follows_the_finger_from_any_edge(page, turn, right, down, step):
    """Down in the box is to the left for who sees it turned by a quarter."""
    remember(page, turn=turn)
    shown_puzzle(page, "slide")
    block = page.get_by_test_id("slider-A")
    box = block.bounding_box()
    cell = min(box["width"], box["height"])
    with sends(page, "p9.1", f"A:{step}"):
        drag_block(page, block, right * cell, down * cell)


def test_puzzles_are_played_by_keys_and_taps(page):
    shown_puzzle(page, "slide")
    expect(page.get_by_test_id("slider-X")).to_have_attribute("aria-label", "the marked block, 1 to the right")
    page.get_by_test_id("slider-X").focus()
    page.keyboard.press("Enter")
    goal = page.get_by_test_id("step-X:1")
    expect(goal).to_have_attribute("aria-label", "the marked block, 1 to the right")
    goal.focus()
    with sends(page, "p9.1", "X:1"):
        page.keyboard.press("Enter")
    shown_puzzle(page, "code")
    expect(page.get_by_test_id("try-1")).to_contain_text("1 right")
    expect(page.get_by_test_id("try")).to_be_disabled()
    tap(page, "symbol-2", "symbol-4", "symbol-2")
    with sends(page, "p9.1", "2", "4", "2"):
        tap(page, "try")
    shown_puzzle(page, "tower")
    tap(page, "peg-0")
    with sends(page, "p9.1", "0-1"):
        tap(page, "peg-1")


def test_the_whole_puzzle_is_seen_at_once(page, stage):
    opened(page, stage)
    for shape, (width, height) in product(("slide", "code", "image", "tower"), ((1180, 820), (820, 1180))):
        shown(page, f"puzzle-{shape}")
        resized(page, width, height)
        box = page.get_by_test_id("puzzle").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height, shape
        figure = page.locator(".pz-figure, .pz-picture, .pz-code").bounding_box()
        assert min(figure["width"], figure["height"]) > 340, shape
