"""Mansions on an upright tablet: prompt, verdict and map are in sight together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.schema import Story, Sum
from tests.web.board_samples import BOARD, FOES, PEOPLE, PHASES, TURN
from tests.web.conftest import Stage
from tests.web.sample_page import opened, shown
from tests.web.samples import FILLED, SAMPLES
from tests.web.test_page import SIZES

pytestmark = pytest.mark.browser
PAST = Story("Past it", "It takes you for a coat stand.")
VERDICT = next(block for block in FILLED.view if isinstance(block, Sum))

SHARE = """board => { const box = board.getBoundingClientRect(), band = board.closest('.middle').getBoundingClientRect();
    return (Math.min(box.bottom, band.bottom) - box.top) / box.height; }"""


MOMENTS = ("fresh", "told", "asked")
"""Return a verdict with a button, one with a prompt, and an old one beside a turn."""


@pytest.fixture(autouse=True)
def moments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with a monster in the drawer, among the samples."""
    home, thrown = SAMPLES["map"], FILLED.thrown
    assert thrown is not None
    asked = {
        "fresh": (),
        "told": tuple(one for one in SAMPLES["where"].asked),
        "asked": tuple(one for one in home.asked if one.prompt == TURN),
    }
    for moment in MOMENTS:
        sample = replace(
            home,
            asked=asked[moment],
            old=moment == "asked",
            thrown=replace(thrown, note="", later=int(moment == "asked")),
            view=(home.view[0], PHASES, VERDICT, PAST, replace(BOARD, place=()), FOES, *PEOPLE),
        )
        monkeypatch.setitem(SAMPLES, moment, sample)


@pytest.mark.parametrize("language", ["en", "de"])
def test_prompt_verdict_and_upper_map_are_in_sight(page: Page, stage: Stage, language: str) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["portrait"], strict=True)))
    opened(page, stage, language)
    for moment in MOMENTS:
        shown(page, moment, language)
        parts = page.locator(".side :is(.sum:not(.past), .prompt-card)").all()
        assert parts
        for part in parts:
            expect(part).to_be_in_viewport(ratio=1)
        assert page.locator(".side > .prompt-card").count() == (moment != "fresh")
        assert page.get_by_test_id("board").evaluate(SHARE) >= 0.5, moment
