"""Dice and hands in the tray, and the number of taps they need."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.situations.evening import Device, Evening, doubtful

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

RINGS = 3000  # ms by default
TICK = 50  # ms


def test_sure_scan_needs_no_tap(evening: Evening, tablet: Device) -> None:
    evening.dice_lie("success", "blank", "success")
    tablet.shows_dice("success", "blank", "success")
    tablet.judges("passed")
    tablet.shows("from", "read by the camera")
    tablet.shows("shares", "best 32%")
    tablet.hides("ring")
    tablet.shows("prompt-card")
    assert tablet.taps == 0


def test_doubtful_die_takes_one_tap(evening: Evening, clocked: Device) -> None:
    tablet = clocked
    tablet.stops_its_clock()
    evening.dice_lie("blank", "success", doubtful("success", "investigation"))
    tablet.shows("doubt")
    assert evening.answered()  # nothing counts before a person decides
    tablet.tap("guess", place=1)
    tablet.shows_dice("blank", "success", "investigation")
    tablet.judges("failed")
    assert tablet.taps == 1
    tablet.shows("ring")
    tablet.hides("prompt-card")
    tablet.passes(RINGS + TICK)
    tablet.shows("prompt-card")  # by itself
    evening.has_counted(("blank", "success", "investigation"))


def test_die_that_cannot_change_the_result_takes_no_tap(evening: Evening, tablet: Device) -> None:
    evening.dice_lie("success", "success", doubtful("blank", "investigation"))
    tablet.shows_dice("success", "success", "blank")
    tablet.shows("note", "comes to the same")
    tablet.hides("ring")
    assert tablet.taps == 0


def test_wrong_die_takes_two_taps(evening: Evening, tablet: Device) -> None:
    evening.dice_lie("success", "blank", "success")
    tablet.judges("passed")
    tablet.tap("filled", "fix-blank")
    tablet.shows_dice("blank", "blank", "success")
    tablet.judges("failed")
    assert tablet.taps == 2
    tablet.shows("ring")
    tablet.tap("continue")
    tablet.shows("prompt-card")
    evening.has_counted(("blank", "blank", "success"))


def test_a_die_that_was_not_seen_is_added(evening: Evening, tablet: Device) -> None:
    evening.dice_lie("success", "blank")
    tablet.shows("doubt", "3 wanted, 2 seen")
    tablet.tap("missing", "face-success")
    tablet.shows_dice("success", "blank", "success")
    tablet.judges("passed")
    assert tablet.taps == 2
    evening.has_counted(("success", "blank", "success"))


def test_a_thing_that_is_no_die_is_taken_out(evening: Evening, tablet: Device) -> None:
    evening.dice_lie("success", "blank", "blank", "investigation")
    tablet.shows("doubt", "4 seen")
    tablet.page.get_by_role("button", name="Investigation").first.click()
    tablet.tap("not-a-die")
    tablet.shows_dice("success", "blank", "blank")
    tablet.judges("failed")
    assert tablet.taps == 2
    evening.has_counted(("success", "blank", "blank"))


def test_hand_in_the_tray_delays_the_next_prompt(evening: Evening, clocked: Device) -> None:
    tablet = clocked
    tablet.stops_its_clock()
    evening.over_the_tray("hand")
    tablet.shows("prompt-card", "as soon as all lies still")
    assert evening.answered()
    evening.over_the_tray("still")
    evening.dice_lie("blank", "blank", doubtful("success", "investigation"))
    tablet.shows("doubt")
    evening.over_the_tray("hand")  # a hand reaches for the unsure die
    tablet.tap("guess")
    tablet.shows("ring")
    evening.over_the_tray("hand")  # again: the server's own camera may have reported an empty tray
    expect(tablet("ring")).to_have_attribute("data-held", "true")
    tablet.shows("ring", "until somebody taps")
    evening.over_the_tray("still")
    expect(tablet("ring")).to_have_attribute("data-held", "true")  # a page with a hand over the tray keeps waiting
    tablet.tap("continue")
    tablet.shows("prompt-card")
