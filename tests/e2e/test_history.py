"""What was: a choice that was another one, keys that lead through it, and its lines; beside what situations/test_ways_back.py tells."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lamp import Lamp

pytestmark = pytest.mark.browser


def tap(page: Page, *ids: str) -> None:
    for one in ids:
        page.get_by_test_id(one).click()


def twice_tested(lamp: Lamp) -> str:
    """A table of Mansions at its third test: the first two failed with one success of two."""
    table = lamp.open("mansions")
    for _ in range(2):
        lamp.tap(table, lamp.rolls(table), "success", "blank", "investigation")
    lamp.rolls(table)
    return table


def test_a_choice_of_before_was_another_one(lamp: Lamp, visit: Any) -> None:
    table = twice_tested(lamp)
    page = visit(table)
    line = next(
        line for line in lamp.snapshot(table)["log"] if line["kind"] == "choice" and "which skill" in line["text"]
    )
    tap(page, "log", f"line-{line['seq']}", f"amend-{line['amend']}", "was-lore")
    expect(page.get_by_test_id("preview")).to_contain_text("later answers do not fit any more")
    tap(page, "apply")
    lamp.until(lambda: "lore" in lamp.snapshot(table)["now"])


def test_keys_lead_through_the_evening_that_was_and_back(lamp: Lamp, visit: Any) -> None:
    table = twice_tested(lamp)
    page = visit(table)
    steps = len(lamp.get(f"/api/tables/{table}/steps")["at"]) - 1
    tap(page, "log", "look-back")
    banner = page.get_by_test_id("past")
    expect(banner).to_contain_text("One step ago")
    for key, ago in (("ArrowLeft", "2 steps ago"), ("ArrowDown", "4 steps ago"), ("Home", f"{steps} steps ago")):
        page.keyboard.press(key)
        expect(banner).to_contain_text(ago)
    expect(page.get_by_test_id("then")).to_contain_text("was asked then")
    expect(page.get_by_test_id("undo")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(banner).to_have_count(0)
    expect(page.get_by_test_id("now")).to_have_text(lamp.snapshot(table)["now"])


def test_the_log_shows_older_lines_throws_alone_and_what_is_looked_for(lamp: Lamp, visit: Any) -> None:
    table = lamp.open("mansions")
    for _ in range(18):
        lamp.tap(table, lamp.rolls(table), "success", "blank", "investigation")
    page = visit(table)
    tap(page, "log")
    lines = page.get_by_test_id("line")
    expect(lines.last).to_be_in_viewport()
    first = lamp.snapshot(table)["log"][0]["seq"]
    page.locator(".log").evaluate("e => { e.scrollTop = 0; }")
    expect(lines.first).not_to_have_attribute("data-seq", str(first))
    expect(page.locator(f"[data-seq='{first}']")).to_be_in_viewport()  # nothing jumped
    tap(page, "only-rolls")
    expect(lines).to_have_count(18)
    page.get_by_test_id("find").fill("no such word")
    expect(page.get_by_test_id("log-empty")).to_be_visible()
    page.get_by_test_id("find").fill("investigation")
    expect(lines).to_have_count(18)
