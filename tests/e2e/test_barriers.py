"""No page of a real demo stands in anybody's way: looked at by axe-core, in both languages, and at three sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from companion import games
from tests.barriers import EVERYWHERE, WHOLE, barriers, sideways, too_small
from tests.cut import cut
from tests.e2e.lamp import Lamp
from tests.tab import DRAWN, resize

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

PAGES = ("/", "/readers", "/kits", "/new/mansions", "/new/arkham")
ALL_PAGES = (*PAGES, "/record", "/fairness", "/new/nemesis", "/new/draw_your_weapon")
"""Two of these have tests of their own that look for barriers too, two are forms as the others are."""
GAMES = ("mansions", "draw_your_weapon")
ALL_GAMES = games.names()
"""The samples of ../web/test_every_sample.py are of all of them."""
LONGER, SHORTER = "de", "en"
"""Check the sizes in German, whose words are longer: English fits then as well."""
LANGUAGES = (LONGER, SHORTER) if WHOLE else (LONGER,)
DRAWERS = ("log", "free-roll", "rules", "menu", "sound")
OPENED = {LONGER: "mansions", SHORTER: "arkham"}
"""At whose table they are opened: they are much the same at all."""

STAGED = """() => new MutationObserver(() => {
    window.staged ||= document.querySelector("[data-testid=stage]")?.checkVisibility({ checkVisibilityCSS: true });
}).observe(document.body, { childList: true, subtree: true })"""
"""Remembers whether a moment was staged: a busy machine may look too late to see it, it stands there for 1.6 s."""


def faults(page: Page, where: str, language: str) -> Iterator[str]:
    """All that is wrong with what is shown."""
    _settle(page)
    yield from (f"{where} ({language}): {found}" for found in barriers(page))
    for name, size in EVERYWHERE.items() if language == LONGER else ():
        _resize(page, size)
        yield from (f"{where}, {name}: {found}" for found in too_small(page) + sideways(page) + cut(page))
    _resize(page, EVERYWHERE["wide"])


def _settle(page: Page) -> None:
    """Wait for late content."""
    expect(page.locator("html:not([data-coming])")).to_have_count(1)
    page.evaluate("document.fonts.ready")
    page.evaluate(DRAWN)


def _resize(page: Page, size: tuple[int, int]) -> None:
    if page.viewport_size != {"width": size[0], "height": size[1]}:
        resize(page, *size)


def speak(page: Page, lamp: Lamp, language: str) -> None:
    page.context.add_cookies(
        [{"name": "lamplight-language", "value": language, "url": f"http://table.local:{lamp.port}"}]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_before_a_game_has_a_barrier(page: Page, lamp: Lamp, language: str) -> None:
    found: list[str] = []
    speak(page, lamp, language)
    for path in ALL_PAGES if WHOLE else PAGES:
        page.goto(f"http://table.local:{lamp.port}{path}")
        page.locator(".app button, .app a").first.wait_for()
        found += faults(page, path, language)
    assert "\n".join(found) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_game_and_no_drawer_has_a_barrier(page: Page, lamp: Lamp, visit: Callable[..., Page], language: str) -> None:
    found: list[str] = []
    speak(page, lamp, language)
    for game in ALL_GAMES if WHOLE else GAMES:
        visit(lamp.open(game))
        found += faults(page, game, language)
        for drawer in DRAWERS if game == OPENED[language] else ():
            page.get_by_test_id(drawer).click()
            expect(page.locator(".drawer")).to_be_visible()
            found += faults(page, f"{game}, {drawer}", language)
            page.keyboard.press("Escape")
    address = page.url
    for screen, shows in (("wall", "wall"), ("tray", "expected")):
        page.goto(f"{address}/{screen}")
        page.get_by_test_id(shows).wait_for()
        _settle(page)
        found += [f"{screen} ({language}): {fault}" for fault in barriers(page) + sideways(page)]
    assert "\n".join(found) == ""


def test_turned_to_any_seat_nothing_is_cut_or_pushed_out(page: Page, lamp: Lamp, visit: Callable[..., Page]) -> None:
    visit(lamp.open("arkham"))
    for turn in (90, 180, 270):
        page.get_by_test_id("turn").click()
        expect(page.locator("html")).to_have_attribute("data-turn", str(turn))
        _settle(page)
        assert sideways(page) + too_small(page) == [], turn


def test_moment_is_staged_on_present_tablets_only(lamp: Lamp, visit: Callable[..., Page], phone: Page) -> None:
    table = lamp.open("nemesis")
    prompts = lamp.until_asks(table, "nemesis_noise", **{"action": r"move:r\d+", "token say": "nothing"})
    page = visit(table)
    roll = next(prompt for prompt in prompts if "nemesis_noise" in prompt.get("of", ()))
    page.evaluate(STAGED)
    lamp.post(f"/api/tables/{table}/answer", prompt=roll["id"], values=["danger"], id="a-danger")
    page.wait_for_function("() => window.staged")
    expect(page.get_by_test_id("stage")).to_have_count(0)
    visit(table, phone)
    assert lamp.snapshot(table)["cues"], "it is still the newest"
    expect(phone.get_by_test_id("stage")).to_have_count(0)
