"""Each kind of things as a seat likes it, in a browser: real coins, and tokens by the app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from companion.schema import TABLE, SeenObject
from companion.sessions import source_of
from tests.tab import Tab
from tests.web.conftest import Stage
from tests.web.rig import Rig
from tests.web.sample_page import tap

pytestmark = [pytest.mark.browser, pytest.mark.slow]
COINS = tuple(SeenObject("coin", face, 0.99) for face in ("heads", "heads", "tails"))


@pytest.fixture
def toy(tab: Tab, stage: Stage, rig: Rig) -> Iterator[Page]:
    """A tablet at a table of coins, cards and tokens."""
    stage.app = rig.app
    with tab.lent() as page:
        page.goto("/t/t1")
        yield page


def chosen(rig: Rig, seat: str, kind: str) -> str:
    return source_of(rig.hall.snapshot("t1").sources, seat, kind)


def test_source_is_chosen_per_kind_for_all_seats(toy: Page, rig: Rig) -> None:
    tap(toy, "menu")
    kinds = toy.get_by_test_id("kinds-all")
    kinds.locator("summary").click()
    kinds.get_by_test_id("sources-all-token").get_by_test_id("source-virtual").click()
    every = toy.get_by_test_id("sources-2-token").get_by_test_id("source-virtual")
    expect(every).to_have_attribute("aria-pressed", "true")
    assert {chosen(rig, seat, "token") for seat in ("1", "2", TABLE)} == {"virtual"}
    assert {chosen(rig, seat, "coin") for seat in ("1", "2", TABLE)} == {"scan"}
    tap(toy, "close", "option-bag")
    expect(toy.get_by_test_id("virtual")).to_contain_text("Draw for Ann")
    expect(toy.get_by_test_id("slot")).to_have_count(0)
    expect(toy.get_by_test_id("throw")).to_have_count(0)
    rig.throw(1, SeenObject("token", "star", 0.99))
    assert len(rig.hall.snapshot("t1").state.bag) == 4  # it was a free roll
    tap(toy, "virtual", "option-coins")
    assert len(rig.hall.snapshot("t1").state.bag) == 3
    expect(toy.get_by_test_id("slot")).to_have_count(3)
    rig.throw(2, *COINS)
    assert rig.hall.snapshot("t1").state.coins == ("heads", "heads", "tails")
