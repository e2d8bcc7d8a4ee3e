"""A reading that ends a player's game: it counts at once, and the next question waits until people have looked.

The page's clock stands still but for what a test lets pass: how busy the machine is changes nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.schema import SeenObject
from tests.e2e.duel import Duel
from tests.e2e.lamp import Lamp
from tests.e2e.reader import TestReader
from tests.tab import TABLET, stopped

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

EPOCHS = itertools.count()
TICK = 50  # ms
LONG = 6000  # ms, the longer of the two rings


@pytest.fixture
def reader(lamp: Lamp) -> Iterator[TestReader]:
    reader = TestReader(lamp.folder / "data", "ring")
    yield reader
    reader.stir("still")
    reader.stop()


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    """Use a separate tab, because a clock cannot be removed."""
    context = browser.new_context(viewport=TABLET, reduced_motion="reduce")
    yield context.new_page()
    context.close()


class Fateful:
    """The barge dog plays a card against Ann, who has no guard and one HP: any card fells her."""

    def __init__(self, lamp: Lamp, reader: TestReader) -> None:
        self.table = lamp.open("draw_your_weapon")
        self.duel, self.reader = Duel(lamp, self.table), reader
        for number, value in (("hp", "1"), ("guard", "0")):
            self.duel.say("put something right", number)
            self.duel.say("of whom?", "1")
            self.duel.say("of Ann", value)
        self._attack()

    def _attack(self) -> None:
        for words, value in (("call a test", "figure_attack"), ("who attacks", "mastiff"), ("with what", "bare hands")):
            self.duel.say(words, value)
        self.duel.say("meant for", "1")
        self.duel.say("how does Ann meet it", "hits")

    def card_lies(self) -> None:
        """The card that decides it is read without doubt."""
        question = self.duel.asked("play a card")["id"].rpartition(".")[0]
        self.reader.say(f"{self.table}.{question}", SeenObject("card", "KH", 0.99), epoch=f"ring{next(EPOCHS)}", seq=1)

    def is_down(self) -> bool:
        return any(line["text"] == "Ann is Down." for line in self.duel.lamp.snapshot(self.table)["log"])


class Slowly:
    """A page whose time passes only here; six seconds are what it waits."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.clock.install()
        page.goto(address)
        for name in ("menu", "wait", "close"):
            page.get_by_test_id(name).click()
        stopped(page)

    def __call__(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def passes(self, ms: int) -> None:
        self.page.clock.run_for(ms)


@pytest.fixture
def fateful(lamp: Lamp, reader: TestReader) -> Fateful:
    return Fateful(lamp, reader)


@pytest.fixture
def page(fateful: Fateful, tablet: Page, lamp: Lamp) -> Slowly:
    return Slowly(tablet, f"http://table.local:{lamp.port}/t/{fateful.table}")


def test_final_reading_counts_at_once_and_delays_the_prompt(fateful: Fateful, page: Slowly) -> None:
    fateful.card_lies()
    expect(page("ring")).to_contain_text("This is for good: is it right?")
    assert fateful.is_down()
    expect(page("prompt-card")).to_have_count(0)
    page.passes(LONG - TICK)
    expect(page("ring")).to_be_visible()
    page.passes(2 * TICK)
    expect(page("ring")).to_have_count(0)
    expect(page("prompt-card")).to_be_visible()


def test_hand_in_the_tray_stops_the_ring(fateful: Fateful, page: Slowly) -> None:
    fateful.card_lies()
    expect(page("ring")).to_have_attribute("data-held", "false")
    page.passes(LONG - TICK)
    fateful.reader.stir("hand")
    expect(page("ring")).to_have_attribute("data-held", "true")
    fateful.reader.stir("still")
    page.passes(10 * LONG)
    expect(page("ring")).to_contain_text("Nothing moves on until somebody taps")
    expect(page("prompt-card")).to_have_count(0)
    page("continue").click()
    expect(page("prompt-card")).to_be_visible()


def test_wrong_reading_is_corrected_in_the_ring(fateful: Fateful, page: Slowly) -> None:
    fateful.card_lies()
    expect(page("ring")).to_be_visible()
    page("filled").first.click()
    expect(page("ring")).to_have_attribute("data-held", "true")
    page("fix-none").click()
    expect(page("ring")).to_have_count(0)
    expect(page("prompt-card")).to_contain_text("1 card into the tray")
    assert not fateful.is_down()
