"""The page in Chromium: what is drawn, what a tap sends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import ANY

import pytest
from playwright.sync_api import Page, Route, expect

from companion.presentation.responses import SharedEvent
from companion.sessions import VALID
from tests.web.conftest import Stage
from tests.web.sample_page import opened, resized, shown, until
from tests.web.sample_server import SampleServer
from tests.web.samples import SAMPLES

pytestmark = pytest.mark.browser
SIZES = {"landscape": (1180, 820), "portrait": (820, 1180), "phone": (360, 800)}


WIDER = """width => [...document.querySelectorAll('.app *:not(svg *):not(.sr):not(.graph-map *)')]
    .filter((e) => e.getBoundingClientRect().right > width + 1).map((e) => e.outerHTML.slice(0, 90))"""


MEASURED = """async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame(); // its letters are asked for when it is laid out
    await document.fonts.ready;
    for (let left = 3; left; left -= 1) await frame();
}"""


def seen(page: Page, sample: str) -> Page:
    page.goto(f"/t/{sample}")
    expect(page.get_by_test_id("table")).to_be_visible()
    expect(page.locator("html:not([data-coming])")).to_have_count(1)  # what comes later has come
    page.evaluate(MEASURED)
    return page


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_test_id(name).first.click()


def sent(samples: SampleServer, page: Page, path: str, before: int = 0) -> dict[str, Any]:
    """The body of the first request to that door, after so many."""
    for _ in range(500):
        found = [body for door, body in samples.said if door.endswith(path)][before:]
        if found:
            assert isinstance(found[0], dict)
            return found[0]
        page.wait_for_timeout(20)
    raise AssertionError(f"the page sent nothing to {path}: {samples.said}")


def test_the_now_line_is_the_one_of_the_snapshot(page: Page) -> None:
    expect(seen(page, "rolling").get_by_test_id("now")).to_have_text(SAMPLES["rolling"].now)


def test_a_roll_has_as_many_empty_slots_as_dice_are_asked(page: Page) -> None:
    slots = seen(page, "rolling").get_by_test_id("slot")
    expect(slots).to_have_count(3)
    assert {slot.get_attribute("data-value") for slot in slots.all()} == {""}


def test_by_hand_two_taps_name_the_success_and_the_rest_is_blank(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "rolling"), "by-hand", "face-success", "confirm")
    body = sent(samples, page, "answer")
    assert (body["prompt"], body["values"]) == ("p5.0", ["success", "blank", "blank"])
    assert len(body["id"]) > 16


def test_a_throw_in_the_demo_asks_for_the_kind_of_die(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "rolling"), "throw")
    assert sent(samples, page, "demo") == {"throw": "mom_d8"}
    expect(page.get_by_test_id("gold")).to_contain_text("Reading")


def test_where_tokens_are_counted_the_demo_lays_down_a_handful(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "counting"), "throw")
    assert sent(samples, page, "demo") == {"throw": "handful"}


def test_where_one_token_is_drawn_no_handful_is_offered(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "drawing"), "throw")
    assert sent(samples, page, "demo") == {"throw": "token"}


def test_roll_for_me_is_asked_of_the_server(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "by_chance"), "virtual")
    assert sent(samples, page, "virtual")["prompt"] == "p5.0"


def test_one_tap_settles_a_doubt_with_the_whole_answer(page: Page, samples: SampleServer) -> None:
    page = seen(page, "doubted")
    expect(page.get_by_test_id("guess").first).to_contain_text("Investigation")
    tap(page, "guess")
    body = sent(samples, page, "doubt")
    assert (body["reading"], body["prompt"]) == ("r2", "p5.0")
    assert body["values"] == ["success", "blank", "investigation"]


def test_what_is_hardly_likely_is_no_gold_button(page: Page) -> None:
    expect(seen(page, "unlikely").get_by_test_id("gold")).to_contain_text("One tap settles it")


@pytest.mark.parametrize("button", ["doubt-by-hand", "give-by-hand"])
def test_where_nothing_is_what_was_asked_for_it_is_given_by_hand(
    page: Page, samples: SampleServer, button: str
) -> None:
    page = seen(page, "strangers")
    expect(page.get_by_test_id("missing")).to_have_count(0)
    tap(page, button)
    assert sent(samples, page, "dismiss") == {"reading": "r2"}
    is_hand = """async () => {
        const { draft } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'core/state.js'));
        return draft.value.hand;
    }"""
    assert page.evaluate(is_hand)


def test_what_is_no_roll_is_dismissed(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "doubted"), "dismiss")
    assert sent(samples, page, "dismiss") == {"reading": "r2"}


def test_a_verdict_says_number_word_and_sentence(page: Page) -> None:
    verdict = seen(page, "verdict").get_by_test_id("verdict")
    expect(verdict).to_contain_text("Passed")
    expect(verdict).to_contain_text("2 successes + 1 clue = 3, 2 needed: passed.")
    assert verdict.get_attribute("aria-live") == "polite"


def test_a_verdict_is_about_a_hundred_pixels_tall_and_what_comes_next_is_in_sight(page: Page, stage: Stage) -> None:
    big = opened(page, stage).get_by_test_id("verdict").locator(".big")
    for sample in ("verdict", "searched", "drawn", "revealed", "by_the_app", "failed"):
        shown(page, sample)
        for size, extent in SIZES.items():
            resized(page, *extent)
            tall = big.evaluate("e => getComputedStyle(e).fontSize")
            assert float(tall.removesuffix("px")) >= (88 if size == "phone" else 96), (sample, size)
            expect(big).to_be_in_viewport(ratio=1)
            expect(page.get_by_test_id("prompt-card").locator("h2, .btn").first).to_be_in_viewport(ratio=1)


def test_one_way_on_is_the_gold_button(page: Page, samples: SampleServer) -> None:
    page = seen(page, "verdict")
    expect(page.get_by_test_id("prompt-card")).to_contain_text("Read the letter")
    tap(page, "option-on")
    assert sent(samples, page, "answer")["values"] == ["on"]


def test_a_refused_option_is_grey_and_says_why(page: Page) -> None:
    option = seen(page, "tale").get_by_test_id("option-smash")
    expect(option).to_be_disabled()
    expect(option).to_contain_text("Nobody carries anything heavy.")


def test_several_cards_are_chosen_and_confirmed_at_once(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "committing"), "option-deduction", "option-leadership", "confirm")
    assert sent(samples, page, "answer")["values"] == ["deduction", "leadership"]


def test_beside_a_token_that_is_waited_for_other_answers_are_quiet_and_lead_back(
    page: Page, samples: SampleServer
) -> None:
    page = seen(page, "windows")
    expect(page.get_by_test_id("prompt-card")).to_have_attribute("data-prompt", "p9.0")
    expect(page.get_by_test_id("slot")).to_have_count(1)
    tap(page, "instead-2")
    expect(page.get_by_test_id("prompt-card")).to_have_attribute("data-prompt", "p9.2")
    tap(page, "back")
    expect(page.get_by_test_id("throw")).to_be_visible()
    tap(page, "instead-1", "option-beat")
    assert sent(samples, page, "answer")["prompt"] == "p9.1"


def test_who_is_only_free_to_act_waits_for_the_one_who_draws(page: Page) -> None:
    page = seen(page, "aside")
    expect(page.get_by_test_id("waiting")).to_contain_text("Waiting for Roland")
    tap(page, "instead-2")
    expect(page.get_by_test_id("option-beat")).to_be_visible()


def test_each_reason_of_a_sum_is_a_line_that_leads_to_its_clause(page: Page) -> None:
    reasons = seen(page, "reasons").get_by_test_id("reasons").get_by_role("listitem")
    expect(reasons.nth(1)).to_have_text("icons of DeductionStep 2: Commit cards+2")
    expect(reasons.last).to_have_text("in allSuccessneeds 44")
    reasons.nth(1).get_by_role("button").click()
    expect(page.get_by_test_id("rules-clause")).to_have_attribute("data-clause", "ST.2")


def test_a_sum_in_one_line_opens_line_by_line(page: Page) -> None:
    opening = seen(page, "verdict").get_by_test_id("opening")
    expect(opening.get_by_role("listitem").first).to_be_hidden()
    opening.locator("summary").click()
    expect(opening.get_by_role("listitem").nth(1)).to_have_text("clueClues turn investigations+1")


def test_a_name_is_written_and_sent_by_enter(page: Page, samples: SampleServer) -> None:
    page = seen(page, "writing")
    page.get_by_test_id("words").fill("  Old lantern ")
    expect(page.get_by_test_id("confirm")).to_contain_text("“Old lantern”")
    page.get_by_test_id("words").press("Enter")
    assert sent(samples, page, "answer")["values"] == ["Old lantern"]


def test_a_proposed_name_is_one_tap(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "writing"), "option-Flashlight")
    assert sent(samples, page, "answer")["values"] == ["Flashlight"]


def test_words_that_are_refused_stay_in_the_field(page: Page, samples: SampleServer) -> None:
    samples.refusal = (422, "There is no such card.")
    page = seen(page, "writing")
    page.get_by_test_id("words").fill("Lamp")
    tap(page, "confirm")
    expect(page.get_by_test_id("refusal")).to_have_text("There is no such card.")
    expect(page.get_by_test_id("words")).to_have_value("Lamp")


def test_a_number_is_one_tap(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "clues"), "count-2")
    assert sent(samples, page, "answer")["values"] == ["2"]


def test_a_wide_range_is_stepped_and_set(page: Page, samples: SampleServer) -> None:
    page = seen(page, "target")
    for name in ("plus 5", "plus 5", "plus 1"):
        page.get_by_role("button", name=name).click()
    tap(page, "confirm")
    assert sent(samples, page, "answer")["values"] == ["12"]


def test_the_steps_of_a_wide_range_stand_below_the_question(page: Page) -> None:
    card = seen(page, "target").get_by_test_id("prompt-card")
    question, steps, whole = (part.bounding_box() for part in (card.locator("header"), card.locator(".stepper"), card))
    assert question is not None and steps is not None and whole is not None
    assert steps["y"] >= question["y"] + question["height"]
    assert steps["x"] >= whole["x"] and steps["x"] + steps["width"] <= whole["x"] + whole["width"]


def test_a_card_that_lies_in_the_pile_cannot_be_given(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "duel"), "by-hand")
    expect(page.get_by_test_id("face-10H")).to_be_disabled()
    tap(page, "face-9C")
    assert sent(samples, page, "answer")["values"] == ["9C"]


def test_a_room_on_the_map_answers_the_open_prompt(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "nemesis"), "room-cockpit")
    assert sent(samples, page, "answer")["values"] == ["cockpit"]


def test_a_token_is_laid_on_the_reader(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "drawing"), "lay-tag", "tag-cultist")
    assert sent(samples, page, "demo") == {"tag": "0F00A1"}


def test_undo_says_what_it_takes_back(page: Page, samples: SampleServer) -> None:
    undo = seen(page, "rolling").get_by_test_id("undo")
    expect(undo).to_contain_text("Ann: roll 3 dice")
    undo.click()
    assert sent(samples, page, "undo") == {"to": 4, "seen": 12, "id": ANY}


def test_a_misread_die_is_mended_in_the_log_after_saying_what_changes(page: Page, samples: SampleServer) -> None:
    page = seen(page, "verdict")
    tap(page, "log", "amend-5")
    page.locator(".mend .seen").first.click()
    tap(page, "face-blank")
    expect(page.get_by_test_id("preview")).to_contain_text("Passed → Failed")
    expect(page.get_by_test_id("preview")).to_contain_text("2 later steps are gone through again.")
    expect(page.get_by_test_id("preview")).to_contain_text("Then it asks: Ben: choose what to do")
    tap(page, "apply")
    expect(page.get_by_test_id("drawer-log")).to_have_count(0)
    amended = [body for door, body in samples.said if door.endswith("amend")]
    assert amended == [
        {"seq": 5, "values": ["blank", "blank", "success"], "dry": True},
        {"seq": 5, "values": ["blank", "blank", "success"], "seen": 12, "id": ANY},
    ]


def test_a_refusal_stands_on_the_card(page: Page, samples: SampleServer) -> None:
    samples.refusal = (422, "The bag has no second -4.")
    page = seen(page, "drawing")
    tap(page, "by-hand", "face--4")
    expect(page.get_by_test_id("refusal")).to_have_text("The bag has no second -4.")


def test_what_the_newest_answer_did_is_said_above_the_question(page: Page) -> None:
    page = seen(page, "hurt")
    told = page.get_by_test_id("just-now")
    expect(told.get_by_role("listitem")).to_have_count(6)
    expect(told).to_contain_text("Roland suffers 2 damage, 1 horror.")
    assert told.get_attribute("role") == "status"
    tap(page, "just-more")
    expect(page.get_by_test_id("drawer-log")).to_be_visible()


def test_where_nothing_happened_nothing_is_said(page: Page) -> None:
    expect(seen(page, "rolling").get_by_test_id("just-now")).to_be_hidden()


def test_a_verdict_from_before_is_small_and_keeps_its_reasons(page: Page) -> None:
    verdict = seen(page, "hurt").get_by_test_id("verdict")
    size = verdict.locator(".big").evaluate("e => getComputedStyle(e).fontSize")
    assert float(size.removesuffix("px")) < 50
    page.get_by_test_id("why").locator("summary").click()
    expect(page.get_by_test_id("reasons")).to_be_visible()


ASK_ANEW = """async (id) => {
    const { present } = await import('/static/core/state.js');
    const asked = present.value.asked.map((one) => ({ ...one, prompt: { ...one.prompt, id } }));
    present.value = { ...present.value, asked };
}"""


def test_a_new_question_is_read_from_its_top(page: Page) -> None:
    seen(page, "committing")
    for number, extent in enumerate(SIZES.values()):
        resized(page, *extent)
        page.evaluate("document.querySelectorAll('.middle, .stage, .side').forEach(e => { e.scrollTop = 999; })")
        page.evaluate(ASK_ANEW, f"p99.{number}")
        expect(page.locator(f"[data-prompt='p99.{number}']")).to_be_visible()
        expect(page.get_by_test_id("prompt-card").locator("h2").first).to_be_in_viewport(ratio=1)


def test_what_comes_before_a_long_list_stands_first(page: Page, samples: SampleServer) -> None:
    page = seen(page, "fast")
    expect(page.get_by_test_id("prompt-card").locator(".option").first).to_contain_text("first a fast card")
    tap(page, "option-first", "confirm")
    assert sent(samples, page, "answer")["values"] == ["first"]


def test_a_doubt_says_why_it_was_not_settled(page: Page, samples: SampleServer) -> None:
    samples.refusal = (422, "-4 is not in the bag; there are skull, -1.")
    page = seen(page, "doubted")
    tap(page, "take-guess")
    expect(page.get_by_test_id("doubt").get_by_test_id("refusal")).to_have_text(samples.refusal[1])


def test_a_mending_that_is_refused_says_so_beside_it_and_changes_nothing(page: Page, samples: SampleServer) -> None:
    samples.refusal = (422, "The bag has no second skull.")
    page = seen(page, "verdict")
    tap(page, "log", "amend-5")
    page.locator(".mend .seen").first.click()
    tap(page, "face-blank")
    expect(page.get_by_test_id("mend-refusal")).to_have_text(samples.refusal[1])
    expect(page.get_by_test_id("apply")).to_have_count(0)
    expect(page.locator(".mend .seen").first).to_contain_text("Success")
    tap(page, "close")
    expect(page.get_by_test_id("notice")).to_have_count(0)


def test_a_mending_offers_the_faces_that_were_possible(page: Page, samples: SampleServer) -> None:
    samples.faces = ["success", "blank"]
    page = seen(page, "verdict")
    tap(page, "log", "amend-5")
    page.locator(".mend .seen").first.click()
    expect(page.get_by_test_id("face-blank")).to_be_visible()
    expect(page.get_by_test_id("face-investigation")).to_have_count(0)


def test_what_is_refused_in_the_menu_is_said_in_the_menu(page: Page, samples: SampleServer) -> None:
    page = seen(page, "gone")
    samples.refusal = (422, "Choose a seat of this table, on the tablet.")
    tap(page, "menu", "unseat-2")
    expect(page.get_by_test_id("drawer-refusal")).to_have_text(samples.refusal[1])


def test_the_menu_of_a_hall_says_what_its_buttons_do_and_that_an_event_is_won(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = SharedEvent(1, "The Kraken", 12, 15, 4, 2, is_over=False)
    monkeypatch.setitem(SAMPLES, "called", replace(SAMPLES["rolling"], staff=True, event=event))
    page = seen(page, "called")
    resized(page, 820, 1180)
    tap(page, "menu")
    expect(page.get_by_test_id("event")).to_contain_text("Won: 15 out of 12")
    calls = page.get_by_test_id("staff")
    expect(calls).to_contain_text("tap: nobody need come")
    assert calls.evaluate("button => button.offsetHeight") < 90


def test_dice_that_lie_there_are_kept_by_their_faces(page: Page, samples: SampleServer) -> None:
    page = seen(page, "keep")
    expect(page.get_by_test_id("keep-card").locator(".keep-face")).to_have_text(["Success", "Blank", "Success"])
    expect(page.get_by_test_id("keep")).to_contain_text("Keep 3 dice")
    expect(page.get_by_test_id("slot")).to_have_count(0)
    tap(page, "keep")
    kept = sent(samples, page, "keep")
    assert (kept["prompt"], kept["aside"]) == ("p5.0", "a1")
    tap(page, "redo")
    assert sent(samples, page, "redo") == {"undone": 13, "id": ANY}


def test_a_seat_whose_phone_is_gone_is_answered_for_on_the_tablet(page: Page, samples: SampleServer) -> None:
    page = seen(page, "gone")
    expect(page.get_by_test_id("waiting")).to_contain_text("Waiting for Ben")
    tap(page, "answer-for-2")
    assert sent(samples, page, "unseat") == {"seat": "2"}


def test_the_seat_of_a_phone_that_watches_is_taken_back_in_the_menu_alone(page: Page, samples: SampleServer) -> None:
    page = seen(page, "watching")
    expect(page.get_by_test_id("answer-for-2")).to_have_count(0)
    tap(page, "menu", "unseat-2")
    assert sent(samples, page, "unseat") == {"seat": "2"}


def test_a_map_has_half_the_height_below_a_verdict_that_is_no_news(page: Page, stage: Stage) -> None:
    opened(page, stage)
    for sample in ("searched", "watched"):
        shown(page, sample)
        box = page.locator(".graph svg.ship").bounding_box()
        assert box is not None and box["height"] >= 300, sample


def test_on_a_phone_the_result_of_a_draw_stands_above_what_comes_next(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page = seen(page, "searched")
    verdict, card = (page.get_by_test_id(name).bounding_box() for name in ("verdict", "prompt-card"))
    assert verdict is not None and card is not None and verdict["y"] < card["y"]


def test_the_shelf_says_where_an_evening_stands_and_what_is_over(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_test_id("table-t1")).to_contain_text("Night 2 · the cellar")
    expect(page.get_by_test_id("table-t2")).to_contain_text("over")


@pytest.mark.parametrize("sample", ["long", "gone_long"])
def test_a_long_name_makes_nothing_wider_than_the_page(page: Page, sample: str) -> None:
    seen(page, sample)
    for opens in ((), ("menu",)):
        tap(page, *opens)
        for size, (width, height) in SIZES.items():
            resized(page, width, height)
            assert page.evaluate(WIDER, width) == [], (size, opens)


def test_a_shelf_that_is_on_its_way_says_so(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/shelf", lambda route: held.append(route))
    page.goto("/")
    expect(page.get_by_test_id("coming")).to_have_text("One moment…")
    until(page, lambda: bool(held))
    held[0].continue_()
    expect(page.get_by_test_id("coming")).to_have_count(0)


def test_no_face_s_name_is_broken_where_five_dice_lie_beside_a_map(page: Page) -> None:
    seen(page, "filled").locator(".filled").last.click()  # to be mended: all names are shown
    page.locator(".fillings").first.evaluate("e => { e.style.width = '533px'; }")  # as it is there
    name = page.locator(".filled b", has_text="Investigation").first
    lines = (
        "e => { const all = document.createRange(); all.selectNodeContents(e); return all.getClientRects().length; }"
    )
    assert name.evaluate(lines) == 1


def test_the_shelf_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    expect(page.get_by_test_id("table-t1")).to_contain_text("Night 2")
    page.evaluate(MEASURED)
    assert page.evaluate(WIDER, 390) == []


def test_the_way_back_to_the_question_is_read_whole(page: Page) -> None:
    tap(seen(page, "windows"), "instead-2")
    back = page.get_by_test_id("back")
    for size, (width, height) in SIZES.items():
        resized(page, width, height)
        assert back.evaluate("e => e.scrollWidth <= e.clientWidth"), size
        assert page.evaluate(WIDER, width) == [], size


def test_a_free_roll_is_named_and_summed(page: Page) -> None:
    tap(seen(page, "free"), "free-roll")
    expect(page.get_by_test_id("free-words")).to_contain_text("13")
    expect(page.get_by_test_id("free-words")).to_contain_text("2, 5 and 6: 13")


def test_who_is_not_asked_sees_for_whom_all_wait(page: Page) -> None:
    expect(seen(page, "waiting").get_by_test_id("waiting")).to_contain_text("Waiting for Ann")


def test_a_secret_is_covered_on_the_screen_of_all(page: Page) -> None:
    page = seen(page, "secret")
    expect(page.get_by_test_id("option-deduction")).to_have_count(0)
    tap(page, "uncover")
    expect(page.get_by_test_id("option-deduction")).to_be_visible()


def test_the_screen_turns_by_quarters_and_light_is_kept(page: Page) -> None:
    page = seen(page, "rolling")
    tap(page, "turn")
    assert page.evaluate("document.documentElement.dataset.turn") == "90"
    tap(page, "menu", "theme-light")
    page.reload()
    expect(page.get_by_test_id("table")).to_be_visible()
    kept = page.evaluate("({...document.documentElement.dataset})")
    assert kept.items() >= {"theme": "light", "size": "100", "calm": "false", "turn": "90", "drama": "full"}.items()


def test_a_phone_is_invited_by_a_code(page: Page) -> None:
    tap(seen(page, "rolling"), "menu", "invite-2")
    expect(page.get_by_test_id("qr")).to_be_visible()


JOINED = """async (more) => { const { present } = await import('/static/core/state.js');
    const sittings = present.value.sittings.map((one) => ({ ...one, joined: one.joined + (one.seat === "2" ? more : 0) }));
    (await import('/static/core/snapshot-feed.js')).receiveSnapshot({ ...present.value, sittings }); }"""


def test_a_code_that_has_run_out_is_not_shown_any_more(lone_page: Page) -> None:
    lone_page.clock.install()
    tap(seen(lone_page, "rolling"), "menu", "invite-2")
    expect(lone_page.get_by_test_id("qr")).to_be_visible()
    lone_page.clock.fast_forward(VALID * 1000)
    expect(lone_page.get_by_test_id("code-over")).to_be_visible()
    expect(lone_page.get_by_test_id("qr")).to_have_count(0)


def test_a_code_that_was_used_is_not_shown_any_more(page: Page) -> None:
    tap(seen(page, "rolling"), "menu", "invite-2")
    expect(page.get_by_test_id("qr")).to_be_visible()
    page.evaluate(JOINED, 1)
    expect(page.get_by_test_id("qr")).to_have_count(0)
    page.evaluate(JOINED, -1)  # that phone goes dark
    expect(page.get_by_test_id("invite-2")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("qr")).to_have_count(0)


def test_a_tab_is_named_by_the_game_or_the_page(page: Page) -> None:
    seen(page, "rolling")
    expect(page).to_have_title(f"{page.locator('h1').inner_text()} · Lamplight")


def test_a_phone_that_arrives_gives_its_token_and_forgets_it(page: Page, samples: SampleServer) -> None:
    page.goto("/join#abc")
    expect(page.get_by_test_id("table")).to_be_visible()
    assert sent(samples, page, "join") == {"token": "abc"}
    assert "#" not in page.url


def test_a_game_on_the_shelf_opens_a_table(page: Page, samples: SampleServer) -> None:
    page.goto("/")
    tap(page, "game-nemesis")
    expect(page.get_by_test_id("table")).to_be_visible()
    body = sent(samples, page, "tables")
    assert body["game"] == "nemesis" and len(body["id"]) > 16


def test_where_an_evening_goes_on_the_gold_button_leads_there_and_a_quiet_one_home(page: Page) -> None:
    gold = seen(page, "ended").get_by_test_id("next")
    expect(gold).to_contain_text("The next scenario")
    expect(gold).to_contain_text("you have won")
    expect(page.get_by_test_id("games")).to_have_attribute("href", "/")


def test_a_table_that_is_not_heard_says_so(lone_page: Page) -> None:
    lone_page.clock.install()
    page = seen(lone_page, "silent")
    for door in ("stream", "place"):  # else the page finds its table again at once
        page.route(f"**/{door}*", lambda route: route.abort())
    senses = page.get_by_test_id("senses")
    for _ in range(5):  # a beat that was on its way is a sign of life
        page.clock.fast_forward(9000)
        if "Table not heard for" in senses.inner_text():
            page.set_viewport_size({"width": 390, "height": 844})
            expect(senses.get_by_text("Table not heard for")).to_be_visible()
            return
    raise AssertionError(f"it says {senses.inner_text()!r}")


NEXT = """async () => { const { present } = await import('/static/core/state.js');
    (await import('/static/core/snapshot-feed.js')).receiveSnapshot({ ...present.value }); }"""


def test_a_part_that_did_not_arrive_comes_with_the_next_snapshot(lone_page: Page) -> None:
    page = seen(lone_page, "rolling")
    page.route("**/history/log.js*", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        page.get_by_test_id("log").click()
    with page.expect_navigation():
        page.evaluate(NEXT)
    page.get_by_test_id("log").click()
    expect(page.get_by_test_id("close")).to_be_visible()


def test_the_keyboard_goes_into_a_drawer_and_escape_leads_out(page: Page) -> None:
    page = seen(page, "rolling")
    page.get_by_test_id("log").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("drawer-log")).to_have_count(0)


def test_nothing_moves_where_less_motion_is_wished(page: Page) -> None:
    page = seen(page, "nemesis")
    tap(page, "menu", "calm", "close")
    assert page.locator(".halo").first.evaluate("e => getComputedStyle(e).animationName") == "none"


def test_a_camera_that_sees_badly_is_told_quietly_at_the_table_and_with_the_remedy_where_it_is_set_up(
    page: Page,
) -> None:
    seen(page, "blurred")
    expect(page.get_by_test_id("senses")).to_have_text("Tray camera sees badly")
    tap(page, "senses")
    sight = page.get_by_test_id("sight")
    expect(sight).to_contain_text("It could see better")
    expect(sight).to_contain_text("sharp to 3.4 px")
    expect(sight).to_contain_text("wipe the lens")
    expect(page.locator(".senses")).to_contain_text("wipe the lens")


def test_whoever_lays_a_card_beside_others_sees_which_zone_is_the_own(page: Page) -> None:
    zones = seen(page, "laying").get_by_test_id("zones")
    expect(zones).to_be_visible()
    expect(zones.get_by_role("img")).to_have_accessible_name(
        "The tray as the camera sees it, from left to right: Morgan, Reyes, Dealer"
    )
    expect(zones.get_by_test_id("zone-1")).to_have_class("zone mine ")
    expect(zones.get_by_test_id("zone-2")).to_have_class("zone  laid")


def test_a_card_for_the_whole_tray_shows_no_zones(page: Page) -> None:
    expect(seen(page, "duel").get_by_test_id("zones")).to_have_count(0)
