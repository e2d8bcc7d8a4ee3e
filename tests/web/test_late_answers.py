"""Responses out of order, and prompts beside a throw being read: the newest request counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, Route, expect

from companion.presentation.responses import PrivateView
from companion.schema import Paragraph, to_json
from tests.web.sample_page import until
from tests.web.sample_server import CHANGE, SampleServer
from tests.web.samples import SAMPLES
from tests.web.test_page import seen, tap

pytestmark = pytest.mark.browser


TAKE = """snapshot => import(document.querySelector('script[type=module]').src.replace('app.js', 'core/snapshot-feed.js'))
    .then(({receiveSnapshot}) => receiveSnapshot(snapshot))"""


DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


class Slow:
    """Holds the responses of a route and releases them in any order."""

    def __init__(self, page: Page, door: str) -> None:
        self.page = page
        self.held: list[Route] = []
        page.route(door, lambda route: self.held.append(route))

    def asked(self, count: int) -> None:
        """Wait for so many requests."""
        until(self.page, lambda: len(self.held) >= count)

    def let_go(self, place: int, record: object) -> None:
        with self.page.expect_response(lambda response: response.url == self.held[place].request.url):
            self.held[place].fulfill(json=to_json(record))
        self.page.evaluate(DRAWN)


@pytest.fixture
def phoneless() -> Iterator[None]:
    """Return two seats with secrets for the tablet."""
    first, second, *_ = SAMPLES["rolling"].sittings
    SAMPLES["phoneless"] = replace(SAMPLES["rolling"], sittings=(replace(first, own=True), replace(second, own=True)))
    yield
    del SAMPLES["phoneless"]


@pytest.mark.usefixtures("phoneless")
def test_a_late_answer_never_uncovers_what_another_seat_asked_for(page: Page) -> None:
    page = seen(page, "phoneless")
    first, second = (one.seat for one in SAMPLES["phoneless"].sittings)
    slow = Slow(page, "**/own/*")
    tap(page, "more", f"own-{first}", f"own-{second}")
    slow.asked(2)
    slow.let_go(1, PrivateView((Paragraph("the second's secret"),)))
    expect(page.get_by_test_id("own")).to_contain_text("the second's secret")
    slow.let_go(0, PrivateView((Paragraph("the first's secret"),)))
    expect(page.get_by_test_id("own")).not_to_contain_text("the first's secret")
    tap(page, "own-cover", f"own-{first}")
    slow.asked(3)
    tap(page, "more", "more")  # another person opens the drawer
    slow.let_go(2, PrivateView((Paragraph("the first's secret"),)))
    expect(page.get_by_test_id(f"own-{second}")).to_be_visible()
    expect(page.get_by_test_id("own")).not_to_contain_text("secret")


def test_later_correction_preview_replaces_the_earlier(page: Page) -> None:
    page = seen(page, "saved")
    tap(page, "log", "die-5-1")
    slow = Slow(page, "**/amend")
    tap(page, "face-investigation")
    slow.asked(1)
    page.locator(".mend .seen").first.click()
    page.locator(".mend [data-testid=face-blank]").click()
    slow.asked(2)
    slow.let_go(1, replace(CHANGE, asks="the later"))
    expect(page.get_by_test_id("preview")).to_contain_text("the later")
    said = page.get_by_test_id("apply").inner_text()
    slow.let_go(0, replace(CHANGE, asks="the earlier"))
    expect(page.get_by_test_id("preview")).to_contain_text("the later")
    assert page.get_by_test_id("apply").inner_text() == said


def test_second_undo_tap_before_refresh_undoes_nothing(page: Page, samples: SampleServer) -> None:
    """The table has answered and its next snapshot is pending: the action of the button is done."""
    undo = seen(page, "rolling").get_by_test_id("undo")
    undo.evaluate("e => { e.click(); e.click(); }")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.evaluate("e => e.click()")
    page.keyboard.press("u")
    page.evaluate(TAKE, {**to_json(SAMPLES["rolling"]), "id": "boot-9", "rev": 9})
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    with page.expect_response("**/undo"):
        undo.click()
    expect(undo).to_have_attribute("aria-disabled", "true")
    assert sum(door.endswith("/undo") for door, _ in samples.said) == 2


def test_typed_words_survive_a_late_response(page: Page) -> None:
    """A slow table shows the next question before it says that it took the last answer."""
    page = seen(page, "clues")
    slow = Slow(page, "**/answer")
    tap(page, "count-2")
    slow.asked(1)
    page.evaluate(TAKE, {**to_json(SAMPLES["writing"]), "id": "boot-9", "rev": 9})
    page.get_by_test_id("words").fill("Leave by the cellar")
    slow.let_go(0, {"table": "clues"})
    expect(page.get_by_test_id("confirm")).to_contain_text("Leave by the cellar")
    expect(page.get_by_test_id("words")).to_have_value("Leave by the cellar")
