"""A game of one's own in Chromium: what docs/adding-a-game.md builds stands on the shelf and is played there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion import games
from tests.games import fifth
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


def test_from_the_shelf_to_the_end(page: Page, house: House) -> None:
    page.get_by_test_id("game-pips").click()
    page.get_by_test_id("dice-less").click()
    page.get_by_test_id("begin").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    page.get_by_test_id("source-virtual").click()
    with page.expect_response("**/virtual"):  # else both of us roll the same
        page.get_by_test_id("virtual").click()
    expect(page.get_by_text("Odds before the roll")).to_be_visible()
    while not house.hall.picture("t1").over:
        prompt = house.hall.picture("t1").open[0]
        house.hall.virtual("t1", prompt.id, prompt.seat, f"v{prompt.id}")
    expect(page.get_by_text(house.hall.picture("t1").over).first).to_be_visible()
    assert house.hall.picture("t1").setup.choices == {"dice": 1}
