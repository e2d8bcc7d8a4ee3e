"""Every fact is shown in one place only, with a word in each language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.web.request.language import COOKIE
from tests.web.conftest import Stage
from tests.web.sample_page import REST
from tests.web.test_page import seen

pytestmark = pytest.mark.browser
TELL = """async (just) => { const { present } = await import('/static/core/state.js');
    const story = { kind: 'story', title: 'Dust', text: 'Still air. Nobody breathes.', picture: '' };
    present.value = { ...present.value, just, view: [story, ...present.value.view] }; }"""
WORD = "async (face) => (await import('/static/core/labels.js')).faceWord(face)"


def test_card_read_in_place_is_not_repeated_as_news(page: Page) -> None:
    told = ["Dust: Still air. Nobody breathes.", "Ann draws a card."]
    seen(page, "deck").evaluate(TELL, told)
    expect(page.get_by_test_id("just-now").locator("li")).to_have_text(told[1:])


WORDS = {
    "en": {"adult-4": "Adult 4"},
    "de": {
        "adult-4": "Ausgewachsener 4",
        "larva-1": "Larve 1",
        "queen-4": "Königin 4",
        "-4": "−4",
        "other_thing": "other thing",
    },
}


@pytest.mark.parametrize("language", WORDS)
def test_a_token_with_a_number_has_its_word(page: Page, stage: Stage, language: str) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": stage.url}])
    seen(page, "deck")
    assert {face: page.evaluate(WORD, face) for face in WORDS[language]} == WORDS[language]


def test_on_a_phone_a_doubt_stands_before_what_was_read(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    seen(page, "doubted").evaluate("""async () => { const { present } = await import('/static/core/state.js');
        const story = { kind: 'story', title: 'Dust', text: 'Still air. '.repeat(20), picture: '' };
        const board = { kind: 'board', title: 'Map', tiles: [{ id: 'a', title: 'Hall', x: 0, y: 0, w: 4, h: 4, box: '', floor: '', note: '', option: '', here: [], marks: [], fresh: false }], spaces: [], pieces: [], place: [] };
        present.value = { ...present.value, view: [story, board] }; }""")
    doubt, story = page.locator(".doubt"), page.locator(".story")
    expect(story).to_be_attached()
    page.evaluate(REST)
    boxes = doubt.bounding_box(), story.bounding_box()
    assert boxes[0] is not None and boxes[1] is not None
    assert boxes[0]["y"] < boxes[1]["y"]


def test_on_a_phone_a_monster_in_the_drawer_is_whole(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    seen(page, "map").evaluate("""async () => { const { present } = await import('/static/core/state.js');
        const view = present.value.view.map((block) => block.kind === 'foes' ? { ...block, foes: block.foes.map((one) => ({ ...one, title: 'Der wächserne Besuch', option: '' })) } : block);
        present.value = { ...present.value, view, asked: [] }; }""")
    drawer = page.locator(".band > .foes")
    expect(drawer.locator(".foe-name b").first).to_have_text("Der wächserne Besuch")
    page.evaluate(REST)
    foe, whole = drawer.locator(".foe").first.bounding_box(), drawer.bounding_box()
    assert foe is not None and whole is not None
    assert foe["y"] + foe["height"] <= whole["y"] + whole["height"]


SURE = "async (confs) => { const { confidenceWord } = await import('/static/core/labels.js'); return confs.map(confidenceWord); }"


def test_negligible_chance_is_not_shown(page: Page) -> None:
    assert seen(page, "deck").evaluate(SURE, [0.61, 0.004, 0]) == ["61%", "", ""]
