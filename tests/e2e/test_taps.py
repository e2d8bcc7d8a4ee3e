"""Number of taps for an answer: none without an effect, two to four by hand, in addition to situations/test_dice.py."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from companion.schema import SeenObject
from tests.e2e.lamp import Lamp
from tests.e2e.reader import TestReader

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]
EPOCHS = itertools.count()
TAPS = "addEventListener('click', () => { window.taps = (window.taps || 0) + 1; }, true)"
KEYPAD = {"equired": "5"}


@pytest.fixture
def reader(lamp: Lamp) -> Iterator[TestReader]:
    reader = TestReader(lamp.folder / "data")
    yield reader
    reader.stop()


class Seat:
    """A tablet at a table, whose taps are counted."""

    def __init__(self, lamp: Lamp, reader: TestReader, page: Page, table: str) -> None:
        self.lamp, self.reader, self.page, self.table = lamp, reader, page, table
        page.evaluate(TAPS)

    def lay(self, *objects: SeenObject) -> None:
        question = self.lamp.asked(self.table)[0]["id"].rpartition(".")[0]
        self.reader.say(f"{self.table}.{question}", *objects, epoch=f"taps{next(EPOCHS)}", seq=1)

    def tap(self, name: str, place: int = 0) -> None:
        self.page.get_by_test_id(name).nth(place).click()

    def after(self, taps: int, *values: str) -> None:
        """Check the number of taps since the last call, and the faces in the slots."""
        slots = self.page.get_by_test_id("filled")
        expect(slots).to_have_count(len(values))
        for place, value in enumerate(values):
            expect(slots.nth(place)).to_have_attribute("data-value", value)
        assert self.page.evaluate("() => { const n = window.taps || 0; window.taps = 0; return n; }") == taps


def sure(kind: str, *faces: str) -> tuple[SeenObject, ...]:
    return tuple(SeenObject(kind, face, 0.99) for face in faces)


def test_a_die_that_cannot_change_the_result_takes_no_tap(
    lamp: Lamp, visit: Callable[..., Page], reader: TestReader
) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)
    seat = Seat(lamp, reader, visit(table), table)
    seat.lay(*sure("mom_d8", "success", "success"), SeenObject("mom_d8", "blank", 0.6, (("investigation", 0.38),)))
    seat.after(0, "success", "success", "blank")  # whatever it shows, it comes to the same
    expect(seat.page.get_by_test_id("note")).to_contain_text("comes to the same")
    expect(seat.page.get_by_test_id("ring")).to_have_count(0)


def test_manual_roll_takes_two_to_four_taps(lamp: Lamp, visit: Callable[..., Page], reader: TestReader) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)
    seat = Seat(lamp, reader, visit(table), table)
    seat.tap("by-hand")
    expect(seat.page.get_by_test_id("count-success-2")).to_be_visible()
    seat.page.evaluate("() => { window.taps = 0; }")
    seat.lay(*sure("mom_d8", "blank", "blank", "blank"))  # no prompt needs it: a free roll
    lamp.until(lambda: lamp.snapshot(table)["tray"])
    seat.tap("count-success-2")
    seat.tap("count-investigation-1")
    seat.tap("confirm")
    seat.after(3, "success", "success", "investigation")
    expect(seat.page.get_by_test_id("from")).to_contain_text("by hand")

    lamp.rolls(table)
    seat.tap("source-virtual")
    expect(seat.page.get_by_test_id("virtual")).to_contain_text("Roll for Ann")
    seat.page.evaluate("() => { window.taps = 0; }")
    seat.tap("virtual")
    expect(seat.page.get_by_test_id("from")).to_contain_text("by the app")
    assert seat.page.evaluate("window.taps") == 1
    assert lamp.read(table, "virtual")
    assert [one["source"] for one in lamp.snapshot(table)["sittings"]] == ["virtual", "scan", "scan"]


def test_a_token_and_a_card_take_as_few(lamp: Lamp, visit: Callable[..., Page], reader: TestReader) -> None:
    table = lamp.open("arkham")
    lamp.until_asks(table, "token", action="investigate")
    seat = Seat(lamp, reader, visit(table), table)
    seat.lay(*sure("token", "-1"))
    seat.after(0, "-1")
    seat.tap("filled")
    seat.tap("fix-0")
    seat.after(2, "0")

    table = lamp.open("draw_your_weapon")
    lamp.until_asks(table, "card", **KEYPAD)
    seat = Seat(lamp, reader, visit(table), table)
    seat.lay(*sure("card", "9S"))
    seat.after(0, "9S")
    seat.tap("filled")
    seat.tap("face-7S")  # of the same suit: its keys stand open
    seat.after(2, "7S")
