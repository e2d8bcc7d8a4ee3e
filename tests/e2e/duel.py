"""A table of Draw Your Weapon in the browser: the tablet plays the Dealer and seats without a phone, phones answer for themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.e2e.lamp import Lamp
from tests.tab import HALF

ANSWER = f"""([table, prompt, values]) => fetch(`/api/tables/${{table}}/answer`, {{
    method: "POST", headers: {{"Content-Type": "application/json", "X-Lamplight": "1", {HALF}}},
    body: JSON.stringify({{prompt, values, id: `${{prompt}}-${{Math.random()}}`}})}}).then(answer => answer.status)"""
SNAPSHOT = f"table => fetch(`/api/tables/${{table}}/snapshot`, {{headers: {{{HALF}}}}}).then(answer => answer.text())"
STATUS = f"url => fetch(url, {{cache: 'no-store', headers: {{{HALF}}}}}).then(answer => answer.status)"


class Duel:
    """Actions of the people, by the words of their prompts."""

    def __init__(self, lamp: Lamp, table: str) -> None:
        self.lamp, self.table = lamp, table

    def seat(self, device: Page, seat: str) -> Page:
        """The device takes the invitation to a seat."""
        invited = self.lamp.post(f"/api/tables/{self.table}/invite", seat=seat)["url"].partition("#")[2]
        device.goto(f"http://table.local:{self.lamp.port}/join#{invited}")
        device.get_by_test_id("now").wait_for()
        return device

    def say(self, words: str, *values: str) -> None:
        """Answer the prompt with these words on the tablet."""
        self.lamp.tap(self.table, self.asked(words), *values)

    def asked(self, words: str) -> Any:
        open_ = self.lamp.until(lambda: [p for p in self.lamp.asked(self.table) if words in p["title"]])
        return open_[0]

    def answer(self, device: Page, words: str, *values: str) -> None:
        """A phone answers for its own seat."""
        prompt = self.asked(words)["id"]
        assert device.evaluate(ANSWER, [self.table, prompt, list(values)]) == 200

    def call(self, kind: str, *who: str, attribute: str = "might", required: int = 0) -> None:
        """Call a test as the Dealer, without Features."""
        self.say("call a test", kind)
        self.say("name the Attribute and the Suit", attribute)
        self.say("who takes part" if len(who) > 1 else "whose test it is", *who)
        if required:
            self.say("fix the required Result", str(required))

    def lay(self, device: Page, picture: Path) -> None:
        """A photograph of the tray, from the prompt's own button."""
        before = self.lamp.snapshot(self.table)["rev"]
        device.get_by_test_id("photo").first.set_input_files(picture)
        self.lamp.until(lambda: self.lamp.snapshot(self.table)["rev"] > before)

    def answered(self, name: str) -> bool:
        """Return whether a seat has answered the open prompt, as the public view shows it."""
        return any(s["answered"] for s in self.lamp.snapshot(self.table)["sittings"] if s["name"] == name)

    def sent(self, device: Page) -> Any:
        """All that a device is sent of the table."""
        return json.loads(device.evaluate(SNAPSHOT, self.table))

    def told(self, device: Page) -> str:
        """Return the output of a device except the cards that its own seat could hold."""
        return json.dumps({key: value for key, value in self.sent(device).items() if key != "asked"})

    def may_see(self, device: Page, picture: str) -> bool:
        """Return whether the server gives this picture to this device."""
        return bool(device.evaluate(STATUS, picture) == 200)
