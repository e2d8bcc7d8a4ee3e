"""A ship to tap: rooms, corridors, the switch, what is told of a room, what is folded, in Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.tab import remember
from tests.web.conftest import Stage
from tests.web.graph_samples import ROOMS, TOKENS, WAYS
from tests.web.sample_page import opened, resized, shown, until
from tests.web.sample_server import SampleServer
from tests.web.test_page import SIZES, seen, sent, tap

pytestmark = pytest.mark.browser
OVERLAPS = """() => { const boxes = [...document.querySelectorAll('.ship .room .wall')].map((wall) => wall.getBoundingClientRect());
    return boxes.some((a, k) => boxes.slice(k + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)); }"""
SMALL = """() => [...document.querySelectorAll('.ship text:not(.on-seat):not(.ghost)')].map((text) => parseFloat(getComputedStyle(text).fontSize)).filter((size) => size < 15.9)"""


LYING = """() => [...document.querySelectorAll('.ship .room')].some((room) => {
    const boxes = [...room.querySelectorAll('.figure path, .lurker .rim')].map((one) => one.getBoundingClientRect());
    return boxes.some((a, k) => boxes.slice(k + 1).some((b) => a.left < b.right - 3 && b.left < a.right - 3 && a.top < b.bottom && b.top < a.bottom)); })"""


COVERED = """() => [...document.querySelectorAll('.ship .room')].flatMap((room) => {
    const things = [...room.querySelectorAll('.figure path, .lurker .rim, .lurker-hurt circle')].map((one) => one.getBoundingClientRect());
    return [...room.querySelectorAll('.room-name')].filter((name) => { const box = name.getBoundingClientRect();
        return things.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom - 4 && box.top < one.bottom); }).map((name) => name.textContent); })"""
IN_ROW = "async ([widths, most]) => (await import('/static/ship/plan.js')).centresInRow(widths, most)"


def answered(samples: SampleServer, page: Page) -> tuple[str, Any]:
    body = sent(samples, page, "answer")
    return body["prompt"], body["values"]


def test_a_tap_on_a_room_next_door_is_the_movement(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "deck"), "room-r3")
    assert answered(samples, page) == ("p30.0", ["move:r3"])


def test_with_the_switch_a_tap_is_the_other_way(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "deck"), "graph-other")
    expect(page.get_by_test_id("graph-other")).to_have_attribute("aria-pressed", "true")
    tap(page, "room-r2")
    assert answered(samples, page) == ("p30.0", ["careful:r2"])


def test_what_is_refused_on_the_map_says_why(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "deck"), "graph-other", "room-r3")
    expect(page.get_by_test_id("refusal")).to_have_text("Every corridor there is noisy.")
    assert samples.said == []


def test_a_room_is_taken_by_the_keyboard(page: Page, samples: SampleServer) -> None:
    seen(page, "deck").get_by_test_id("room-r2").press("Enter")
    assert answered(samples, page) == ("p30.0", ["move:r2"])


def test_a_corridor_and_a_duct_answer_by_their_own_names(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "corridor"), "way-c1")
    assert answered(samples, page) == ("p31.0", ["c1"])
    samples.said.clear()
    seen(page, "corridor").get_by_test_id("duct-t1-r6").click()
    assert answered(samples, page) == ("p31.0", ["t1"])


def test_a_room_far_away_tells_what_it_is(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "deck"), "room-r1")
    expect(page.get_by_test_id("told")).to_contain_text("Bridge")
    expect(page.get_by_test_id("told")).to_contain_text("Set the course: 2 cards.")
    assert samples.said == []


def test_beside_the_ship_the_list_holds_what_no_room_is_and_folds_what_cannot_be(page: Page) -> None:
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


def test_a_crowd_in_a_room_is_one_mark_with_its_number(page: Page) -> None:
    seen(page, "located").locator(".ship").wait_for()
    for size, extent in SIZES.items():
        resized(page, *extent)
        assert not page.evaluate(LYING), size
        for room, marks in (("hall", ["×3"]), ("stair", ["×4"]), ("full", ["×2"]), ("vault", [])):
            expect(page.get_by_test_id(f"room-{room}").locator(".lurker .sign-number")).to_have_text(marks)
    label = page.get_by_test_id("room-stair").get_attribute("aria-label") or ""
    assert all(word in label for word in ("Ghoul ×2", "Ghoul, injuries 1", "Porter"))
    page.get_by_test_id("room-stair").press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("Ghoul ×2 · Ghoul, injuries 1 · Porter")


def test_the_steps_of_a_test_are_one_row_that_names_the_one_now(page: Page) -> None:
    steps = seen(page, "located").get_by_test_id("phases").get_by_role("listitem")
    expect(steps).to_have_text(["", "", "3Reveal a token", "4", "5", "6", "7", "8"])
    expect(page.locator(".phases [aria-current=step]")).to_have_text("3Reveal a token")
    expect(page.locator(".steps-panel")).to_have_count(0)
    line = page.locator(".now-line").bounding_box()
    assert line is not None and line["height"] <= 72
    page.get_by_role("button", name="2 done: Commit cards 2 icons").click()
    expect(page.get_by_test_id("rules-clause")).to_have_attribute("data-clause", "ST.2")


def test_told_by_hand_every_kind_of_token_is_in_sight_beside_the_map(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "located"), "by-hand")
    kinds = page.locator(".tile-add")
    expect(kinds).to_have_count(len(TOKENS))
    for kind in (kinds.first, kinds.last):
        expect(kind).to_be_in_viewport(ratio=1)
    kinds.last.click()
    assert answered(samples, page) == ("p32.0", ["elder_sign"])


def test_before_the_book_has_come_the_steps_stand_as_they_will(page: Page) -> None:
    late: list[Route] = []
    page.route("**/api/rules/**", lambda route: late.append(route))
    phases = seen(page, "located").get_by_test_id("phases")
    expect(phases.get_by_role("button")).to_have_count(0)
    before = [step.bounding_box() for step in phases.get_by_role("listitem").all()]
    until(page, lambda: bool(late))
    late[0].continue_()
    expect(phases.get_by_role("button")).to_have_count(8)
    assert [step.bounding_box() for step in phases.get_by_role("listitem").all()] == before


def test_on_a_phone_the_steps_are_dots_beside_the_one_now(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    phases = seen(page, "located").get_by_test_id("phases")
    expect(phases.get_by_role("button")).to_have_count(1)
    box = phases.bounding_box()
    assert box is not None and box["height"] <= 60 and box["x"] + box["width"] <= 360


def test_without_a_map_the_phases_of_a_round_stand_beside_the_now_line_as_well(page: Page) -> None:
    seen(page, "committing").evaluate("""async () => { const { present } = await import('/static/core/state.js');
        const round = { kind: 'track', title: 'Round 2', spaces: ['Mythos', 'Investigation', 'Enemy', 'Upkeep'], at: 1, due: null, note: '' };
        present.value = { ...present.value, view: [...present.value.view, round] }; }""")
    expect(page.locator(".now-line [aria-current=step]")).to_have_text("Investigation")
    expect(page.locator(".track")).to_have_count(0)
    expect(page.locator(".rail .steps")).to_be_visible()


def test_no_room_lies_on_another_and_every_word_can_be_read(page: Page) -> None:
    seen(page, "deck").locator(".ship").wait_for()
    for size, extent in SIZES.items():
        resized(page, *extent)
        assert page.locator(".ship .room").count() == len(ROOMS)
        assert page.locator(".ship > .way[data-testid^=way]").count() == len(WAYS)
        assert not page.evaluate(OVERLAPS), size
        assert page.evaluate(SMALL) == [], size


def test_on_a_phone_the_rooms_next_door_are_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    seen(page, "deck").locator(".ship").wait_for()
    frame, room = (page.locator(name).bounding_box() for name in (".graph-map", "[data-testid=room-r3] .wall"))
    assert frame is not None and room is not None
    assert frame["x"] <= room["x"] and room["x"] + room["width"] <= frame["x"] + frame["width"]


ASK_ELSE = """async (id) => { const { present } = await import('/static/core/state.js'), [asked] = present.value.asked;
    present.value = { ...present.value, asked: [{ ...asked, prompt: { ...asked.prompt, id } }] }; }"""
MOVED = """() => new Promise((moved) => {
    const all = ['.middle', '.graph-map'].map((name) => document.querySelector(name));
    for (const one of all) one.scrollTop = 10;
    requestAnimationFrame(() => requestAnimationFrame(() => moved(all.map(({ scrollTop }) => scrollTop))));
})"""


def test_the_page_goes_back_to_its_top_with_the_next_question_and_the_ship_stays_where_it_was_moved_to(
    page: Page,
) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    seen(page, "deck").locator(".ship").wait_for()
    assert page.evaluate(MOVED) == [10, 10]
    page.evaluate(ASK_ELSE, "p41.0")
    page.wait_for_function("() => document.querySelector('.middle').scrollTop === 0")
    assert page.locator(".graph-map").evaluate("ship => ship.scrollTop") == 10


@pytest.mark.parametrize("letters", [100, 140])
def test_nobody_in_a_room_stands_over_its_name(page: Page, stage: Stage, letters: int) -> None:
    remember(page, size=letters)
    opened(page, stage)
    resized(page, 360, 800)
    for sample in ("deck", "located"):
        shown(page, sample)
        assert page.locator(".room-name").count() >= len(ROOMS) - 1, sample
        assert page.evaluate(COVERED) == [], sample


def test_those_who_stand_side_by_side_never_pass_each_other(page: Page) -> None:
    seen(page, "deck")
    for most in (200, 90, 30, 4):
        row = page.evaluate(IN_ROW, [[40, 20, 40, 40], most])
        assert row == sorted(row), most


def test_the_crew_stands_in_lines_with_words_for_every_sign(page: Page) -> None:
    seen(page, "deck")
    expect(page.get_by_test_id("member-1")).to_have_attribute("aria-current", "true")
    expect(page.get_by_test_id("member-2")).to_contain_text("passed")
    expect(page.get_by_test_id("member-2").locator(".of-wound .sr")).to_have_text("light wounds")


def test_the_track_shows_where_the_alarm_runs_out(page: Page) -> None:
    seen(page, "deck")
    expect(page.locator(".track .now")).to_have_text("12")
    expect(page.locator(".track .due")).to_contain_text("8")
    expect(page.locator(".track")).to_contain_text("self-destruction in 4")


def test_a_long_story_hides_no_rooms_and_needs_no_switch(page: Page) -> None:
    seen(page, "deck").evaluate("""async () => { const { present } = await import('/static/core/state.js');
        present.value = { ...present.value, view: [{ kind: 'story', title: 'Dust', text: 'Still air. '.repeat(80), picture: '' }, ...present.value.view] }; }""")
    expect(page.locator(".story")).to_be_visible()
    expect(page.get_by_test_id("graph")).to_be_visible()
    expect(page.get_by_test_id("map-switch")).to_have_count(0)


TELL = """async (id) => { const { present } = await import('/static/core/state.js'), [asked] = present.value.asked;
    const story = { kind: 'story', title: 'Dust', text: 'Still air. '.repeat(30), picture: '' };
    const view = present.value.view.filter(({ kind }) => kind !== 'story');
    present.value = { ...present.value, view: [story, ...view], asked: [{ ...asked, prompt: { ...asked.prompt, id } }] }; }"""


@pytest.mark.parametrize("size", SIZES)
def test_a_story_is_read_before_what_is_asked_with_it_and_makes_room_for_what_comes_next(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    seen(page, "deck").evaluate(TELL, "p40.0")
    story, card = page.locator(".story"), page.get_by_test_id("prompt-card")
    expect(page.locator(".story ~ .prompt-card")).to_have_attribute("data-prompt", "p40.0")
    expect(story.locator("h2")).to_be_in_viewport(ratio=1)
    page.evaluate(TELL, "p41.0")
    expect(page.locator(".prompt-card ~ .story")).to_have_count(1)
    expect(card.locator("h2")).to_be_in_viewport(ratio=1)


FORGET = """async () => { const { present } = await import('/static/core/state.js');
    present.value = { ...present.value, view: present.value.view.filter(({ kind }) => kind !== 'story') }; }"""


def test_a_story_that_only_comes_back_after_a_test_is_no_news(page: Page) -> None:
    seen(page, "deck").evaluate(TELL, "p40.0")
    expect(page.locator(".story ~ .prompt-card")).to_have_count(1)
    page.evaluate(FORGET)
    expect(page.locator(".story")).to_have_count(0)
    page.evaluate(TELL, "p42.0")
    expect(page.locator(".prompt-card ~ .story")).to_have_count(1)


def test_whose_turn_it_is_on_the_map_all_wait_for(page: Page) -> None:
    page = seen(page, "deck-other")
    expect(page.get_by_test_id("waiting")).to_contain_text("Waiting for Ann")
    expect(page.get_by_test_id("gold")).to_contain_text("Waiting for Ann")


def test_words_for_the_ear_below_the_edge_make_no_page_longer(page: Page) -> None:
    page.set_viewport_size({"width": 1180, "height": 520})
    assert seen(page, "deck").evaluate("() => document.documentElement.scrollHeight") <= 520
