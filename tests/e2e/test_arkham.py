"""Arkham Horror at a table: tokens under the camera, cards on the page, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import vision
from tests.e2e.lamp import Lamp

pytestmark = [pytest.mark.broker, pytest.mark.slow]

TOKENS = Path(vision.__file__).parent / "throws" / "token"
STILL = "frame_006.jpg"
PATIENCE_MS = 30_000


class Evening:
    """One table seen by its people, who tap by the words of their prompts."""

    def __init__(self, lamp: Lamp, visit: Callable[..., Page], **choices: Any) -> None:
        self.lamp = lamp
        self.table = lamp.open("arkham", **choices)
        self.page = visit(self.table)

    def asked(self, words: str) -> Any:
        """The open prompt with these words in its title."""
        return self.lamp.until(lambda: next((p for p in self.lamp.asked(self.table) if words in p["title"]), None))

    def say(self, words: str, *values: str) -> None:
        self.lamp.tap(self.table, self.asked(words), *values)

    def nobody_commits(self, *but: str) -> None:
        """Commit nothing for all open seats. `but` names the seats that answer for themselves."""
        for prompt in self.lamp.asked(self.table):
            if "commit cards" in prompt["title"] and not prompt["title"].startswith(but or ("nobody",)):
                self.lamp.tap(self.table, prompt)

    def lay(self, token: str, frame: str = STILL) -> None:
        """A picture of the token, as the camera sees it."""
        self.asked("reveal")
        name = {"+": "p", "-": "m"}.get(token[0], "") + token[1:] if token[0] in "+-" else token
        before = len(self.lamp.read(self.table))
        self.page.get_by_test_id("photo").first.set_input_files(TOKENS / name / frame)
        self.lamp.until(lambda: len(self.lamp.read(self.table)) > before)  # the tray may still show the one before

    def seat(self, name: str) -> dict[str, int]:
        """The counters of an investigator, as the page shows them."""
        blocks = self.lamp.snapshot(self.table)["view"]
        mine = next(b for b in blocks if b["kind"] == "counters" and b["title"].startswith(name))
        return {item["label"]: item["value"] for item in mine["items"]}

    def log(self) -> list[str]:
        return [line["text"] for line in self.lamp.snapshot(self.table)["log"]]

    def turn(self, name: str) -> None:
        self.say("who takes the next turn", {"Ann": "1", "Ben": "2", "Cleo": "3"}[name])


def test_a_fight_with_a_committed_card(lamp: Lamp, visit: Callable[..., Page]) -> None:
    evening = Evening(lamp, visit)
    evening.turn("Ben")
    evening.say("Ben: choose an action", "move")
    evening.say("move where", "stair")
    evening.say("Ben: choose an action", "fight")
    evening.say("fight which enemy", "porter")
    evening.page.get_by_test_id("option-Heavy boots").click()
    evening.page.get_by_test_id("confirm").click()
    evening.lay("-2", "frame_010.jpg")
    expect(evening.page.get_by_test_id("verdict").first).to_contain_text("Success by 1", timeout=PATIENCE_MS)
    assert any("combat 5 + icons 1 − token 2 = 4, 3 needed: passed by 1." in line for line in evening.log())
    assert any(line == "The Wet Porter takes 1 damage." for line in evening.log())


def test_amended_token_shows_its_consequences(lamp: Lamp, visit: Callable[..., Page]) -> None:
    evening = Evening(lamp, visit)
    evening.turn("Ann")
    evening.say("Ann: choose an action", "investigate")
    evening.nobody_commits()
    evening.lay("-1", "frame_010.jpg")
    expect(evening.page.get_by_test_id("verdict").first).to_contain_text("Success by 0", timeout=PATIENCE_MS)
    assert evening.seat("Ann")["Clues"] == 1
    page = evening.page
    page.get_by_test_id("log").click()
    page.get_by_text("Wrong?").last.click()
    page.get_by_test_id("face--2").last.click()
    told = page.get_by_test_id("preview")
    expect(told).to_contain_text("passed by 0")
    expect(told).to_contain_text("finds 1 clue")
    expect(told).to_contain_text("failed by 1")
    page.get_by_test_id("apply").click()
    expect(page.get_by_test_id("verdict").first).to_contain_text("Failure by 1")
    assert evening.seat("Ann")["Clues"] == 0


def test_in_the_mythos_phase_the_people_say_which_card_came(lamp: Lamp, visit: Callable[..., Page]) -> None:
    evening = Evening(lamp, visit)
    evening.turn("Ann")
    evening.say("Ann: choose an action", "end_turn")
    evening.turn("Ben")
    evening.say("Ben: choose an action", "end_turn")
    evening.say("Cleo: choose an action", "end_turn")
    evening.page.get_by_text("Ready, draw a card, gain a resource").click()
    evening.page.get_by_text("Place 1 doom").click()
    now = evening.page.get_by_test_id("now")
    expect(now).to_contain_text("Ann: draw the top card of the encounter deck")
    evening.page.get_by_text("Drowned Clerk").first.click()
    expect(now).to_contain_text("Ben: draw the top card of the encounter deck")
    evening.page.get_by_test_id("virtual").click()
    assert evening.lamp.until(lambda: [line for line in evening.log() if line.startswith("Ben draws")])
    assert "Ann draws Drowned Clerk." in evening.log()


def test_typed_reference_card_decides_symbols(lamp: Lamp, page: Page, visit: Callable[..., Page]) -> None:
    """Play all of it on the page: the card, a custom table, a test, and a cultist under the camera."""
    page.goto(f"http://table.local:{lamp.port}/new/arkham")
    page.get_by_test_id("seats-1").click()
    page.get_by_test_id("name-1").fill("Ruth")
    page.get_by_test_id("scenario-own").click()
    page.get_by_test_id("type-in-reference").click()
    page.get_by_test_id("title").fill("The pier")
    page.get_by_test_id("easy.cultist.modifier-less").click()
    page.get_by_test_id("easy.cultist.fail_horror-more").click()
    page.get_by_test_id("keep").click()
    page.get_by_test_id("begin").click()
    page.get_by_test_id("option-test").click()
    page.get_by_test_id("option-willpower").click()
    page.get_by_test_id("count-5").click()
    page.get_by_test_id("confirm").click()
    page.get_by_test_id("photo").first.set_input_files(TOKENS / "cultist" / STILL)
    expect(page.get_by_test_id("verdict").first).to_contain_text("cultist", timeout=PATIENCE_MS)
    table = page.url.rpartition("/")[2]
    assert "Ruth suffers 1 horror." in [line["text"] for line in lamp.snapshot(table)["log"]]
