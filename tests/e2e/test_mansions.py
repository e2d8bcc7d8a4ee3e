"""Mansions at a table: a story set up on the page, told, played with dice from pictures, interrupted, brought along from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lamp import Lamp
from tests.e2e.mansion import Mansion, begin, still
from tests.games.mansions.valkyrie.pack import files, zipped

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(180)]

BEES, SAND = "tell_the_bees", "six_hours_of_sand"
STOKER = "joseph_adeyemi"
PATIENCE_MS = 30_000
QUEST = "[Quest]\nformat=18\ntype=MoM\n\n[QuestText]\nLocalization.English.txt\n\n[QuestData]\nmill.ini\n"
MILL = """
[TileMill]
xposition=0
yposition=0
side=TileSideFoyer

[EventStart]
trigger=EventStart
add=TileMill
buttons=2
event1=EventTurns
event2=EventStands

[EventTurns]
buttons=1
event1=EventEnd

[EventStands]
buttons=1
event1=EventEnd

[EventEnd]
operations=$end,=,1
"""
ENGLISH = (
    ".,English\nquest.name,The Mill\nEventStart.text,The wheel sticks ({observation}; 2).\nEventStart.button1,Pass\n"
    "EventStart.button2,Fail\nEventTurns.text,It turns.\nEventStands.text,It stands.\n"
)


def mill(**more: str) -> bytes:
    """A scenario of the community with one tile and one test."""
    return zipped(files(quest_ini=QUEST, mill_ini=MILL, Localization_English_txt=ENGLISH, **more))


def upload(page: Page, lamp: Lamp, name: str, content: bytes) -> None:
    page.goto(f"http://table.local:{lamp.port}/new/mansions")
    chosen = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.get_by_test_id("import-scenario").first.set_input_files(chosen)


def read_on(page: Page, pages: int) -> None:
    """Go on with the big button, once for each page of the story."""
    for _ in range(pages):
        page.get_by_test_id("option-go").wait_for()  # otherwise the earlier prompt would be read
        shown = page.get_by_test_id("prompt-card").get_attribute("data-prompt")
        page.get_by_test_id("option-go").click()
        expect(page.locator(f'[data-prompt="{shown}"]')).to_have_count(0)


def go_to_the_chapel(page: Page) -> None:
    """Read the beginning, move to the graves, and open the door of the chapel."""
    page.get_by_test_id("option-1").click()
    read_on(page, 3)
    page.get_by_test_id("option-1").click()
    page.get_by_test_id("option-move").click()
    page.get_by_test_id("option-Graves").wait_for()
    page.get_by_test_id("map-Graves").click()
    expect(page.get_by_test_id("now")).to_contain_text("1 action left")
    page.get_by_test_id("map-chapel_door").click()
    page.get_by_test_id("option-0").click()
    read_on(page, 1)
    expect(page.get_by_test_id("foes")).to_contain_text("Parishioner")


def test_mansions_story_is_played_with_pictures(lamp: Lamp, page: Page) -> None:
    page.goto(f"http://table.local:{lamp.port}/new/mansions")
    page.get_by_test_id("seats-1").click()
    page.get_by_test_id("name-1").fill("Ann")
    page.get_by_test_id(f"scenario-{SAND}").click()
    page.get_by_test_id("investigators.1").select_option(STOKER)
    page.get_by_test_id("begin").click()
    asked = page.get_by_test_id("prompt-card").bounding_box()
    assert asked and asked["x"] < 590 < asked["x"] + asked["width"], "without a map the prompt is in the middle"
    go_to_the_chapel(page)
    mansion = Mansion(lamp, page.url.rpartition("/")[2])
    mansion.until(mansion.asks_for_dice)
    page.get_by_test_id("throw").first.click()
    lamp.until(lambda: lamp.read(mansion.table), 60)


def test_mansions_map_drawer_and_menu_take_taps(lamp: Lamp, visit: Callable[..., Page]) -> None:
    mansion = Mansion(lamp, begin(lamp, 1, scenario=SAND, investigators={"1": STOKER}))
    page = visit(mansion.table)
    go_to_the_chapel(page)
    mansion.until(mansion.is_free)
    page.get_by_test_id("more-Parishioner").click()
    expect(page.locator(".foe-number b").first).to_contain_text("1")
    page.get_by_test_id("less-Parishioner").click()
    expect(page.locator(".foe-number b").first).to_contain_text("0")
    page.get_by_test_id("more").click()
    page.get_by_test_id("option-set").click()
    expect(page.get_by_test_id("now")).to_contain_text("where is Fire placed?")  # before, the yard means something else
    page.get_by_test_id("map-Yard").click()
    lamp.until(lambda: "fire" in mansion.space("Yard")["marks"])
    expect(page.get_by_test_id("now")).not_to_contain_text("where is Fire placed?")
    page.get_by_test_id("map-stones").click()
    expect(page.get_by_test_id("now")).to_contain_text("The stones")
    page.get_by_test_id("option-cancel").click()
    expect(page.get_by_test_id("now")).to_contain_text("no action left")
    page.get_by_test_id("gold").click()
    gold = page.get_by_test_id("hold")
    expect(gold).to_contain_text("End the investigator phase")
    gold.click()
    assert "all have had a turn" in mansion.snap["now"]
    gold.hover()
    page.mouse.down()
    expect(page.get_by_test_id("now")).to_contain_text("Fire spreads")
    page.mouse.up()


def test_mansions_resumes_after_a_power_cut(tmp_path: Path, page: Page, phone: Page) -> None:
    lamp = Lamp(tmp_path)
    try:
        story, drenched = begin(lamp, 1, scenario=BEES, investigators={"1": STOKER}), in_a_dialog(lamp)
        tables = story, drenched
        before = [stands(lamp, table) for table in tables]
        page.goto(f"http://table.local:{lamp.port}/t/{story}")
        expect(page.locator(".story")).to_contain_text("The letter came on Monday")
        phone.goto(f"http://table.local:{lamp.port}/t/{drenched}")
        words = phone.get_by_test_id("words")
        words.fill("Drenched to the b")
        lamp.kill()
        words.press_sequentially("one")  # the page has not noticed yet
        lamp.start()
        assert [stands(lamp, table) for table in tables] == before
        expect(words).to_have_value("Drenched to the bone")
        phone.get_by_test_id("confirm").click()
        expect(phone.get_by_test_id("now")).to_contain_text("2 actions left")
        lamp.until(lambda: "Drenched to the bone" in json.dumps(lamp.snapshot(drenched)["view"]))
        page.get_by_test_id("option-go").click()
        expect(page.locator(".story")).to_contain_text("The carrier sets you down")
    finally:
        lamp.stop()


def stands(lamp: Lamp, table: str) -> tuple[Any, ...]:
    """How a table stands."""
    snap = lamp.snapshot(table)
    return snap["now"], snap["view"], lamp.asked(table)


def in_a_dialog(lamp: Lamp) -> str:
    """Open a table at which Ben has a condition whose text must be typed in."""
    table = lamp.post("/api/tables", game="mansions")["table"]
    lamp.rolls(table)
    lamp.tap(table, lamp.asked(table)[0], "success", "success", "blank")
    condition = next(p for p in lamp.asked(table) if p["title"].startswith("Ben: cards"))
    lamp.tap(table, condition, "condition")
    return str(table)


def test_a_scenario_of_the_community_is_uploaded_and_played(lamp: Lamp, page: Page) -> None:
    upload(page, lamp, "mill.valkyrie", mill())
    expect(page.get_by_test_id("news")).to_contain_text("The Mill")
    expect(page.get_by_test_id("scenario-the-mill")).to_contain_text("imported")
    page.get_by_test_id("scenario-the-mill").click()
    page.get_by_test_id("seats-1").click()
    page.get_by_test_id("investigators.1").select_option("ismay_carrow")
    page.get_by_test_id("begin").click()
    expect(page.get_by_test_id("now")).to_contain_text("roll 4 dice, observation, 2 successes needed")
    expect(page.get_by_test_id("map-TileMill")).to_be_visible()
    expect(page.get_by_test_id("lay-down")).to_contain_text("Foyer")
    expect(page.locator(".odds")).to_contain_text("4 dice, 2 successes needed")
    table = page.url.rpartition("/")[2]
    page.get_by_test_id("photo").first.set_input_files(still("4_1"))
    settle(lamp, table)
    expect(page.get_by_test_id("verdict").first).to_have_attribute("data-verdict", "passed", timeout=PATIENCE_MS)
    expect(page.get_by_test_id("gold")).to_contain_text("Pass")
    page.get_by_test_id("gold").click()
    expect(page.locator(".story")).to_contain_text("It turns.")


def settle(lamp: Lamp, table: str) -> None:
    """Take the first guess for every unsure value of a single picture."""
    snap = lamp.until(lambda: (now := lamp.snapshot(table))["tray"] and now)
    if doubt := snap["doubt"]:
        told = {"reading": doubt["id"], "prompt": doubt["prompts"][0], "values": doubt["guesses"][0]["values"]}
        lamp.post(f"/api/tables/{table}/doubt", **told)
