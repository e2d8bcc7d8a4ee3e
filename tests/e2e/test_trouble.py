"""Faults at a table, which continues."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.schema import SeenObject
from tests.e2e.lamp import Lamp
from tests.e2e.reader import TestReader

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]
EPOCHS = itertools.count()


@pytest.fixture
def reader(lamp: Lamp) -> Iterator[TestReader]:
    reader = TestReader(lamp.folder / "data")
    yield reader
    reader.stop()


def rolling(lamp: Lamp) -> str:
    """A table at which three dice are to be thrown."""
    table = lamp.open("mansions")
    lamp.rolls(table)
    return table


def question(lamp: Lamp, table: str) -> str:
    """The id of the open question as the bus has it."""
    return f"{table}.{lamp.asked(table)[0]['id'].rpartition('.')[0]}"


def dice(*faces: str) -> tuple[SeenObject, ...]:
    return tuple(SeenObject("mom_d8", face, 0.99) for face in faces)


def test_wrong_number_of_dice_is_answered_by_hand(lamp: Lamp, visit: Callable[..., Page], reader: TestReader) -> None:
    table = rolling(lamp)
    page = visit(table)
    reader.say(question(lamp, table), *dice("blank", "blank"), epoch=f"e{next(EPOCHS)}", seq=1)
    expect(page.get_by_test_id("doubt")).to_contain_text("3 wanted, 2 seen")
    lamp.tap(table, lamp.asked(table)[0], "blank", "blank", "blank")
    expect(page.get_by_test_id("doubt")).to_have_count(0)


def test_malformed_messages_are_dropped(lamp: Lamp, reader: TestReader) -> None:
    table = rolling(lamp)
    for rubbish in (b"\xff\x00", b"{", b"[]", {"v": 2}, {"v": 1, "id": 7}, b"x" * 20_000):
        reader.babble(rubbish)
    reader.say(question(lamp, table), *dice("blank", "blank", "blank"), epoch=f"e{next(EPOCHS)}", seq=1)
    lamp.until(lambda: lamp.read(table))


def test_the_same_reading_twice_counts_once(lamp: Lamp, reader: TestReader) -> None:
    table, epoch = rolling(lamp), f"e{next(EPOCHS)}"
    asked = question(lamp, table)
    for _ in range(3):
        reader.say(asked, *dice("success", "success", "success"), epoch=epoch, seq=1)
    reader.say(asked, SeenObject("d6", "4", 0.99), epoch=epoch, seq=2)
    lamp.until(lambda: '"d6"' in json.dumps(lamp.snapshot(table)["tray"]))
    assert len(lamp.read(table)) == 1


@pytest.mark.parametrize("content", [b"no picture", b"\xff\xd8\xff broken"], ids=["text", "broken"])
def test_a_bad_picture_is_a_sentence_on_the_page(
    lamp: Lamp, visit: Callable[..., Page], tmp_path: Path, content: bytes
) -> None:
    table = rolling(lamp)
    page = visit(table)
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(content)
    page.get_by_test_id("photo").first.set_input_files(bad)
    expect(page.get_by_text("picture", exact=False).first).to_be_visible()
    assert lamp.asked(table)[0]["kind"] == "roll"
