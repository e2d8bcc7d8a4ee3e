"""A phone at the table: the prompt comes first, the map is one tap away, undo lists its effects."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.presentation.responses import UndoableStep
from tests.web.conftest import Stage
from tests.web.sample_page import REST, opened, resized, shown
from tests.web.samples import SAMPLES
from tests.web.test_german import german
from tests.web.test_page import seen, tap

__all__ = ["german"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONES = {"small": (360, 800), "usual": (390, 844)}
MAPS = {"tiles": ("map", "board"), "rooms": ("deck", "graph")}
LONG = UndoableStep(
    4, "Ann: take a card from the hand for the test of the barricaded door in the long gallery, 2 of 3 taken"
)
IN_SIGHT = """one => {
    const box = one.getBoundingClientRect(), foot = document.querySelector("footer.foot").getBoundingClientRect();
    return box.height > 15 && box.top >= 0 && box.bottom <= (one.closest("footer") ? innerHeight : foot.top);
}"""
CUT = "one => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth)"


@pytest.fixture(params=[*PHONES.values()], ids=[*PHONES])
def phone(request: pytest.FixtureRequest, page: Page) -> Page:
    width, height = request.param
    page.set_viewport_size({"width": width, "height": height})
    return page


@pytest.mark.parametrize(("sample", "drawn"), MAPS.values(), ids=MAPS)
def test_the_question_stands_first_and_the_map_is_one_tap(phone: Page, sample: str, drawn: str) -> None:
    question = seen(phone, sample).get_by_test_id("prompt-card").locator("h2").first
    assert question.evaluate(IN_SIGHT)
    tap(phone, "map-tab")
    expect(phone.get_by_test_id(drawn)).to_be_visible()
    phone.evaluate(REST)  # it is fitted in once its room was measured
    assert phone.get_by_test_id(drawn).evaluate(IN_SIGHT), "the whole map"
    expect(question).to_be_hidden()
    tap(phone, "map-tab")
    expect(question).to_be_visible()


def test_the_next_question_comes_back_by_itself(phone: Page) -> None:
    tap(seen(phone, "map"), "map-tab")
    expect(phone.get_by_test_id("prompt-card")).to_be_hidden()
    phone.evaluate("""async () => {
        const { present } = await import('/static/core/state.js');
        const asked = present.value.asked.map((one) => ({ ...one, prompt: { ...one.prompt, id: `${one.prompt.id}9` } }));
        present.value = { ...present.value, asked };
    }""")
    expect(phone.get_by_test_id("prompt-card")).to_be_visible()
    expect(phone.get_by_test_id("map-tab")).to_have_attribute("aria-pressed", "false")


def test_undo_says_all_of_what_it_takes_back(page: Page, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(page, stage)
    told = page.get_by_test_id("undo").locator("small")
    for sample in ("rolling", "map", "committing"):
        monkeypatch.setitem(SAMPLES, "undone", replace(SAMPLES[sample], undo=LONG))
        shown(page, "undone")
        for extent in PHONES.values():
            resized(page, *extent)
            expect(told).to_have_text(LONG.text)
            assert told.evaluate(IN_SIGHT), (sample, extent)
            assert told.evaluate(CUT) <= 1, (sample, extent)  # px
