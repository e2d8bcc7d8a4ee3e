"""Room names on a map, measured in Chromium: doors, walls and signs cover none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.schema import Board, Tile, View
from companion.web.request.language import COOKIE
from tests.screens.mansions import BEES, SAND, is_late
from tests.screens.moment import asks, by_chance
from tests.tab import remember
from tests.web.conftest import Stage
from tests.web.sample_page import resized
from tests.web.samples import SAMPLES
from tests.web.test_page import SIZES, seen

pytestmark = pytest.mark.browser
EVENINGS: dict[str, dict[str, Any]] = {"bees": BEES, "sand": SAND}

HIDDEN = """(what) => {
    const box = (e) => e.getBoundingClientRect();
    const names = [...document.querySelectorAll('.map-name')];
    const signs = [...document.querySelectorAll(what)];
    const lies = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
    return names.flatMap((name) => signs.filter((sign) => lies(box(name), box(sign)))
        .map((sign) => `${name.textContent} below ${sign.closest('.piece')?.ariaLabel || sign.outerHTML.slice(0, 60)}`));
}"""
STAYS = ".piece.bar g g, .piece .tone-gold .disc"  # doors, walls, and the sign to explore on an edge
MOVES = ".piece .disc, .piece .rim, .standing .disc, .standing .figure path"
OUTSIDE = """() => [...document.querySelectorAll('.map-name')].filter((name) => {
    const ground = name.closest('.ground').querySelector('.flooring').getBoundingClientRect(), box = name.getBoundingClientRect();
    return box.left < ground.left - 1 || box.right > ground.right + 1 || box.top < ground.top - 1 || box.bottom > ground.bottom + 1;
}).map((name) => name.textContent)"""
SPILLED = """() => [...document.querySelectorAll('.map-name')].flatMap((name) => [...name.querySelectorAll('text')]
    .filter((text) => text.getBoundingClientRect().right > name.querySelector('rect').getBoundingClientRect().right + 0.5).map((text) => text.textContent))"""


@cache
def view(evening: str) -> View:
    """The first moment between two turns, late in an evening of chance."""
    table = by_chance(lambda one: is_late(one) and asks("whose turn is it")(one), **EVENINGS[evening])()
    return table.game.view(table.run.state, "table")


@pytest.fixture
def evening(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A map as an evening of Mansions lays it, among the samples."""
    name: str = request.param
    monkeypatch.setitem(SAMPLES, name, replace(SAMPLES["map"], view=view(name), asked=()))
    return name


def measured(page: Page, size: str) -> list[str]:
    """Return the names that are covered, leave their room or leave their sign."""
    resized(page, *SIZES[size])
    expect(page.locator(".board-map svg")).to_be_visible()
    return [*page.evaluate(HIDDEN, f"{STAYS}, {MOVES}"), *page.evaluate(OUTSIDE), *page.evaluate(SPILLED)]


@pytest.mark.parametrize(("language", "letters"), [("en", 100), ("de", 140)])
@pytest.mark.parametrize("evening", EVENINGS, indirect=True)
def test_signs_cover_no_room_name(page: Page, stage: Stage, evening: str, language: str, letters: int) -> None:
    remember(page, size=letters)
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": stage.url}])
    seen(page, evening)
    for size in SIZES:
        assert measured(page, size) == [], size
        assert page.locator(".map-name").count() >= len(_rooms(evening)) - 1, size


def _rooms(evening: str) -> tuple[Tile, ...]:
    board = next(block for block in view(evening) if isinstance(block, Board))
    return board.spaces or board.tiles
