"""Readers in a real browser, through the real bridge: a line is found and used, a tag is taught, and then it draws."""

from __future__ import annotations

import json
import os
import tty
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from firmware_bridge.drivers import rdm6300
from tests.e2e.lamp import Lamp
from tests.tab import resize

pytestmark = [pytest.mark.browser, pytest.mark.broker, pytest.mark.timeout(180)]

SMALL = """() => [...document.querySelectorAll('button, a, summary, input[type=text]')]
    .filter(e => { const box = e.getBoundingClientRect(); return box.width && Math.min(box.width, box.height) < 59.5; }).map(e => e.outerHTML.slice(0, 90))"""
WIDE = """() => [...document.querySelectorAll('.app *:not(svg *)')]
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.teach-laid')).map(e => e.outerHTML.slice(0, 90))"""
SKULL, STAR, WRONG, FIRST, SECOND = (f"770000000{number}" for number in range(1, 6))


class Plugged:
    """A line with a reader behind it that the bridge's process alone holds."""

    def __init__(self) -> None:
        self.ours, theirs = os.openpty()
        tty.setraw(theirs)
        self.path = os.ttyname(theirs)
        os.close(theirs)

    def lay(self, tag: str) -> None:
        os.write(self.ours, rdm6300.encode(tag) * 6)


@pytest.fixture(scope="module")
def line() -> Iterator[Plugged]:
    line = Plugged()
    yield line
    os.close(line.ours)


@pytest.fixture(scope="module")
def lamp(tmp_path_factory: pytest.TempPathFactory, line: Plugged) -> Iterator[Lamp]:
    """A demo with one more line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAMPLIGHT_BRIDGE__LINES", json.dumps([line.path]))
        lamp = Lamp(tmp_path_factory.mktemp("readers"))
    yield lamp
    lamp.stop()


def fits(page: Page) -> None:
    """Check that targets are as large as a finger and inside the screen, in landscape, in portrait and on a phone."""
    for width, height in ((820, 1180), (390, 844), (1180, 820)):
        resize(page, width, height)
        assert page.evaluate(SMALL) == []
        assert page.evaluate(WIDE) == []


def use(lamp: Lamp, line: Plugged) -> None:
    """Without the page, where the line is not used yet."""
    ports = lamp.until(lambda: lamp.get("/api/readers/ports")["ports"])
    if not any(port["where"] == line.path and port["name"] for port in ports):
        lamp.post("/api/readers/ports", act="use", where=line.path, name="chaos", driver="rdm6300")
    lamp.until(lambda: all(reader["state"] == "ready" for reader in lamp.get("/api/readers")["readers"]))


def leave(lamp: Lamp, line: Plugged) -> None:
    """So that it may be found on the page, whatever a test before has done."""
    ports = lamp.until(lambda: lamp.get("/api/readers/ports")["ports"])
    if any(port["where"] == line.path and port["name"] for port in ports):
        lamp.post("/api/readers/ports", act="leave", where=line.path)


@contextmanager
def held(page: Page, path: str) -> Iterator[None]:
    """Delay the page's requests until this ends."""
    asked = list[Route]()
    page.route(path, lambda route: asked.append(route))
    with page.expect_request(path):
        yield
    for route in asked:
        route.continue_()
    page.unroute(path)


def taught(lamp: Lamp) -> dict[str, str]:
    return {line["tag"]: line["meaning"]["value"] for line in lamp.get("/api/readers/tags")["tags"] if line["taught"]}


def test_reader_is_set_up_and_its_tag_draws(lamp: Lamp, line: Plugged, page: Page) -> None:
    leave(lamp, line)
    table = lamp.open("arkham")
    lamp.until_asks(table, "token", action="investigate")
    page.goto(f"http://table.local:{lamp.port}/t/{table}")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("readers").click()
    page.get_by_test_id("readers").wait_for()

    found = page.locator(f'[data-testid="line"][data-where="{line.path}"]')
    found.wait_for()
    fits(page)
    found.click()
    page.get_by_test_id("driver-rdm6300").click()
    page.get_by_test_id("zone-bag").click()
    expect(page.get_by_test_id("reader-name")).to_have_value("bag-2")  # the demo's own is called so already
    page.get_by_test_id("reader-name").fill("Chaos bag")
    fits(page)
    page.get_by_test_id("use").click()
    expect(page.get_by_test_id("reader")).to_contain_text("● ready")
    fits(page)

    page.get_by_test_id("teach").click()
    lamp.until(lambda: lamp.get("/api/readers")["teaching"])
    line.lay(SKULL)
    line.lay(STAR)
    now = page.get_by_test_id("teach-now")
    expect(now).to_have_attribute("data-tag", SKULL)
    expect(now).to_contain_text("What is this tag?")
    expect(now).to_contain_text("1 more waits")
    fits(page)
    page.get_by_test_id("face-skull").click()
    expect(now).to_have_attribute("data-tag", STAR)  # what was laid first is named first
    page.get_by_test_id("face-cultist").click()
    page.get_by_test_id("back").click()
    expect(now).to_contain_text("What is this tag?")
    page.get_by_test_id("skip").click()  # not this one: what was named before stands there again
    expect(now).to_contain_text("This tag is")
    page.locator(f'[data-testid="laid"][data-tag="{STAR}"]').click()
    page.get_by_test_id("face-elder_sign").click()
    expect(now).to_contain_text("This tag is Elder sign")
    assert taught(lamp) == {SKULL: "skull", STAR: "elder_sign"}
    assert lamp.snapshot(table)["tray"] is None, "what is laid to be taught answers no game"

    page.get_by_test_id("demo-lay").click()  # who has no reader yet can try it
    expect(now).to_contain_text("on “bag”")
    page.get_by_test_id("skip").click()
    page.get_by_test_id("finish").click()
    page.get_by_test_id("tags").click()
    expect(page.locator(f'[data-testid="tag-line"][data-tag="{SKULL}"]')).to_contain_text("Skull")
    fits(page)
    page.locator(f'[data-testid="tag-line"][data-tag="{STAR}"]').get_by_test_id("forget").click()
    expect(page.get_by_test_id("forgotten")).to_contain_text("is no more Elder sign")
    page.get_by_test_id("back").click()
    expect(page.locator(f'[data-testid="tag-line"][data-tag="{STAR}"]')).to_contain_text("Elder sign")

    page.get_by_test_id("home").click()
    page.get_by_test_id("now").wait_for()
    lamp.until(lambda: not lamp.get("/api/readers")["teaching"])
    line.lay(SKULL)
    drawn = lamp.until(lambda: [a for a in lamp.read(table, "serial") if a["values"] == ["skull"]])
    assert len(drawn) == 1


def test_a_tap_is_newer_than_the_answers_that_still_come(lamp: Lamp, line: Plugged, page: Page) -> None:
    use(lamp, line)
    page.goto(f"http://table.local:{lamp.port}/readers#teach")
    lamp.until(lambda: lamp.get("/api/readers")["teaching"])
    line.lay(FIRST)
    line.lay(SECOND)
    now, back = page.get_by_test_id("teach-now"), page.get_by_test_id("back")
    page.get_by_test_id("face-skull").click()
    expect(now).to_have_attribute("data-tag", SECOND)
    with page.expect_response("**/api/readers/forget"), held(page, "**/api/readers/tags"):
        page.get_by_test_id("face-cultist").click()
        back.click()
        page.get_by_test_id("skip").click()
        expect(now).to_have_attribute("data-tag", FIRST)
    expect(back).to_be_disabled()  # the answer is there, and would have chosen what it is about
    expect(now).to_have_attribute("data-tag", FIRST)

    laid = page.locator('[data-testid="laid"]')
    laid.and_(page.locator(f'[data-tag="{FIRST}"]')).click()
    with page.expect_response("**/api/readers/tags"), held(page, "**/api/readers/tags"):
        page.get_by_test_id("face-tablet").click()
        laid.and_(page.locator(f'[data-tag="{SECOND}"]')).click()
    expect(back).to_be_enabled()
    expect(now).to_have_attribute("data-tag", SECOND)
    lessons = taught(lamp)
    lamp.post("/api/readers/forget", tag=FIRST)
    assert lessons[FIRST] == "tablet"
    assert SECOND not in lessons


def test_the_answer_to_an_untaught_tag_teaches_it(lamp: Lamp, line: Plugged, page: Page) -> None:
    lamp.until(lambda: lamp.get("/api/readers/ports")["ports"])
    lamp.post("/api/readers/ports", act="use", where=line.path, name="chaos", driver="rdm6300")
    table = lamp.open("arkham")
    lamp.until(
        lambda: [r for r in lamp.get("/api/readers")["readers"] if r["name"] == "chaos" and r["state"] == "ready"]
    )
    lamp.until_asks(table, "token", action="investigate")
    page.goto(f"http://table.local:{lamp.port}/t/{table}")
    line.lay(WRONG)
    expect(page.get_by_test_id("doubt")).to_contain_text("It will be known from now on")
    expect(page.get_by_test_id("face-tablet").locator("circle").first).to_be_attached()  # a token is offered, not a tag
    page.locator('[data-face="tablet"], [data-testid="face-tablet"]').first.click()
    lamp.until(lambda: [a for a in lamp.read(table, "serial") if a["values"] == ["tablet"]])
    lamp.until(lambda: taught(lamp).get(WRONG) == "tablet")  # a moment after it has counted
    expect(
        page.get_by_test_id("doubt")
    ).to_be_hidden()  # another one stays hidden until the page shows it: people undo only what they see
    page.get_by_test_id("undo").click()
    lamp.until(lambda: WRONG not in taught(lamp))
