"""Nemesis at a table: dice under the camera, the ship on the page, and what only a phone shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.duel import Duel as Table
from tests.e2e.lamp import Lamp
from tests.e2e.trays import at_rest

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(120)]
PATIENCE_MS = 30_000
BEYOND, FAR = "r9", "r12"  # the room behind that where all wake, and a known far one


class Crew(Table):
    """Ann's game. Seats without a phone are answered for."""

    def corridor(self, name: str, what: str) -> None:
        """By hand: something is so in a corridor."""
        self.say("put the ship right", "corridor")
        self.say("which corridor is not right", name)
        self.say("what is right in that corridor", what)

    def intruder(self, kind: str, room: str) -> None:
        """By hand: an Intruder stands there."""
        self.say("put the ship right", "intruder_more")
        self.say("which Intruder comes", kind)
        self.say("where does it stand", room)

    def keeps(self) -> None:
        """Keep the first of the two objectives for every seat without a phone."""
        for prompt in self.lamp.asked(self.table):
            if "keep one of your objectives" in prompt["title"] and prompt["options"]:
                self.lamp.tap(self.table, prompt, prompt["options"][0]["id"])

    def pays(self) -> None:
        """Ann discards what the action costs."""
        prompt = self.asked("Ann: discard")
        can = [option["id"] for option in prompt["options"] if option["refused"] is None]
        self.lamp.tap(self.table, prompt, *can[: prompt["least"]])

    def rolls(self, page: Page, kind: str, throw: str, room: str) -> None:
        """Show the camera the die that a room needs."""
        self.lamp.until(
            lambda: any(kind in p.get("of", ()) for p in self.lamp.asked(self.table)) or self.is_silent(room)
        )
        if not self.is_silent(room):
            self.lay(page, at_rest(kind, throw))

    def is_silent(self, room: str) -> bool:
        """Return whether Ann is there already without a roll, as the token of a new room may allow."""
        first = self.lamp.asked(self.table)[0]
        ship = self.block("graph")
        return first["title"].startswith("Ann: choose an action") and "1" in _room(ship, room)["here"]

    def block(self, kind: str) -> Any:
        return next(block for block in self.lamp.snapshot(self.table)["view"] if block["kind"] == kind)

    def told_by(self, kind: str) -> list[str]:
        """Return the sources of the answers of such things."""
        return [line["source"] for line in self.lamp.snapshot(self.table)["log"] if line["object"] == kind]

    def log(self) -> list[str]:
        return [line["text"] for line in self.lamp.snapshot(self.table)["log"]]


def _room(ship: Any, name: str) -> Any:
    return next(room for room in ship["rooms"] if room["id"] == name)


@pytest.fixture
def crew(lamp: Lamp) -> Crew:
    return Crew(lamp, lamp.open("nemesis"))


def walks_into_noise(crew: Crew, page: Page) -> None:
    """Two moves with their noise rolls, the second where there was noise already: something comes."""
    page.get_by_test_id(f"room-{BEYOND}").click()
    crew.pays()
    crew.rolls(page, "nemesis_noise", "4", BEYOND)
    expect(page.get_by_test_id("now")).to_contain_text("choose an action, 1 action left", timeout=PATIENCE_MS)
    page.get_by_test_id(f"room-{FAR}").click()
    crew.pays()
    crew.rolls(page, "nemesis_noise", "2", FAR)
    expect(page.get_by_test_id("now")).to_contain_text("draw an Intruder token", timeout=PATIENCE_MS)


def test_a_move_with_a_noise_roll_ends_in_an_encounter(crew: Crew, visit: Callable[..., Page]) -> None:
    crew.corridor("c16", "noise")
    page = visit(crew.table)
    walks_into_noise(crew, page)
    page.get_by_test_id("by-hand").click()
    expect(page.get_by_test_id("face-queen-4")).to_contain_text("Queen 4")
    page.get_by_test_id("face-adult-4").click()
    crew.lamp.until(lambda: _room(crew.block("graph"), FAR)["lurkers"])
    crew.keeps()
    assert any("rolls 2: encounter" in line for line in crew.log())
    assert any("draws adult 4" in line for line in crew.log())


def test_real_dice_and_the_tokens_by_the_app(crew: Crew, visit: Callable[..., Page]) -> None:
    crew.corridor("c16", "noise")
    page = visit(crew.table)
    page.get_by_test_id("menu").click()
    page.get_by_test_id("kinds-all").locator("summary").click()
    page.get_by_test_id("sources-all-token").get_by_test_id("source-virtual").click()
    page.get_by_test_id("close").click()
    walks_into_noise(crew, page)
    expect(page.get_by_test_id("slot")).to_have_count(0)
    page.get_by_test_id("virtual").click()
    crew.lamp.until(lambda: crew.told_by("token"))
    assert crew.told_by("token") == ["virtual"]
    assert set(crew.told_by("nemesis_noise")) == {"camera"}


def test_objectives_are_on_the_phone_alone(crew: Crew, visit: Callable[..., Page], phone: Page) -> None:
    page = visit(crew.table)
    crew.seat(phone, "1")
    mine = next(block for block in crew.sent(phone)["view"] if block.get("title", "").startswith("Your objectives"))
    secrets = [card["note"] for card in mine["cards"]]
    assert len(secrets) == 2 and not any(word in str(crew.sent(page)) for word in secrets)
    expect(phone.get_by_text(secrets[0]).first).to_be_visible()
    crew.intruder("creeper", "r1")
    crew.keeps()
    phone.locator(f'[data-testid="option-{mine["cards"][0]["id"]}"]').first.click()
    crew.lamp.until(lambda: "keep one of your objectives" not in crew.lamp.snapshot(crew.table)["now"])
    assert secrets[0] in str(crew.sent(phone)["view"])
    expect(page.get_by_text(secrets[0])).to_have_count(0)
    assert not any(word in str(crew.sent(page)) for word in secrets)
    titles = [[block.get("title") for block in crew.sent(device)["view"]] for device in (phone, page)]
    assert ["Your hand" in told for told in titles] == [True, False]
