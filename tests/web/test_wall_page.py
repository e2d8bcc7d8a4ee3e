"""A wall display in Chromium: news is largest, and all of it is readable."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.schema import Story, Sum
from tests.web.sample_page import MEASURED, Miniature, shown
from tests.web.samples import SAMPLES

pytestmark = pytest.mark.browser
WALLS = {"wide": (1920, 1080), "small": (1280, 720), "tall": (1080, 1920)}
VERDICTS = [
    name for name, shot in SAMPLES.items() if not shot.old and any(isinstance(b, Sum) and b.verdict for b in shot.view)
]
LONG = Story(
    "The letter", "\n".join(f"{n}. You come at dusk, and nobody answers the bell of the house. " * 3 for n in range(12))
)
READ_S = 75 * len(LONG.text) // 1000  # as long as it takes to read it aloud

LARGEST = """() => { const size = (e) => parseFloat(getComputedStyle(e).fontSize);
    const words = [...document.querySelectorAll('.app.wall *')].filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) && !e.closest('svg, .sr'));
    return words.sort((a, b) => size(b) - size(a))[0].closest('.wall-verdict') !== null; }"""
CUT = """() => { const story = document.querySelector('.wall-pages > .story'), box = story.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(story);
    const step = box.width + parseFloat(getComputedStyle(story).columnGap);
    return [...range.getClientRects()].filter((line) => line.width > 1).map((line) => ({left: line.left + story.scrollLeft - box.left, right: line.right + story.scrollLeft - box.left, top: line.top - box.top, bottom: line.bottom - box.top}))
        .filter((line) => line.bottom > story.clientHeight + 2 || line.top < -2 || Math.floor((line.left + 1) / step) !== Math.floor((line.right - 1) / step)
            || line.right > 1 + Number(story.closest('.wall-pages').dataset.of) * step).map((line) => JSON.stringify(line)); }"""
COLUMNS = "story => Math.round((story.scrollWidth - story.clientWidth) / (story.clientWidth + parseFloat(getComputedStyle(story).columnGap))) + 1"


def wall(page: Page, sample: str, size: str = "wide") -> Page:
    width, height = WALLS[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/t/{sample}/wall")
    expect(page.get_by_test_id("wall")).to_be_visible()
    expect(page.locator("html:not([data-coming])")).to_have_count(1)
    page.evaluate(MEASURED)
    return page


def kept(page: Page) -> Page:
    """A wall whose samples come from the test alone: to load one for each takes longer than to look at it."""
    return wall(page, "rolling")


def test_new_verdict_is_largest_on_the_wall(page: Page) -> None:
    verdict = kept(page).get_by_test_id("wall-verdict")
    with Miniature(page) as small:
        for sample in VERDICTS:
            shown(page, "rolling")
            expect(verdict).to_have_count(0)
            shown(page, sample)
            for size in small.at(WALLS):
                expect(verdict).to_be_in_viewport(ratio=1)
                assert page.evaluate(LARGEST), f"{sample}, {size}: nothing is written larger"
                assert page.evaluate("[document.body.scrollWidth, document.body.scrollHeight]") == list(WALLS[size])


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_long_story_on_the_wall_turns_its_pages(lone_page: Page, monkeypatch: pytest.MonkeyPatch, motion: str) -> None:
    monkeypatch.setitem(SAMPLES, "long", replace(SAMPLES["prologue"], view=(*SAMPLES["prologue"].view[:4], LONG)))
    lone_page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    lone_page.clock.install()
    pages = wall(lone_page, "long").get_by_test_id("pages")
    lone_page.clock.run_for(2000)
    expect(pages.locator(".wall-page")).to_have_text(f"1 / {pages.locator('.story').evaluate(COLUMNS)}")
    of = int(pages.get_attribute("data-of") or 0)
    assert of > 2
    assert lone_page.evaluate(CUT) == []
    turned = []
    for _ in range(of):
        turned.append(pages.get_attribute("data-page"))
        before = pages.locator(".story").evaluate("story => story.scrollLeft")
        lone_page.clock.run_for(READ_S * 1000 // of + 1000)
        assert pages.locator(".story").evaluate("story => story.scrollLeft") != before
    assert turned == [str(n) for n in range(of)]
    expect(pages).to_have_attribute("data-page", "0")
