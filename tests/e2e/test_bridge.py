"""From the pin of a board to the page: the real program in a simulator, the real bridge, the real broker, a real browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import vision
from tests.e2e.lamp import Lamp
from tests.firmware_bridge.simulated import UID, Simulated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.broker,
    pytest.mark.firmware,
    pytest.mark.slow,
    pytest.mark.timeout(240),
]

TOKENS = Path(vision.__file__).parent / "throws" / "token"
STILL = "frame_006.jpg"
SKULL, MINUS = "04A1B2C3D4E5F6", "1B2C3D4E"
GOLD = f"{UID[-8:]}:b1"
BOOK = f"""
[tags]
{SKULL} = "skull"
{MINUS} = "-1"

[buttons]
"{GOLD}" = "go"
"""
PATIENCE_MS = 30_000


@pytest.fixture(scope="module")
def reader() -> Iterator[Simulated]:
    """A board with an NFC reader on a configured line."""
    with Simulated() as board:
        yield board


@pytest.fixture(scope="module")
def lamp(tmp_path_factory: pytest.TempPathFactory, reader: Simulated) -> Iterator[Lamp]:
    """A demo whose token reader is that board."""
    folder = tmp_path_factory.mktemp("bridge")
    (folder / "tags.toml").write_text(BOOK, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAMPLIGHT_BRIDGE__PORT", reader.port)
        patch.setenv("LAMPLIGHT_BRIDGE__DRIVER", "board")
        patch.setenv("LAMPLIGHT_TAGS", os.fspath(folder / "tags.toml"))
        lamp = Lamp(folder)
    lamp.readers = frozenset({"Tray camera", "Board"})
    yield lamp
    lamp.stop()


class Evening:
    """Open a test of Arkham that needs a token. Return its page."""

    def __init__(self, lamp: Lamp, reader: Simulated, visit: Callable[..., Page]) -> None:
        self.lamp, self.reader = lamp, reader
        reader.take(0)
        self.table = lamp.open("arkham")
        lamp.until_asks(self.table, "tag", action="investigate")
        self.page = visit(self.table)

    def lay(self, tag: str) -> None:
        self.reader.lay(0, tag)

    def picture(self, token: str) -> None:
        """The camera sees this token."""
        self.lamp.photo(self.table, TOKENS / token / STILL)

    @property
    def snapshot(self) -> Any:
        return self.lamp.snapshot(self.table)

    def drawn(self, source: str = "serial") -> list[list[str]]:
        return [line["values"] for line in self.lamp.read(self.table, source)]

    @property
    def verdict(self) -> Any:
        return self.page.get_by_test_id("verdict").first


@pytest.fixture
def evening(lamp: Lamp, reader: Simulated, visit: Callable[..., Page]) -> Evening:
    return Evening(lamp, reader, visit)


def test_tag_on_a_board_resolves_a_test(evening: Evening) -> None:
    expect(evening.verdict).to_have_count(0)
    evening.lay(SKULL)
    expect(evening.verdict).to_be_visible(timeout=PATIENCE_MS)
    assert evening.drawn() == [["skull"]]


def test_camera_conflict_with_a_tag_takes_one_tap(evening: Evening) -> None:
    evening.lay(MINUS)
    expect(evening.verdict).to_be_visible(timeout=PATIENCE_MS)
    evening.picture("skull")
    both = evening.page.get_by_test_id("both")
    expect(both).to_contain_text("The tag reader told -1, the camera tells skull. Which is it?", timeout=PATIENCE_MS)
    expect(both.locator("image")).to_have_count(1)
    expect(both.get_by_test_id("both-change")).to_contain_text("skull takes effect")
    both.get_by_test_id("was-skull").click()
    expect(both).to_have_count(0)
    assert evening.drawn() == [["skull"]]


def test_the_button_of_the_board_is_the_golden_one(lamp: Lamp, reader: Simulated, visit: Callable[..., Page]) -> None:
    table = lamp.open("mansions")
    page, before = visit(table), lamp.asked(table)[0]
    assert [option["id"] for option in before["options"]] == ["go"]
    reader.press(0)
    lamp.until(lambda: lamp.asked(table)[0]["id"] != before["id"])
    expect(page.get_by_test_id("now")).not_to_have_text(before["title"])
    reader.let_go(0)


def arcs(reader: Simulated, seats: int) -> list[int]:
    """How bright the ring of lamps is at each seat."""
    ring = bytes.fromhex(reader.tell("lamps").split()[0])
    size = len(ring) // 3 // seats * 3
    return [max(ring[seat * size : seat * size + 3]) for seat in range(seats)]


def test_the_lamps_of_the_board_show_whose_turn_it_is(lamp: Lamp, reader: Simulated) -> None:
    table = lamp.open("arkham")
    lamp.tap(table, lamp.asked(table)[0], "2")
    lamp.until(lambda: (lit := arcs(reader, 3)) and lit[1] > max(lit[0], lit[2]) > 0)
