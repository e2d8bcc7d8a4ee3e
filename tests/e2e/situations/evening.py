"""Actions of people, dice and devices at a table, as sentences of a story."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from companion.schema import Over, SeenObject
from tests.e2e.lamp import Lamp
from tests.e2e.reader import TestReader
from tests.tab import stopped

EPOCHS = itertools.count()
TAPS = "addEventListener('click', () => { window.taps = (window.taps || 0) + 1; }, true)"
SURE = 0.99


class Evening:
    """A table with its tray. Things in it are read as the camera's process would read them."""

    def __init__(self, lamp: Lamp, reader: TestReader, table: str) -> None:
        self.lamp, self.reader, self.table = lamp, reader, table

    def asks_for_three_dice(self) -> Any:
        """Ann leads her turn to a roll of three dice, two successes needed; the prompt."""
        return self.lamp.rolls(self.table)

    def asked(self, words: str = "") -> Any:
        """The open prompt with these words in its title."""
        return self.lamp.until(lambda: next((p for p in self.lamp.asked(self.table) if words in p["title"]), None))

    def says(self, words: str, *values: str) -> None:
        """Answer the prompt with these words."""
        self.lamp.tap(self.table, self.asked(words), *values)

    def comes_to_a_test(self, name: str) -> None:
        """End turns until this seat has the dice."""
        ways = {f"{name}: 2 actions left": "test", "left": "end", "whose turn": ".*"}
        self.lamp.until_asks(self.table, "mom_d8", **ways, **{"which skill": "agility", "how many": "1"})

    def dice_lie(self, *dice: str | SeenObject) -> None:
        """They came to rest in the tray: those named by their face alone are read without doubt."""
        seen = [die if isinstance(die, SeenObject) else SeenObject("mom_d8", die, SURE) for die in dice]
        question = self.lamp.asked(self.table)[0]["id"].rpartition(".")[0]
        self.reader.say(f"{self.table}.{question}", *seen, epoch=f"situation{next(EPOCHS)}", seq=1)

    def over_the_tray(self, what: Over) -> None:
        """A hand reaches in, or nothing moves any more."""
        self.reader.stir(what)

    def answered(self, *answers: Sequence[str]) -> bool:
        """Return whether exactly these things answered, the oldest first."""
        told = [line["values"] for line in self.lamp.snapshot(self.table)["log"] if line["kind"] == "answer"]
        return told == [list(answer) for answer in answers]

    def has_counted(self, *answers: Sequence[str]) -> None:
        """Sooner or later."""
        self.lamp.until(lambda: self.answered(*answers))


class Device:
    """A screen at the table, and the finger on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(TAPS)

    def __call__(self, name: str) -> Locator:
        """A thing on the screen."""
        return self.page.get_by_test_id(name)

    def tap(self, *names: str, place: int = 0) -> None:
        for name in names:
            self(name).nth(place).click()

    def hold(self, name: str) -> None:
        """A finger that stays until what it holds is gone."""
        self(name).hover()
        self.page.mouse.down()
        self.hides(name)
        self.page.mouse.up()

    def stops_its_clock(self) -> None:
        """From now on its time passes only with `passes`: how busy the machine is changes nothing."""
        stopped(self.page)

    def passes(self, ms: int) -> None:
        self.page.clock.run_for(ms)

    @property
    def taps(self) -> int:
        """How many there were since the page was opened."""
        return int(self.page.evaluate("window.taps || 0"))

    def shows(self, name: str, words: str = "") -> None:
        """Something is to be seen, with these words."""
        expect(self(name).first).to_be_visible()
        if words:
            expect(self(name).first).to_contain_text(words)

    def hides(self, name: str) -> None:
        expect(self(name)).to_have_count(0)

    def shows_dice(self, *faces: str) -> None:
        """The slots are filled with these."""
        expect(self("filled")).to_have_count(len(faces))
        for place, face in enumerate(faces):
            expect(self("filled").nth(place)).to_have_attribute("data-value", face)

    def judges(self, verdict: str) -> None:
        """The newest verdict."""
        expect(self("verdict").first).to_have_attribute("data-verdict", verdict)

    def asks(self, words: str) -> None:
        """The Now line."""
        expect(self("now")).to_contain_text(words)


def doubtful(likeliest: str, other: str) -> SeenObject:
    """A die that the camera is not sure of."""
    return SeenObject("mom_d8", likeliest, 0.6, ((other, 0.3),))
