"""Coming in and going out, in Chromium: the first tablet, a phone by its code, and what it shows when it is sent away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from companion import games
from tests.tab import Tab
from tests.web.conftest import Stage, complains
from tests.web.planted import Evening
from tests.web.sample_page import misfits

pytestmark = pytest.mark.browser


@pytest.fixture
def evening(begin: Callable[..., Evening]) -> Evening:
    """A real house with one table."""
    evening = begin(games.find("mansions"), phones=())
    evening.app.extensions["lamplight"] = replace(evening.app.extensions["lamplight"], trusts_this_machine=False)
    return evening


@pytest.fixture
def page(tab: Tab, stage: Stage, evening: Evening) -> Iterator[Page]:
    """An unknown browser."""
    stage.app = evening.app
    with tab.lent(complains) as page:
        yield page


@pytest.fixture(scope="module")
def pocketed(browser: Browser, stage: Stage) -> Iterator[Tab]:
    """An unused phone."""
    tab = Tab(browser, base_url=stage.url, viewport={"width": 390, "height": 844})
    yield tab
    tab.close()


@pytest.fixture
def phone(pocketed: Tab, page: Page) -> Iterator[Page]:
    """A second phone, closed before the house."""
    with pocketed.lent() as phone:
        yield phone


def first(page: Page) -> Page:
    """It says that it is the first tablet, and looks at its devices."""
    page.goto("/devices")
    page.get_by_test_id("claim").click()
    expect(page.get_by_test_id("invite-wall")).to_be_visible()
    expect(page).to_have_title("Devices · Lamplight")
    return page


def code(tablet: Page, what: str) -> str:
    """Return the invitation shown on the tablet."""
    with tablet.expect_response("**/invite*") as asked:
        tablet.get_by_test_id(f"invite-{what}").click()
    expect(tablet.get_by_test_id("qr")).to_be_visible()
    return str(asked.value.json()["url"])


def test_phone_joins_plays_is_removed_and_returns(page: Page, phone: Page) -> None:
    phone.goto("/t/t1")
    expect(phone.get_by_test_id("claim")).to_be_visible()
    tablet = first(page)
    phone.goto("/t/t1")
    expect(phone.get_by_text("This device has not been let in yet")).to_be_visible()
    expect(phone.get_by_test_id("claim")).to_have_count(0)
    phone.goto(code(tablet, "t1-1"))
    expect(phone.get_by_test_id("now")).to_be_visible()
    expect(tablet.get_by_test_id("qr")).to_have_count(0)  # it works once
    line = tablet.locator("[data-testid^=device-]", has_text="Ann")
    expect(line).to_contain_text("its page is open")
    line.get_by_text("Send away").click()
    expect(tablet.get_by_test_id("question")).to_contain_text("the tablet answers for Ann again")
    expect(tablet.get_by_test_id("sent")).to_be_focused()
    tablet.keyboard.press("Enter")
    expect(line).to_have_count(0)
    expect(phone.get_by_text("This device is not let in any more")).to_be_visible()
    phone.goto(code(tablet, "t1-2"))
    expect(phone.get_by_test_id("now")).to_be_visible()
    expect(tablet.locator("[data-testid^=device-]", has_text="Ben")).to_be_visible()


def test_link_from_another_site_keeps_the_device_signed_in(page: Page, stage: Stage) -> None:
    first(page)
    page.goto(stage.url.replace("table.local", "127.0.0.1") + "/static/icon.svg")
    with page.expect_response(
        lambda answer: answer.url.endswith("/t/t1") and answer.status == 403
    ):  # without its cookie
        page.evaluate("where => { location.href = where; }", f"{stage.url}/t/t1")
    expect(page.get_by_test_id("now")).to_be_visible()


def test_keeper_takes_the_house_from_the_tablet(page: Page, phone: Page) -> None:
    tablet = first(page)
    tablet.goto("/t/t1")
    tablet.get_by_test_id("menu").click()
    tablet.locator(".menu").get_by_test_id("devices").click()
    phone.goto(code(tablet, "keeper"))
    expect(phone.get_by_test_id("devices")).to_be_visible()
    tablet.goto("/t/t1")
    tablet.get_by_test_id("menu").click()
    expect(tablet.get_by_test_id("kept-elsewhere")).to_be_visible()
    assert tablet.locator(".menu").get_by_test_id("setup").count() == 0
    tablet.get_by_test_id("invite-wall").click()  # a television has no camera: its address is typed
    expect(tablet.locator(".join-url")).to_contain_text("/join#")
    for place in ("/setup", "/devices"):
        tablet.goto(place)
        expect(tablet.get_by_text("Is it gone? ./table pair --role keeper")).to_be_visible()
    expect(tablet.get_by_test_id("invite-wall")).to_have_count(0)


def test_device_pages_fit_every_screen(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_test_id("claim")).to_be_visible()
    assert misfits(page) == []
    first(page)
    code(page, "wall")
    page.locator("[data-testid^=rename-]").click()
    page.get_by_test_id("name").fill("Kitchen tablet")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid^=device-]")).to_contain_text("Kitchen tablet")
    page.locator("[data-testid^=send-]").first.click()
    expect(page.get_by_test_id("question")).to_contain_text("the only tablet")
    assert misfits(page) == []
