"""The page in Chromium: what is drawn, what a tap sends."""

from __future__ import annotations

from typing import Any
from unittest.mock import ANY

import pytest
from playwright.sync_api import Page, expect

from tests.barriers import EVERYWHERE, sideways
from tests.web.conftest import Stage
from tests.web.sample_page import opened, resized, seen, sent, shown, tap
from tests.web.sample_server import SampleServer

pytestmark = pytest.mark.browser
SENT: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("rolling", "by-hand face-success confirm", "answer", {"prompt": "p5.0", "values": ["success", "blank", "blank"]}),
    ("doubted", "guess", "doubt", {"reading": "r2", "prompt": "p5.0", "values": ["success", "blank", "investigation"]}),
    ("committing", "option-deduction option-leadership confirm", "answer", {"values": ["deduction", "leadership"]}),
    ("deck", "room-r3", "answer", {"prompt": "p30.0", "values": ["move:r3"]}),
    ("by_chance", "virtual", "virtual", {"prompt": "p5.0"}),
    ("told_next", "counts", "/both", {"reading": "c7", "which": "counts", "values": []}),
    ("told_next", "is-next", "/both", {"reading": "c7", "which": "next", "values": []}),
    ("tag_offered", "teach-tag", "/both", {"reading": "b8", "which": "taught", "values": []}),
    ("two_told", "was-cultist", "/both", {"reading": "c7", "which": "was", "values": ["cultist"], "seen": 12}),
    ("misread", "guess", "doubt", {"values": ["7C"]}),
    ("rolling", "undo", "undo", {"to": 4, "seen": 12}),
)
"""Sample, taps, and the request that they send."""


def test_taps_send_their_request_with_an_id(page: Page, stage: Stage, samples: SampleServer) -> None:
    opened(page, stage)
    for sample, taps, door, body in SENT:
        samples.said.clear()
        shown(page, sample)
        tap(page, *taps.split())
        found = sent(samples, page, door)
        assert found.items() >= body.items() and len(found["id"]) > 16, (sample, taps)


def test_prompts_are_shown_in_words_and_long_names_fit(page: Page, stage: Stage) -> None:
    opened(page, stage)
    slots = page.get_by_test_id("slot")
    expect(slots).to_have_count(3)
    assert {slot.get_attribute("data-value") for slot in slots.all()} == {""}
    expect(page.get_by_test_id("undo")).to_contain_text("Ann: roll 3 dice")
    shown(page, "doubted")
    expect(page.get_by_test_id("guess").first).to_contain_text("Investigation")
    shown(page, "by_chance")
    expect(page.get_by_test_id("virtual")).to_contain_text("Roll for Ann")
    shown(page, "secret")
    expect(page.get_by_test_id("option-deduction")).to_have_count(0)
    tap(page, "uncover")
    expect(page.get_by_test_id("option-deduction")).to_be_visible()
    tap(page, "menu")
    for size, (width, height) in EVERYWHERE.items():
        resized(page, width, height)
        for sample in ("long", "gone_long"):
            shown(page, sample)
            assert sideways(page) == [], (size, sample)


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


def test_words_that_are_refused_stay_in_the_field(page: Page, samples: SampleServer) -> None:
    samples.refusal = (422, "There is no such card.")
    page = seen(page, "writing")
    page.get_by_test_id("words").fill("  Lamp ")
    expect(page.get_by_test_id("confirm")).to_contain_text("“Lamp”")
    tap(page, "confirm")
    expect(page.get_by_test_id("refusal")).to_have_text("There is no such card.")
    expect(page.get_by_test_id("words")).to_have_value("  Lamp ")


def amended(samples: SampleServer) -> list[object]:
    return [body for door, body in samples.said if door.endswith("amend")]


def test_misread_die_is_amended_or_refused_in_the_log(page: Page, samples: SampleServer) -> None:
    samples.refusal = (422, "The bag has no second skull.")
    page = seen(page, "verdict")
    tap(page, "log", "amend-5")
    die = page.locator(".mend .seen").first
    die.click()
    tap(page, "face-blank")
    expect(page.get_by_test_id("mend-refusal")).to_have_text(samples.refusal[1])
    expect(page.get_by_test_id("apply")).to_have_count(0)
    expect(die).to_contain_text("Success")
    samples.refusal = None
    samples.said.clear()
    tap(page, "close")
    expect(page.get_by_test_id("notice")).to_have_count(0)
    tap(page, "log", "amend-5")
    die.click()
    tap(page, "face-blank")
    expect(page.get_by_test_id("preview")).to_contain_text("Passed → Failed")
    expect(page.get_by_test_id("preview")).to_contain_text("2 later steps are gone through again.")
    expect(page.get_by_test_id("preview")).to_contain_text("Then it asks: Ben: choose what to do")
    tap(page, "apply")
    expect(page.get_by_test_id("drawer-log")).to_have_count(0)
    wish = {"seq": 5, "values": ["blank", "blank", "success"]}
    assert amended(samples) == [{**wish, "dry": True}, {**wish, "seen": 12, "id": ANY}]


def test_the_screen_turns_by_quarters_and_light_is_kept(page: Page) -> None:
    page = seen(page, "rolling")
    tap(page, "turn")
    assert page.evaluate("document.documentElement.dataset.turn") == "90"
    tap(page, "menu", "theme-light")
    page.reload()
    expect(page.get_by_test_id("table")).to_be_visible()
    kept = page.evaluate("({...document.documentElement.dataset})")
    assert kept.items() >= {"theme": "light", "size": "100", "calm": "false", "turn": "90", "drama": "full"}.items()


def test_phone_is_invited_by_code_and_forgets_its_token(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "rolling"), "menu", "invite-2")
    expect(page.get_by_test_id("qr")).to_be_visible()
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


@pytest.mark.slow
def test_wrong_face_is_corrected_or_refused_in_place(page: Page, samples: SampleServer) -> None:
    seen(page, "filled").get_by_test_id("filled").nth(1).click()
    samples.refusal = (422, "Ann has no clue to turn.")
    tap(page, "fix-investigation")
    expect(page.get_by_test_id("fix-refusal")).to_contain_text("Ann has no clue to turn.")
    samples.refusal = None
    tap(page, "fix-investigation")
    values = ["success", "investigation", "investigation", "blank", "blank"]
    assert sent(samples, page, "amend", before=1) == {"seq": 12, "values": values, "seen": 12, "id": ANY}


def test_card_keys_fit_fingers_and_give_their_reason(page: Page, samples: SampleServer) -> None:
    tap(seen(page, "duel"), "by-hand")
    page.get_by_test_id("face-10H").click(force=True)
    expect(page.get_by_test_id("key-refusal")).to_have_text("It lies in the Pile.")
    assert not any(door.endswith("answer") for door, _ in samples.said)
    for width, height in ((390, 844), (1180, 820), (820, 1180)):
        resized(page, width, height)
        boxes = page.evaluate(
            "() => [...document.querySelectorAll('.key, .suit')].map(e => e.getBoundingClientRect()).filter(b => b.width).map(b => [b.width, b.height, b.right])"
        )
        assert len(boxes) >= 13
        assert all(min(wide, high) >= 48 and right <= width for wide, high, right in boxes)
    resized(page, 390, 844)
    tap(page, "suit-H", "face-QH")
    assert sent(samples, page, "answer")["values"] == ["QH"]
