"""Several screens at one table, and hands at all of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.duel import Duel
from tests.e2e.situations.evening import Device, Evening

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

TURNS = ("90", "180", "270", "0")


def test_one_of_two_simultaneous_taps_is_refused(
    evening: Evening, tablet: Device, visit: Callable[..., Page], phone: Page
) -> None:
    evening.lamp.post(f"/api/tables/{evening.table}/undo", to=evening.lamp.snapshot(evening.table)["undo"]["to"])
    other = Device(visit(evening.table, phone))
    on_their_way: list[Route] = []
    for device in (tablet, other):
        device.asks("how many successes are needed")
        device.page.route("**/answer", lambda route: on_their_way.append(route))
    tablet.tap("option-1")
    other.tap("option-3")
    evening.lamp.until(lambda: tablet.page.evaluate("1") and len(on_their_way) == 2)
    for tap in on_their_way:
        tap.continue_()
    counted = evening.asked("roll 3 dice")["title"]
    for device in (tablet, other):
        device.asks(counted)
    evening.lamp.until(lambda: [device("refusal").count() for device in (tablet, other)] in ([0, 1], [1, 0]))
    late = tablet if tablet("refusal").count() else other
    late.shows("refusal", "This was answered already")


def test_a_phone_leaves_and_the_tablet_answers_for_its_seat(evening: Evening, tablet: Device, phone: Page) -> None:
    Duel(evening.lamp, evening.table).seat(phone, "1")
    expect(phone.get_by_test_id("by-hand")).to_be_visible()
    tablet.shows("waiting", "Waiting for Ann")
    tablet.hides("answer-for-1")  # her phone is here
    phone.goto("about:blank")
    evening.over_the_tray("moving")  # the next message finds the page disconnected
    tablet.tap("answer-for-1")
    evening.over_the_tray("still")
    tablet.shows("by-hand")
    evening.dice_lie("success", "success", "blank")
    tablet.judges("passed")
    assert tablet.taps == 1


def test_looking_back_is_independent_of_play(
    evening: Evening, tablet: Device, visit: Callable[..., Page], phone: Page
) -> None:
    other = Device(visit(evening.table, phone))
    tablet.tap("log", "look-back")
    tablet.shows("past", "One step ago. The present: Ann: roll 3 dice")
    then = tablet("now").inner_text()
    other.tap("by-hand", "count-success-2", "confirm")  # meanwhile
    other.judges("passed")
    tablet.shows("past", "2 steps ago")
    assert tablet("now").inner_text() == then
    tablet.hides("filled")
    tablet.tap("log")
    tablet.shows("find")
    expect(tablet.page.locator(".line.answer")).to_have_count(0)  # later answers are not listed
    tablet.tap("close", "back-to-now")
    tablet.hides("past")
    tablet.shows_dice("success", "success", "blank")
    tablet.judges("passed")


def test_turned_table_keeps_taps_on_the_map(evening: Evening, tablet: Device) -> None:
    evening.dice_lie("success", "success", "blank")
    tablet.asks("2 actions left")
    for turn in TURNS:
        tablet.tap("turn")
        expect(tablet.page.locator("html")).to_have_attribute("data-turn", turn)
        tablet.tap("map-letters")
        tablet.asks("what is done?")
        tablet.tap("undo")
        tablet.asks("2 actions left")


def test_log_names_three_sources_of_answers(evening: Evening, tablet: Device) -> None:
    tablet.tap("menu")
    for seat, way in (("1", "source-virtual"), ("2", "by-hand")):
        tablet("seat-sources").get_by_test_id(f"sources-{seat}").get_by_test_id(way).click()
    expect(tablet("sources-3").get_by_test_id("source-scan")).to_have_attribute("aria-pressed", "true")
    tablet.tap("close", "virtual")
    tablet.shows("from", "by the app")
    evening.comes_to_a_test("Ben")
    tablet.tap("count-success-1", "confirm")
    tablet.shows("from", "given by hand")
    evening.comes_to_a_test("Cleo")
    evening.dice_lie("blank", "blank", "blank", "blank", "success")
    tablet.shows("from", "read by the camera")
    tablet.tap("log", "only-rolls")
    expect(tablet("line")).to_have_count(3)
    for line, words in enumerate(("by the app", "by hand", "camera")):
        expect(tablet("line").nth(line)).to_contain_text(words)
