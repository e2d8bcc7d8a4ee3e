"""Further devices at a table: how much they load, what a wall shows, and whom the screen faces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion import games
from tests.e2e.lamp import Lamp
from tests.tab import remember

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.slow]

MOST_FIRST = 250_000  # bytes over the wire for the first sight of a table, fonts and first snapshot and all
MOST_AGAIN = 12_000
HEAD = 1_000  # bytes that the head of an answer has at most


def weighed(context: BrowserContext, url: str) -> Counter[str]:
    """Return the bytes transferred until the page had drawn its table, by file type."""
    page = context.new_page()
    heard = context.new_cdp_session(page)
    heard.send("Network.enable")
    names: dict[str, str] = {}
    bytes_of: Counter[str] = Counter()
    heard.on("Network.requestWillBeSent", lambda e: names.update({e["requestId"]: e["request"]["url"]}))
    heard.on(
        "Network.responseReceived", lambda e: bytes_of.update({e["requestId"]: e["response"]["encodedDataLength"]})
    )
    heard.on("Network.dataReceived", lambda e: bytes_of.update({e["requestId"]: e["encodedDataLength"]}))
    with page.expect_response("**/api/rules/*") as book:  # the rules come when there is time for them
        page.goto(url)
    book.value.finished()
    page.get_by_test_id("now").wait_for()
    page.locator("html:not([data-coming])").wait_for()  # what comes late is weighed too, and kept for the next time
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("load")
    while not any(bytes_of[request] > HEAD for request, url in names.items() if "/stream?" in url):
        page.wait_for_timeout(20)  # the first snapshot was drawn, and is not counted yet
    page.close()
    told: Counter[str] = Counter()
    for request, count in bytes_of.items():
        ending = re.search(r"\.(\w+)(\?|$)", names.get(request, ""))
        told[ending.group(1) if ending else "other"] += count
    return told


@pytest.mark.parametrize("game", games.names())
def test_table_page_loads_few_bytes(lamp: Lamp, browser: Browser, game: str) -> None:
    url = f"http://table.local:{lamp.port}/t/{lamp.open(game)}"
    context = browser.new_context()
    first, again = weighed(context, url), weighed(context, url)
    context.close()
    assert first.total() < MOST_FIRST, first
    assert first["woff2"] < 80_000, first
    assert again.total() < MOST_AGAIN, again


def test_a_page_by_name_has_no_secure_context_and_plays(lamp: Lamp, visit: Callable[..., Page]) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)
    page = visit(table)
    assert page.evaluate("[isSecureContext, typeof crypto.randomUUID, 'serviceWorker' in navigator]") == [
        False,
        "undefined",
        False,
    ]
    page.get_by_test_id("by-hand").click()
    for _ in range(3):
        page.get_by_test_id("face-success").click()
    page.get_by_test_id("confirm").click()
    lamp.until(lambda: lamp.read(table, "hand"))


def test_wall_shows_the_game_and_accepts_no_taps(lamp: Lamp, page: Page, phone: Page) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)
    wall = phone
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.goto(f"http://table.local:{lamp.port}/t/{table}/wall")
    expect(wall.get_by_test_id("awaited").locator(".outline")).to_have_count(3)
    assert wall.locator("main button:visible, main a:visible").count() == 0
    lamp.post(f"/api/tables/{table}/demo", throw="mom_d8")
    expect(wall.get_by_test_id("filled")).to_have_count(3)
    assert wall.evaluate("[document.body.scrollWidth, document.body.scrollHeight]") == [1280, 720]
    lit = page
    lit.goto(f"http://table.local:{lamp.port}/wall")
    expect(lit.get_by_test_id("now")).to_have_text(wall.get_by_test_id("now").inner_text())


def test_screen_turns_to_the_active_seat(lamp: Lamp, visit: Callable[..., Page], page: Page) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)
    page.goto(f"http://table.local:{lamp.port}/")
    remember(page, follows=True, edges={"1": 180})
    visit(table)
    turned = "document.documentElement.dataset.turn"
    page.wait_for_function(f"() => {turned} === '180'")
    page.get_by_test_id("turn").click()  # the compass pins it
    page.get_by_test_id("menu").click()
    page.get_by_test_id("move-seats").click()
    page.get_by_test_id("chair-1").click()
    expect(page.get_by_test_id("chair-1")).to_have_attribute("data-edge", "270")
    page.get_by_test_id("close").click()
    assert page.evaluate(turned) == "180"
    page.get_by_test_id("turn").click()
    page.wait_for_function(f"() => {turned} === '270'")


def test_tray_view_shows_the_camera(lamp: Lamp, page: Page) -> None:
    table = lamp.open("mansions")
    lamp.rolls(table)
    page.goto(f"http://table.local:{lamp.port}/t/{table}/tray")
    expect(page.get_by_test_id("expected")).to_contain_text("3 dice")
    lamp.post(f"/api/tables/{table}/demo", throw="mom_d8")
    expect(page.get_by_test_id("last-reading").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_test_id("frame")).to_be_visible()
