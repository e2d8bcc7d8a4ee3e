"""Health page in Chromium: one calm sentence, or fault and remedy; it updates by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion import games
from companion.errors import StoreError
from tests.barriers import EVERYWHERE, barriers, sideways, too_small
from tests.tab import Tab
from tests.web.conftest import Stage
from tests.web.planted import Evening

pytestmark = pytest.mark.browser

SHOWN = """() => import(document.querySelector('script[type=module]').src.replace('app.js', 'core/state.js'))
    .then(({present}) => present.value.id)"""


@pytest.fixture
def evening(begin: Callable[..., Evening]) -> Evening:
    return begin(games.find("nemesis"), phones=())


@pytest.fixture
def page(tab: Tab, stage: Stage, evening: Evening) -> Iterator[Page]:
    """A tablet at the shelf; a complaint in its console fails the test."""
    stage.app = evening.app
    with tab.lent() as page:
        page.goto("/")
        yield page


def hurt(evening: Evening, **wrong: object) -> None:
    """Replace all faults by this one."""
    care = evening.house.health_monitor
    gathered = replace(care.health._gather(), free=1 << 40, senses=())
    care.health._gather = lambda: replace(gathered, **{"connected": True, **wrong})  # type: ignore[arg-type]
    care.health.look()


def test_health_page_updates_by_itself(page: Page, evening: Evening) -> None:
    hurt(evening)
    page.get_by_test_id("house").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("All is well.")
    hurt(evening, connected=False)
    expect(page.get_by_test_id("wrong-broker")).to_contain_text("Tap your answers meanwhile.")
    expect(page.get_by_test_id("verdict")).to_contain_text("Something needs you now.")
    hurt(evening)
    expect(page.get_by_test_id("wrong-broker")).to_have_count(0)
    expect(page.get_by_test_id("verdict")).to_contain_text("All is well.")


def test_unwritten_answer_fault_survives_a_reload(
    page: Page, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise StoreError("The disk is full.")

    page.goto("/t/t1")
    option = page.get_by_test_id("option-pass")
    expect(option).to_be_visible()
    monkeypatch.setattr(evening.hall._log, "append", full)
    option.click()
    expect(page.get_by_test_id("refusal")).to_contain_text("The disk is full.")
    for _ in range(2):  # as a house reloads it
        before = page.evaluate(SHOWN)
        with evening.hall._shelf.change("t1"):
            pass
        page.wait_for_function(f"before => ({SHOWN})().then((now) => now !== before)", arg=before)
    expect(page.get_by_test_id("refusal")).to_contain_text("The disk is full.")


def test_health_page_fits_every_screen(page: Page, evening: Evening) -> None:
    hurt(evening, connected=False, is_old=True, heat=91.0)
    page.goto("/house?table=t1")
    expect(page.get_by_test_id("wrong-heat")).to_be_visible()
    expect(page.get_by_test_id("home")).to_have_attribute("href", "/t/t1")
    found: list[str] = []
    for width, height in EVERYWHERE.values():
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {what}" for what in (*sideways(page), *too_small(page))]
    found += barriers(page)
    assert not found, "\n".join(found)
