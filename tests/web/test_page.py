"""The page in Chromium: what is drawn, what a tap sends."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest
from playwright.sync_api import Page, expect

from tests.web.sample_page import resized
from tests.web.sample_server import SampleServer

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


def test_roll_shows_one_slot_per_asked_die(page: Page) -> None:
    slots = seen(page, "rolling").get_by_test_id("slot")
    expect(slots).to_have_count(3)
    assert {slot.get_attribute("data-value") for slot in slots.all()} == {""}


def test_manual_roll_takes_two_taps(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "rolling"), "by-hand", "face-success", "confirm")
    body = sent(samples, page, "answer")
    assert (body["prompt"], body["values"]) == ("p5.0", ["success", "blank", "blank"])
    assert len(body["id"]) > 16


def test_one_tap_settles_a_doubt_with_the_whole_answer(page: Page, samples: SampleServer) -> None:
    page = seen(page, "doubted")
    expect(page.get_by_test_id("guess").first).to_contain_text("Investigation")
    tap(page, "guess")
    body = sent(samples, page, "doubt")
    assert (body["reading"], body["prompt"]) == ("r2", "p5.0")
    assert body["values"] == ["success", "blank", "investigation"]


@pytest.mark.parametrize("button", ["doubt-by-hand", "give-by-hand"])
def test_unfitting_reading_is_entered_by_hand(page: Page, samples: SampleServer, button: str) -> None:
    page = seen(page, "strangers")
    expect(page.get_by_test_id("missing")).to_have_count(0)
    tap(page, button)
    assert sent(samples, page, "dismiss") == {"reading": "r2"}
    is_hand = """async () => {
        const { draft } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'core/state.js'));
        return draft.value.hand;
    }"""
    assert page.evaluate(is_hand)


def test_several_cards_are_chosen_and_confirmed_at_once(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "committing"), "option-deduction", "option-leadership", "confirm")
    assert sent(samples, page, "answer")["values"] == ["deduction", "leadership"]


def test_a_name_is_written_and_sent_by_enter(page: Page, samples: SampleServer) -> None:
    page = seen(page, "writing")
    page.get_by_test_id("words").fill("  Old lantern ")
    expect(page.get_by_test_id("confirm")).to_contain_text("“Old lantern”")
    page.get_by_test_id("words").press("Enter")
    assert sent(samples, page, "answer")["values"] == ["Old lantern"]


def test_words_that_are_refused_stay_in_the_field(page: Page, samples: SampleServer) -> None:
    samples.refusal = (422, "There is no such card.")
    page = seen(page, "writing")
    page.get_by_test_id("words").fill("Lamp")
    tap(page, "confirm")
    expect(page.get_by_test_id("refusal")).to_have_text("There is no such card.")
    expect(page.get_by_test_id("words")).to_have_value("Lamp")


def test_undo_says_what_it_takes_back(page: Page, samples: SampleServer) -> None:
    undo = seen(page, "rolling").get_by_test_id("undo")
    expect(undo).to_contain_text("Ann: roll 3 dice")
    undo.click()
    assert sent(samples, page, "undo") == {"to": 4, "seen": 12, "id": ANY}


def test_misread_die_is_amended_in_the_log_after_preview(page: Page, samples: SampleServer) -> None:
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


def test_refused_amendment_shows_its_reason_in_place(page: Page, samples: SampleServer) -> None:
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


@pytest.mark.parametrize("sample", ["long", "gone_long"])
def test_a_long_name_makes_nothing_wider_than_the_page(page: Page, sample: str) -> None:
    seen(page, sample)
    for opens in ((), ("menu",)):
        tap(page, *opens)
        for size, (width, height) in SIZES.items():
            resized(page, width, height)
            assert page.evaluate(WIDER, width) == [], (size, opens)


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


def test_a_phone_that_arrives_gives_its_token_and_forgets_it(page: Page, samples: SampleServer) -> None:
    page.goto("/join#abc")
    expect(page.get_by_test_id("table")).to_be_visible()
    assert sent(samples, page, "join") == {"token": "abc"}
    assert "#" not in page.url


def test_lost_connection_is_shown(lone_page: Page) -> None:
    lone_page.clock.install()
    page = seen(lone_page, "silent")
    for door in ("stream", "place"):  # else the page finds its table again at once
        page.route(f"**/{door}*", lambda route: route.abort())
    senses = page.get_by_test_id("senses")
    for _ in range(5):  # a late beat is a sign of life
        page.clock.fast_forward(9000)
        if "Table not heard for" in senses.inner_text():
            page.set_viewport_size({"width": 390, "height": 844})
            expect(senses.get_by_text("Table not heard for")).to_be_visible()
            return
    raise AssertionError(f"it says {senses.inner_text()!r}")


NEXT = """async () => { const { present } = await import('/static/core/state.js');
    (await import('/static/core/snapshot-feed.js')).receiveSnapshot({ ...present.value }); }"""


def test_missing_part_arrives_with_the_next_snapshot(lone_page: Page) -> None:
    page = seen(lone_page, "rolling")
    page.route("**/history/log.js*", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        page.get_by_test_id("log").click()
    with page.expect_navigation():
        page.evaluate(NEXT)
    page.get_by_test_id("log").click()
    expect(page.get_by_test_id("close")).to_be_visible()


def test_reduced_motion_stops_animations(page: Page) -> None:
    page = seen(page, "nemesis")
    tap(page, "menu", "calm", "close")
    assert page.locator(".halo").first.evaluate("e => getComputedStyle(e).animationName") == "none"


def test_poor_camera_is_hinted_with_remedy_at_set_up(page: Page) -> None:
    seen(page, "blurred")
    expect(page.get_by_test_id("senses")).to_have_text("Tray camera sees badly")
    tap(page, "senses")
    sight = page.get_by_test_id("sight")
    expect(sight).to_contain_text("It could see better")
    expect(sight).to_contain_text("sharp to 3.4 px")
    expect(sight).to_contain_text("wipe the lens")
    expect(page.locator(".senses")).to_contain_text("wipe the lens")
