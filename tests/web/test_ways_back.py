"""Drawers and the ways out of them: the browser's own, the rules that were opened from another, and a hold that nobody can hold."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.tab import stopped
from tests.web.conftest import Stage
from tests.web.sample_server import SampleServer
from tests.web.test_page import seen, sent, tap

pytestmark = pytest.mark.browser

OF = "name => import(document.querySelector('script[type=module]').src.replace('app.js', name))"
OPEN_RULE = f"() => ({OF})('rules/book.js').then(({{openRule}}) => openRule())"
TURN_ALONG = f"() => ({OF})('core/settings.js').then(({{changeSettings}}) => changeSettings({{follows: true}}))"
FACES = "document.documentElement.dataset.turn"
NEXT_SEAT = f"""async () => {{
    const {{past, present}} = await ({OF})('core/state.js');
    past.value = {{...past.value, sittings: present.value.sittings.map((one, place) => ({{...one, asked: place === 1, answered: false}}))}};
}}"""


def drawer(page: Page, name: str) -> None:
    expect(page.get_by_test_id(f"drawer-{name}")).to_be_visible()


def no_drawer(page: Page) -> None:
    expect(page.locator(".drawer")).to_have_count(0)


def test_the_browsers_way_back_closes_what_is_open_and_then_leaves_the_table(page: Page) -> None:
    seen(page, "rolling")
    page = seen(page, "saved")
    tap(page, "log")
    drawer(page, "log")
    page.go_back()
    no_drawer(page)
    tap(page, "log", "look-back")
    expect(page.get_by_test_id("past")).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("past")).to_have_count(0)
    tap(page, "menu", "close")
    no_drawer(page)
    page.go_back()
    page.wait_for_url("**/t/rolling")


def test_the_rules_lead_back_to_where_they_were_opened_and_only_once(page: Page) -> None:
    page = seen(page, "saved")
    tap(page, "log")
    drawer(page, "log")
    page.evaluate(OPEN_RULE)
    drawer(page, "rules")
    tap(page, "close")
    drawer(page, "log")
    page.evaluate(OPEN_RULE)
    tap(page, "menu")
    drawer(page, "menu")
    tap(page, "rules")
    drawer(page, "rules")
    tap(page, "close")
    no_drawer(page)


def test_whoever_looks_back_is_not_turned_round_with_the_seats_of_then(page: Page) -> None:
    page = seen(page, "saved")
    page.evaluate(TURN_ALONG)
    tap(page, "log", "look-back")
    expect(page.get_by_test_id("past")).to_be_visible()
    before = page.evaluate(FACES)
    page.evaluate(NEXT_SEAT)
    assert page.evaluate(FACES) == before


def test_what_must_be_held_is_done_by_a_screen_readers_click_and_by_no_tap(
    lone_page: Page, samples: SampleServer
) -> None:
    lone_page.clock.install()
    page = seen(lone_page, "saved")
    stopped(page)  # a slow machine's tap is no hold
    tap(page, "log", "line-5")
    held = page.locator(".line-deeds [data-testid^=undo-]")
    held.evaluate("button => button.click()")
    assert "to" in sent(samples, page, "undo")
    held.click()
    held.press("Enter")
    tap(page, "look-back")
    expect(page.get_by_test_id("past")).to_be_visible()
    assert len([path for path, _ in samples.said if path.endswith("undo")]) == 1


def test_a_language_that_no_browser_knows_dates_a_moment_as_english_does(page: Page, stage: Stage) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": "our_own_words", "url": stage.url}])
    page = seen(page, "saved")
    tap(page, "log", "save-moment")
    expect(page.get_by_test_id("save-name")).to_have_value(re.compile(r"\d\d:\d\d$"))
