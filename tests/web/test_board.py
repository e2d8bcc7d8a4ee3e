"""The map, the monsters, what covers the map and signs in texts, in Chromium."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tab import remember, stopped
from tests.web.board_samples import BOARD, PIECES
from tests.web.conftest import Stage
from tests.web.sample_page import REST, opened, resized, shown
from tests.web.sample_server import SampleServer
from tests.web.samples import SAMPLES
from tests.web.test_page import SIZES, seen, sent, tap

pytestmark = pytest.mark.browser
LONG_ENOUGH, TOO_SHORT = 800, 200  # ms
ASIDE = [
    name for name, shot in SAMPLES.items() if {"story", "board"} <= {block.kind for block in shot.view}
]  # what has a story and a map


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


def test_a_token_answers_the_prompt_that_offers_it_beside_the_card(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "map"), "map-TokenDesk")
    assert answered(samples, page) == ("p20.1", ["TokenDesk"])


def test_a_token_is_taken_by_the_keyboard(page: Page, samples: SampleServer) -> None:
    seen(page, "map").get_by_test_id("map-TokenDoor").press("Enter")
    assert answered(samples, page) == ("p20.1", ["TokenDoor"])


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_token_is_taken_whichever_way_the_page_is_turned(page: Page, samples: SampleServer, turn: int) -> None:
    remember(page, turn=turn)
    tap(seen(page, "map"), "map-TokenDesk")
    assert answered(samples, page) == ("p20.1", ["TokenDesk"])


def test_a_token_that_is_refused_says_why(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "map"), "map-TokenBell")
    expect(page.get_by_test_id("refusal")).to_have_text("Nobody stands beside the bell.")
    assert not samples.said


def test_a_tile_without_an_option_tells_what_it_is(page: Page) -> None:
    seen(page, "map").get_by_test_id("map-TileGarden").press("Enter")
    expect(page.get_by_test_id("told")).to_contain_text("Beyond the base box · 4 spaces")


def test_what_is_to_be_laid_down_pulses_and_stands_in_a_list(page: Page) -> None:
    seen(page, "map")
    expect(page.get_by_test_id("lay-down").locator("li")).to_have_text(list(BOARD.place))
    expect(page.get_by_test_id("map-TokenLetter").locator(".pulse")).to_be_visible()


def test_what_the_map_draws_has_neither_card_nor_quiet_button(page: Page) -> None:
    seen(page, "map")
    expect(page.get_by_test_id("prompt-card")).to_have_count(1)
    expect(page.get_by_test_id("prompt-card")).to_have_attribute("data-prompt", "p20.0")
    expect(page.locator(".pick")).to_have_count(0)


def test_where_the_map_alone_is_asked_a_card_lists_it_as_well(page: Page, samples: SampleServer) -> None:
    seen(page, "where")
    expect(page.get_by_test_id("prompt-card")).to_have_attribute("data-prompt", "p22.0")
    page.get_by_test_id("map-TileHall").press("Enter")
    assert answered(samples, page) == ("p22.0", ["TileHall"])


def test_a_finger_moves_the_map_and_takes_no_token(page: Page, samples: SampleServer) -> None:
    before = place(seen(page, "map"), "TileStudy")
    drag(page, 60, -40)
    after = place(page, "TileStudy")
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((60, -40), abs=14)
    assert not samples.said


def test_the_map_follows_the_finger_on_a_turned_page(page: Page) -> None:
    seen(page, "map")
    for turn in (90, 180, 270):
        tap(page, "turn")
        expect(page.locator("html")).to_have_attribute("data-turn", f"{turn}")
        page.evaluate(REST)
        before = place(page, "TileStudy")
        box = page.locator(".board-map").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y + 40, steps=6)
        page.mouse.up()
        after = place(page, "TileStudy")
        assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((30, 40), abs=14), turn


def test_a_wheel_makes_larger_what_lies_under_it_and_a_button_shows_all_again(page: Page) -> None:
    before = place(seen(page, "map"), "TileHall")
    page.mouse.move(before["x"] + 5, before["y"] + 5)
    page.mouse.wheel(0, -400)
    expect(page.get_by_test_id("map-whole")).to_have_attribute("aria-pressed", "false")
    larger = place(page, "TileHall")
    assert larger["width"] > before["width"] * 1.4
    assert larger["x"] == pytest.approx(before["x"], abs=8)
    tap(page, "map-whole")
    assert place(page, "TileHall")["width"] == pytest.approx(before["width"], abs=1)


def test_what_the_keyboard_reaches_is_seen(page: Page) -> None:
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


OUT = """() => { const room = document.querySelector('.board-map').getBoundingClientRect();
    return [...document.querySelectorAll('.board .ground, .board .piece')].map(e => e.getBoundingClientRect())
        .filter(b => b.left < room.left - 14 || b.right > room.right + 14 || b.top < room.top - 14 || b.bottom > room.bottom + 14).length }"""


def test_the_whole_map_is_seen_at_once(page: Page, stage: Stage) -> None:
    opened(page, stage)
    for sample in ("few", "many", "map"):
        shown(page, sample)
        for size in ("landscape", "portrait"):
            resized(page, *SIZES[size])
            assert page.evaluate(OUT) == 0, (sample, size)


def test_tokens_of_a_crowded_map_do_not_lie_on_each_other(page: Page) -> None:
    seen(page, "map")
    middles = [place(page, one.id) for one in PIECES if one.icon not in ("door", "wall", "barricade", "secret")]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in middles]
    apart = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for n, a in enumerate(centres) for b in centres[:n]]
    assert min(apart) > 18


def test_one_damage_more_is_a_tap_in_the_drawer(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "map"), "more-Deep One 2")
    assert answered(samples, page) == ("p20.2", ["more:Deep One 2"])


def test_health_is_told_in_words_pips_and_numbers(page: Page) -> None:
    seen(page, "map")
    foe = page.get_by_test_id("foes").locator("li").first
    expect(foe.get_by_role("img", name="2 of 5 damage")).to_be_visible()
    expect(foe.locator(".pips i")).to_have_count(5)
    expect(page.get_by_test_id("foes").locator("li").nth(2).locator(".pips")).to_have_count(0)


def test_a_monster_with_deeds_of_its_own_opens_its_sheet(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "map"), "foe-Cultist")
    sheet = page.get_by_test_id("drawer-foe")
    expect(sheet.get_by_text("Nobody stands near it.")).to_be_visible()
    tap(page, "option-attack:Cultist")
    assert answered(samples, page) == ("p20.2", ["attack:Cultist"])


def test_a_monster_with_one_option_is_a_tap(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "map"), "foe-Deep One 2")
    assert answered(samples, page) == ("p20.2", ["foe:Deep One 2"])


def test_prompts_of_the_menu_stand_in_a_drawer_with_their_sentences(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "map"), "more")
    drawer = page.get_by_test_id("drawer-more")
    expect(drawer.get_by_text("Ann is neither wounded nor insane.")).to_be_visible()
    tap(page, "option-clue")
    assert answered(samples, page) == ("p20.4", ["clue"])
    expect(drawer).to_have_count(0)


def test_where_nothing_is_in_the_menu_there_is_no_button_for_it(page: Page) -> None:
    expect(seen(page, "event").get_by_test_id("more")).to_have_count(0)


def test_a_tap_ends_no_turn(lone_page: Page, samples: SampleServer) -> None:
    lone_page.clock.install()
    hold = seen(lone_page, "map").get_by_test_id("hold")
    stopped(lone_page)
    hold.hover()
    lone_page.mouse.down()
    lone_page.clock.run_for(TOO_SHORT)
    expect(hold).to_have_class(re.compile(r"\bheld\b"))
    lone_page.mouse.up()
    lone_page.clock.run_for(LONG_ENOUGH)
    assert not samples.said


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


def test_what_is_refused_for_one_reason_is_named_in_one_line(page: Page) -> None:
    card = seen(page, "spent").get_by_test_id("prompt-card")
    expect(card.locator(".refusal-line")).to_have_text("Move, Push, Trade: Ann has no action left.")
    expect(card.get_by_test_id("option-move")).to_have_count(0)
    expect(card.get_by_test_id("option-attack")).to_contain_text("No monster is in Ann's space.")


LONGER = """async () => { const { present } = await import('/static/core/state.js'), snap = present.value, [asked, ...others] = snap.asked;
    const more = [1, 2, 3, 4].map((k) => ({ id: `more${k}`, text: `More ${k}`, refused: k > 2 ? { code: 'NO', sentence: 'Not twice.', rule: '' } : null }));
    const prompt = { ...asked.prompt, options: [...asked.prompt.options, ...more] };
    present.value = { ...snap, asked: [{ ...asked, prompt }, ...others] }; }"""


def test_a_long_list_holds_what_is_possible_and_folds_the_rest_with_its_reasons(
    page: Page, samples: SampleServer
) -> None:
    seen(page, "spent").evaluate(LONGER)
    card = page.get_by_test_id("prompt-card")
    expect(card.get_by_test_id("option-attack")).to_have_count(0)
    folded = card.get_by_test_id("not-now")
    expect(folded.locator("dl")).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.locator("dt")).to_have_text(["Move, Push, Trade", "Attack", "More 3, More 4"])
    expect(folded.locator("dd").last).to_contain_text("Not twice.")
    tap(page, "option-more2")
    assert answered(samples, page) == ("p20.0", ["more2"])


def test_a_turn_in_which_little_is_left_to_do_ends_by_a_tap(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "spent"), "end")
    assert answered(samples, page) == ("p20.0", ["end"])


def test_whose_phone_is_gone_is_answered_for_here_beside_what_everybody_may_do(
    page: Page, samples: SampleServer
) -> None:
    tap(seen(page, "away"), "answer-for-1")
    assert sent(samples, page, "unseat") == {"seat": "1"}


def test_what_is_held_stands_nowhere_else(page: Page) -> None:
    expect(seen(page, "map").get_by_test_id("option-hold")).to_have_count(0)


def test_the_round_and_its_phase_are_always_in_sight(page: Page, stage: Stage) -> None:
    phases = opened(page, stage).get_by_test_id("phases")
    for sample in ("map", "event", "prologue", "ending"):
        shown(page, sample)
        expect(phases).to_contain_text("Round 3")
        expect(phases.locator("[aria-current=step]")).to_have_text("Investigators")


def test_marks_in_texts_are_drawn_and_never_written(page: Page) -> None:
    story = seen(page, "event").locator(".story")
    expect(story.locator("b").last).to_have_text("swollen")
    expect(story.locator("i")).to_have_text("moves")
    expect(story).to_contain_text("Test observation: 2 Successes or a clue.")
    expect(page.get_by_test_id("option-0")).to_contain_text("Force the drawer (strength; 2)")
    assert "{" not in page.locator(".app").inner_text()


def test_what_is_said_in_a_story_stands_between_two_kinds_of_marks(page: Page) -> None:
    expect(seen(page, "event").locator(".story")).to_contain_text("“Leave it,” says “somebody”.")


def test_a_long_story_takes_the_place_of_the_map_until_it_is_wished(page: Page) -> None:
    seen(page, "prologue")
    expect(page.get_by_test_id("board")).to_have_count(0)
    tap(page, "map-switch")
    expect(page.get_by_test_id("board")).to_be_visible()


def test_on_a_page_that_stands_the_way_back_to_the_story_is_above_the_map(page: Page) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["portrait"], strict=True)))
    tap(seen(page, "prologue"), "map-switch")
    back, board = page.get_by_test_id("map-switch").bounding_box(), page.get_by_test_id("board").bounding_box()
    assert back is not None and board is not None and back["y"] < board["y"]


def test_on_a_page_that_stands_a_story_beside_the_map_is_never_cut(page: Page, stage: Stage) -> None:
    story = opened(page, stage).locator(".story").first
    resized(page, *SIZES["portrait"])
    for name in ASIDE:
        shown(page, name)
        assert story.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, name  # px


def test_what_covers_the_map_is_where_its_writer_put_it(page: Page, samples: SampleServer) -> None:
    seen(page, "ending")
    frame = page.locator(".overlay-frame").bounding_box()
    button = page.get_by_test_id("overlay-UIEnd").bounding_box()
    assert frame is not None and button is not None
    assert button["x"] - frame["x"] == pytest.approx(0.04 * frame["width"], abs=2)
    tap(page, "overlay-UIEnd")
    assert answered(samples, page) == ("p30.0", ["UIEnd"])


def test_a_picture_that_does_not_come_is_said(page: Page) -> None:
    expect(seen(page, "ending").get_by_text("A picture is missing")).to_be_visible()


def test_what_covers_the_map_can_be_read_as_a_page(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "ending"), "overlay-page")
    expect(page.locator(".overlay-page")).to_contain_text("By morning there is only rain.")
    tap(page, "overlay-UIEnd")
    assert answered(samples, page) == ("p30.0", ["UIEnd"])


def test_the_one_way_on_is_the_big_button_as_well(page: Page, samples: SampleServer) -> None:
    expect(seen(page, "ending").get_by_test_id("prompt-card")).to_have_count(0)
    tap(page, "overlay-go")
    assert answered(samples, page) == ("p30.0", ["UIEnd"])


def test_what_covers_the_map_can_be_laid_aside(page: Page) -> None:
    tap(seen(page, "ending"), "overlay-aside")
    expect(page.get_by_test_id("board")).to_be_visible()
    tap(page, "overlay-back")
    expect(page.get_by_test_id("overlay")).to_be_visible()


def test_two_fingers_make_the_map_larger(page: Page, samples: SampleServer) -> None:
    before = place(seen(page, "map"), "TileHall")
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    fingers("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 6):
        fingers("touchMove", (x - 20 - step * 6, y), (x + 20 + step * 6, y))
    fingers("touchEnd")
    expect(page.get_by_test_id("map-whole")).to_have_attribute("aria-pressed", "false")
    assert place(page, "TileHall")["width"] > before["width"] * 1.5
    assert not samples.said
