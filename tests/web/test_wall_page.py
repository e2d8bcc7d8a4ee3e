"""A screen on the wall, in Chromium: what is news is the largest, and whatever is told there can be read."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.schema import Bar, Board, Count, Counters, Graph, Odds, Paragraph, Story, Sum, Track
from companion.schema.maps import Puzzle
from companion.web.request.language import COOKIE
from tests.web.conftest import Stage
from tests.web.puzzles import PUZZLES
from tests.web.sample_page import Miniature, resized, shown
from tests.web.samples import FILLED, SAMPLES
from tests.web.test_page import MEASURED

pytestmark = pytest.mark.browser
WALLS = {"wide": (1920, 1080), "small": (1280, 720), "tall": (1080, 1920)}
VERDICTS = [
    name for name, shot in SAMPLES.items() if not shot.old and any(isinstance(b, Sum) and b.verdict for b in shot.view)
]
STORIES = [name for name, shot in SAMPLES.items() if any(isinstance(block, Story) for block in shot.view)]
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
BOXES = "all => all.map((one) => one.getBoundingClientRect().toJSON())"
COLUMNS = "story => Math.round((story.scrollWidth - story.clientWidth) / (story.clientWidth + parseFloat(getComputedStyle(story).columnGap))) + 1"
OUTSIDE = """(what) => { const room = document.querySelector('.wall-side').getBoundingClientRect();
    return [...document.querySelectorAll(what)].filter((e) => { const box = e.getBoundingClientRect(); return box.right > room.right + 1 || box.bottom > room.bottom + 1; }).length; }"""


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


def test_a_verdict_is_the_largest_thing_on_the_wall_until_something_else_is_answered(page: Page) -> None:
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


def test_empty_places_stand_side_by_side_in_the_middle(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    felt = kept(page).get_by_test_id("awaited").locator(".slots")
    asked = SAMPLES["attacked"].asked[0]
    with Miniature(page) as small:
        for count in (3, 4, 8):
            more = replace(asked, prompt=replace(asked.prompt, least=count, most=count))
            monkeypatch.setitem(SAMPLES, "asked", replace(SAMPLES["map"], asked=(more,)))
            shown(page, "asked")
            for size in small.at(WALLS):
                (room,), places = felt.evaluate_all(BOXES), felt.locator(".slot .face-art").evaluate_all(BOXES)
                assert len(places) == count, size
                lefts, wide = sorted({place["x"] for place in places}), places[0]["width"]
                apart = (right - left for left, right in itertools.pairwise(lefts))
                assert all(step >= wide for step in apart), f"{count}, {size}: they overlap"
                middle = (lefts[0] + lefts[-1] + wide) / 2
                assert middle == pytest.approx(room["x"] + room["width"] / 2, abs=2), f"{count}, {size}: off centre"


def test_below_a_verdict_every_seat_has_its_row(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    board = next(block for block in SAMPLES["map"].view if isinstance(block, Board))
    monkeypatch.setitem(SAMPLES, "below", replace(FILLED, view=(*FILLED.view, board)))
    below = wall(page, "below", "small")
    expect(below.locator(".wall-side > .counters")).to_have_count(2)
    assert page.evaluate(OUTSIDE, ".wall-side > .counters") == 0


def test_a_verdict_that_is_old_makes_room(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SAMPLES, "old", replace(FILLED, old=True))
    expect(wall(page, "old").get_by_test_id("wall-verdict")).to_have_count(0)


def test_a_long_track_is_a_number_and_a_bar(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    told = kept(page).get_by_test_id("wall-track")
    for now in (0, 6, 14):
        track = Track("Turns left", tuple(str(n) for n in range(15, 0, -1)), now, 14, "self-destruction in 3")
        monkeypatch.setitem(SAMPLES, "turns", replace(SAMPLES["map"], view=(*SAMPLES["map"].view[:3], track)))
        shown(page, "turns")
        expect(told.locator(".num")).to_have_text(str(15 - now))
        expect(told).to_contain_text("self-destruction in 3")
        spaces = told.locator("i").evaluate_all(BOXES)
        assert len(spaces) == 15
        assert len({box["y"] for box in spaces}) == 1, "all in one line"
        assert told.locator("i.done").count() == now
        expect(told.locator("i.due")).to_have_count(1)


def test_the_agenda_is_told_beside_whatever_else_there_is(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    agenda = Counters("The wrong side of the glass", (Count("Doom", 3, 4), Count("Clues for the act", 1, 6)))
    others = (
        Odds("Chances", "Ann, without a card", (Bar("Investigate", 0.4),), shape="rows"),
        Paragraph("The iron door: All of you who are still here have to get there, whatever it may cost. " * 2),
        *(Counters(name, (Count("Clues", 1), Count("Damage", 2, 6)), name[-1]) for name in ("Seat 1", "Seat 2")),
    )
    ship = next(block for shot in SAMPLES.values() for block in shot.view if isinstance(block, Graph))
    monkeypatch.setitem(SAMPLES, "agenda", replace(SAMPLES["map"], view=(ship, *others, agenda)))
    told = wall(page, "agenda").locator(".wall-side > .counters").first
    for extent in WALLS.values():
        resized(page, *extent)
        expect(told).to_contain_text("3 / 4Doom")
        expect(told).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("language", "sizes"), [("de", ("wide", "tall")), ("en", ("small",))])
def test_no_line_of_a_story_is_cut_on_the_wall(page: Page, stage: Stage, language: str, sizes: tuple[str, ...]) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": stage.url}])
    told = set()
    with Miniature(kept(page)) as small:
        for sample in STORIES:
            shown(page, sample, language)
            for size in small.at(WALLS, sizes):
                if page.get_by_test_id("pages").count():
                    told.add(size)
                    assert page.evaluate(CUT) == [], (sample, size)
                    assert page.evaluate(OUTSIDE, ".wall-side > .wall-pages") == 0, (sample, size)
    assert told == {*sizes}


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_long_story_is_turned_page_by_page_and_begins_anew(
    lone_page: Page, monkeypatch: pytest.MonkeyPatch, motion: str
) -> None:
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


def test_a_puzzle_keeps_its_size_so_that_all_can_think_along(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(block for block in PUZZLES["puzzle-tower"].view if isinstance(block, Puzzle))
    monkeypatch.setitem(SAMPLES, "tried", replace(FILLED, view=(*FILLED.view, puzzle)))
    wall(page, "tried")
    expect(page.get_by_test_id("wall-verdict")).to_have_count(0)
    expect(page.locator(".wall-side").get_by_test_id("thrown")).to_be_in_viewport(ratio=1)
    drawn, room = (page.locator(one).bounding_box() for one in (".wall-stage > *", ".wall-middle"))
    assert drawn is not None and room is not None and drawn["height"] == pytest.approx(room["height"], abs=2)


def test_a_pointer_that_nobody_moves_is_not_seen(lone_page: Page) -> None:
    lone_page.clock.install()
    wall(lone_page, "rolling")
    lone_page.clock.run_for(5000)
    expect(lone_page.locator("html.pointer-rests")).to_have_count(1)
    assert lone_page.get_by_test_id("wall").evaluate("e => getComputedStyle(e).cursor") == "none"
    lone_page.mouse.move(300, 300)
    expect(lone_page.locator("html.pointer-rests")).to_have_count(0)
