"""History: its keys and its lines, in addition to situations/test_ways_back.py."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

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


def test_log_filters_and_searches(lamp: Lamp, visit: Any) -> None:
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


@pytest.mark.parametrize("way", ["undo", "saved", "fix", "log"])
def test_undo_refuses_a_simultaneous_answer(lamp: Lamp, visit: Any, phones: Any, way: str) -> None:
    """Delay the tap of one device while another answers the next prompt."""
    table = lamp.open("mansions")
    lamp.post(f"/api/tables/{table}/saved", name="The door")
    lamp.tap(table, lamp.rolls(table), "success", "blank", "investigation")
    page, other = visit(table), visit(table, phones())
    on_its_way: list[Route] = []
    page.route("**/undo", lambda route: on_its_way.append(route))
    page.route("**/amend", lambda route: on_its_way.append(route))
    begin_to_take_back(lamp, table, page, way)
    lamp.until(lambda: page.evaluate("1") and on_its_way)
    before = answers(lamp, table)
    prompt = lamp.asked(table)[0]
    other.get_by_test_id(f"option-{prompt['options'][0]['id']}").first.click()
    lamp.until(lambda: len(answers(lamp, table)) == len(before) + 1)
    on_its_way[0].continue_()
    expect(page.get_by_text("Somebody answered meanwhile").first).to_be_visible()
    assert answers(lamp, table)[: len(before)] == before and len(answers(lamp, table)) == len(before) + 1


def begin_to_take_back(lamp: Lamp, table: str, page: Page, way: str) -> None:
    """A finger on one of the doors that take back."""
    if way == "undo":
        tap(page, "undo")
    elif way == "fix":
        page.get_by_test_id("filled").first.click()
        tap(page, "fix-none")
    elif way == "saved":
        tap(page, "log")
        page.get_by_test_id("saved-back-1").evaluate("e => e.click()")  # as a screen reader does, which cannot hold
    else:
        seq = next(line["seq"] for line in lamp.snapshot(table)["log"] if line["undo"] is not None)
        tap(page, "log", f"line-{seq}")
        page.get_by_test_id(f"undo-{seq}").evaluate("e => e.click()")


def answers(lamp: Lamp, table: str) -> list[Any]:
    """The lines of what people answered that stand now."""
    return [line["seq"] for line in lamp.snapshot(table)["log"] if line["kind"] in ("answer", "choice")]
