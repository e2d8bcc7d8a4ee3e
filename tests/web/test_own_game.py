"""The game of docs/adding-a-game.md in Chromium: on the shelf and played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion import games
from companion.schema import Answer
from tests.games import fifth, own_page
from tests.tab import Tab
from tests.web.conftest import Stage
from tests.web.house import House

pytestmark = pytest.mark.browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    folder = fifth.written(tmp_path / "games")
    games.look_in(folder)
    house = House(tmp_path, games.find("pips"))
    yield house
    house.hub.close()
    house.log.close()
    games.look_away(folder)


@pytest.fixture
def page(tab: Tab, stage: Stage, house: House) -> Iterator[Page]:
    """A tablet at the shelf; a complaint in its console fails the test."""
    stage.app = house.app
    with tab.lent() as page:
        page.goto("/")
        yield page


@pytest.fixture
def tosses(tmp_path: Path) -> Iterator[House]:
    folder = own_page.written(tmp_path / "games")
    games.look_in(folder)
    house = House(tmp_path, games.find("tosses"))
    yield house
    house.hub.close()
    house.log.close()
    games.look_away(folder)


def test_faces_of_its_own_are_worded_and_drawn(tab: Tab, stage: Stage, tosses: House) -> None:
    tosses.begin(game="tosses")
    prompt = tosses.hall.snapshot("t1").open[0]
    tosses.hall.answer("t1", Answer("a1", prompt.id, ("coins",), prompt.seat))
    stage.app = tosses.app
    with tab.lent() as page:
        page.goto("/t/t1")
        page.get_by_test_id("by-hand").click()
        heads = page.get_by_test_id("face-heads")
        expect(heads).to_contain_text("King's head")
        expect(heads.locator("path[d='M-8-8H8V8H-8z']")).to_have_count(1)
        expect(page.get_by_text("3 old coins").first).to_be_visible()
        page.goto("/kits#new/tokens")
        expect(page.get_by_text("Old coins")).to_be_visible()


def test_from_the_shelf_to_the_end(page: Page, house: House) -> None:
    page.get_by_test_id("game-pips").click()
    page.get_by_test_id("dice-less").click()
    page.get_by_test_id("begin").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    page.get_by_test_id("source-virtual").click()
    with page.expect_response("**/virtual"):  # else both of us roll the same
        page.get_by_test_id("virtual").click()
    expect(page.get_by_text("Odds before the roll")).to_be_visible()
    while not house.hall.snapshot("t1").over:
        prompt = house.hall.snapshot("t1").open[0]
        house.hall.roll_virtually("t1", prompt.id, prompt.seat, f"v{prompt.id}")
    expect(page.get_by_text(str(house.hall.snapshot("t1").over)).first).to_be_visible()
    assert house.hall.snapshot("t1").setup.choices == {"dice": 1}
