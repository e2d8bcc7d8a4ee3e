"""Undo, amendments and earlier moments."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.situations.evening import Device, Evening

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

FAILED, PASSED = ("success", "blank", "investigation"), ("success", "success", "investigation")


def test_undo_across_a_roll_offers_the_dice_once(evening: Evening, tablet: Device) -> None:
    evening.dice_lie(*FAILED)
    tablet.judges("failed")
    tablet.tap("undo")  # the action with all that belongs to it
    tablet.shows("redo")
    tablet.asks("2 actions left")
    evening.asks_for_three_dice()
    expect(tablet("keep-card").locator(".keep-face")).to_have_text(["Success", "Blank", "Investigation"])
    tablet.hides("redo")  # something else was answered since
    tablet.tap("keep")
    tablet.hides("keep-card")
    tablet.judges("failed")
    evening.has_counted(FAILED)
    tablet.tap("undo")
    tablet.shows("redo")  # so many actions are left after the roll as well: that line says nothing
    tablet.asks("2 actions left")
    evening.asks_for_three_dice()
    tablet.tap("roll-again")
    tablet.hides("keep-card")
    expect(tablet("slot")).to_have_count(3)
    evening.dice_lie(*PASSED)
    evening.has_counted(PASSED)


def test_undo_in_a_dialog_steps_by_page(evening: Evening, tablet: Device) -> None:
    tablet.tap("undo")
    tablet.asks("how many successes are needed")
    tablet.tap("undo")
    tablet.asks("test which skill")
    tablet.tap("option-lore")
    tablet.asks("lore, how many successes are needed")
    tablet.tap("undo", "option-agility")  # it was not meant: back, and another way
    tablet.asks("agility, how many successes are needed")
    tablet.tap("undo", "undo")
    tablet.asks("2 actions left")  # the dialog is left, nothing of it stays
    evening.asks_for_three_dice()
    tablet.asks("roll 3 dice, agility")


def test_an_old_roll_is_amended_once_its_preview_was_read(evening: Evening, tablet: Device) -> None:
    for rolls in (1, 2):
        evening.dice_lie(*FAILED)
        evening.has_counted(*[FAILED] * rolls)
        evening.asks_for_three_dice()
    tablet.tap("log")
    first = evening.lamp.read(evening.table)[0]["seq"]
    tablet.tap(f"die-{first}-1", "face-success")
    tablet.shows("preview", "Failed → Passed")
    tablet.shows("preview", "7 later steps are gone through again.")
    assert evening.answered(FAILED, FAILED)  # it was only looked at
    tablet.tap("apply")
    tablet.hides("drawer-log")
    evening.has_counted(PASSED, FAILED)
    tablet.asks("roll 3 dice")  # and play goes on where it was
    tablet.tap("log")
    expect(tablet.page.locator(".line-was").first).to_contain_text("Blank")
    tablet.tap("close", "redo")
    evening.has_counted(FAILED, FAILED)


def test_a_saved_moment_is_gone_back_to_by_holding(evening: Evening, tablet: Device) -> None:
    tablet.tap("log", "save-moment")
    tablet("save-name").fill("Before the attic")
    tablet.tap("save-it")
    tablet.shows("saved-1", "this is now")
    evening.dice_lie(*FAILED)
    evening.has_counted(FAILED)
    evening.asks_for_three_dice()
    tablet.shows("saved-back-1", "takes back 4 steps")
    tablet.tap("saved-back-1")
    assert evening.answered(FAILED)  # a tap is not enough
    tablet.hold("saved-back-1")
    tablet.hides("drawer-log")
    evening.has_counted()
    tablet.asks("roll 3 dice")
    tablet.tap("redo")
    evening.has_counted(FAILED)
    evening.lamp.post(f"/api/tables/{evening.table}/undo", to=1)  # to before it: then it is not part of the game
    tablet.tap("log")
    tablet.shows("saved-1", "taken back")
