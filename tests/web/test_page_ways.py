"""Ways through the page in Chromium: lost answers, late answers, drawers and back, phones, languages and equal parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, Route, expect

from companion.presentation.responses import PrivateView, UndoableStep
from companion.schema import Paragraph, to_json
from companion.web.request.language import COOKIE
from tests.tab import stopped
from tests.web.conftest import Stage
from tests.web.sample_page import REST, opened, resized, seen, sent, shown, tap, until
from tests.web.sample_server import CHANGE, SampleServer
from tests.web.samples import SAMPLES

pytestmark = pytest.mark.browser
HALF = '{"games": ['
UNHEARD = "The table does not answer; is this device still in its network?"


def half(route: Route) -> None:
    route.fulfill(content_type="application/json", body=HALF)


def test_answers_that_break_off_leave_an_error_and_english(page: Page, samples: SampleServer) -> None:
    page.route("**/api/tables/*/undo", half)
    page.goto("/t/rolling")
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("refusal")).to_contain_text(UNHEARD)
    url = f"http://table.local:{samples.port}"
    page.context.add_cookies([{"name": "lamplight-language", "value": "de", "url": url}])
    page.route("**/words/de.json", half)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("link", name="Dice and tokens")).to_be_visible()
    page.route("**/api/shelf", half)
    page.reload()
    expect(page.get_by_role("alert")).to_have_text(UNHEARD)


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


OF = "name => import(document.querySelector('script[type=module]').src.replace('app.js', name))"
OPEN_RULE = f"() => ({OF})('rules/book.js').then(({{openRule}}) => openRule())"


def drawer(page: Page, name: str) -> None:
    expect(page.get_by_test_id(f"drawer-{name}")).to_be_visible()


def no_drawer(page: Page) -> None:
    expect(page.locator(".drawer")).to_have_count(0)


def test_browser_back_closes_drawers_and_rules_lead_back_once(page: Page) -> None:
    seen(page, "rolling")
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


def test_held_button_accepts_a_screen_reader_click(lone_page: Page, samples: SampleServer) -> None:
    lone_page.clock.install()
    page = seen(lone_page, "saved")
    stopped(page)  # a tap on a slow machine is no hold
    tap(page, "log", "line-5")
    held = page.locator(".line-deeds [data-testid^=undo-]")
    held.evaluate("button => button.click()")
    assert "to" in sent(samples, page, "undo")
    held.click()
    held.press("Enter")
    tap(page, "look-back")
    expect(page.get_by_test_id("past")).to_be_visible()
    assert len([path for path, _ in samples.said if path.endswith("undo")]) == 1


PHONES = {"small": (360, 800), "usual": (390, 844)}
MAPS = {"tiles": ("map", "board"), "rooms": ("deck", "graph")}
LONG_STEP = UndoableStep(
    4, "Ann: take a card from the hand for the test of the barricaded door in the long gallery, 2 of 3 taken"
)
IN_SIGHT = """one => {
    const box = one.getBoundingClientRect(), foot = document.querySelector("footer.foot").getBoundingClientRect();
    return box.height > 15 && box.top >= 0 && box.bottom <= (one.closest("footer") ? innerHeight : foot.top);
}"""
CUT_OFF = "one => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth)"


@pytest.fixture(params=[*PHONES.values()], ids=[*PHONES])
def phone(request: pytest.FixtureRequest, page: Page) -> Page:
    width, height = request.param
    page.set_viewport_size({"width": width, "height": height})
    return page


@pytest.mark.slow
@pytest.mark.parametrize(("sample", "drawn"), MAPS.values(), ids=MAPS)
def test_map_is_one_tap_from_the_question(phone: Page, sample: str, drawn: str) -> None:
    question = seen(phone, sample).get_by_test_id("prompt-card").locator("h2").first
    assert question.evaluate(IN_SIGHT)
    tap(phone, "map-tab")
    expect(phone.get_by_test_id(drawn)).to_be_visible()
    phone.evaluate(REST)  # it is fitted in once its room was measured
    assert phone.get_by_test_id(drawn).evaluate(IN_SIGHT), "the whole map"
    expect(question).to_be_hidden()
    tap(phone, "map-tab")
    expect(question).to_be_visible()
    tap(phone, "map-tab")
    expect(question).to_be_hidden()
    phone.evaluate("""async () => {
        const { present } = await import('/static/core/state.js');
        const asked = present.value.asked.map((one) => ({ ...one, prompt: { ...one.prompt, id: `${one.prompt.id}9` } }));
        present.value = { ...present.value, asked };
    }""")
    expect(question).to_be_visible()
    expect(phone.get_by_test_id("map-tab")).to_have_attribute("aria-pressed", "false")


@pytest.mark.slow
def test_undo_says_all_of_what_it_takes_back(page: Page, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(page, stage)
    told = page.get_by_test_id("undo").locator("small")
    for sample in ("rolling", "map", "committing"):
        monkeypatch.setitem(SAMPLES, "undone", replace(SAMPLES[sample], undo=LONG_STEP))
        shown(page, "undone")
        for extent in PHONES.values():
            resized(page, *extent)
            expect(told).to_have_text(LONG_STEP.text)
            assert told.evaluate(IN_SIGHT), (sample, extent)
            assert told.evaluate(CUT_OFF) <= 1, (sample, extent)  # px


LONG = "Donaudampfschifffahrtsgesellschaftskapitän"


def test_a_device_is_switched_by_one_tap(page: Page, stage: Stage) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Lamplight")).to_be_visible()
    page.get_by_test_id("language-de").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_test_id("language-de")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("link", name="Würfel und Marker")).to_be_visible()
    page.goto("/t/rolling")
    expect(page.get_by_test_id("undo")).to_contain_text("Rückgängig")
    (kept,) = (one for one in page.context.cookies(stage.url) if one["name"] == COOKIE)
    assert (kept["sameSite"], kept["path"], kept["httpOnly"], kept["secure"]) == ("Lax", "/", False, False)
    tap = page.get_by_test_id
    tap("by-hand").click()
    tap("menu").click()
    tap("language-en").click()
    expect(page.get_by_test_id("undo")).to_contain_text("Undo")
    expect(page.get_by_test_id("face-success")).to_be_visible()  # what was begun goes on in the other language
