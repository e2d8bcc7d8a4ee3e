"""Draw Your Weapon on the page: what is asked and the hands have the room, also after a verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.presentation.responses import LastThrow, PromptView, ThrowSlot
from companion.schema import Card, Cards, ChoosePrompt, Count, Counters, Heading, Option, Story, Sum, Term
from companion.web.request.language import COOKIE
from tests.web.conftest import Stage
from tests.web.sample_page import opened, resized, shown
from tests.web.samples import DUEL, SAMPLES
from tests.web.test_page import SIZES, seen

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SHEET = ("Cards", "HP", "Guard", "Reserve", "Clout")
CALLS = ("Skill Test", "Contest", "Surprise: Skill Test", "Surprise: Contest", "Attack of a figure", "Begin a combat")
CALL = ChoosePrompt("dealer", "Dealer: call a test", tuple(Option(one, one) for one in CALLS), id="p7.0")
ACT = ChoosePrompt("1", "Morgan: act if you wish", tuple(Option(one, one) for one in CALLS[:3]), id="p7.1")
BLOW = Sum(
    "10 damage",
    (Term("8 of Clubs", 8), Term("Might", 2)),
    10,
    None,
    "done",
    "Morgan strikes the gatekeeper with the Boathook: 10 damage.",
    ("8C",),
    "card",
)


def sheet(name: str, seat: str) -> Counters:
    counts = (Count(word, 2) if word != "HP" else Count(word, 20, 22, bar=True) for word in SHEET)
    return Counters(name, tuple(counts), seat)


AFTER_A_BLOW = replace(
    DUEL,
    first=True,
    now="Dealer: call a test · Morgan: act if you wish",
    asked=(PromptView(CALL, "Dealer", True), PromptView(ACT, "Morgan", True)),
    view=(
        Heading("The Drowned Lantern"),
        BLOW,
        Story("The Drowned Lantern", "The inn leans on the dyke like a drinker on a friend. " * 9),
        sheet("Morgan", "1"),
        sheet("Reyes", "2"),
        Cards("The Pile", (Card("8C", "8C"),)),
    ),
    thrown=LastThrow(14, "1", "Morgan", "Morgan: play a card", "card", "hand", (ThrowSlot("8C"),), (), 0, mine=True),
)


@pytest.fixture(autouse=True)
def a_blow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SAMPLES, "after_a_blow", AFTER_A_BLOW)


def test_after_a_verdict_the_question_is_in_sight(page: Page) -> None:
    question = seen(page, "after_a_blow").get_by_test_id("prompt-card").locator("h2")
    expect(question).to_have_text("Dealer: call a test")
    for size in ("landscape", "portrait"):
        resized(page, *SIZES[size])
        below = page.locator("footer.foot").bounding_box()
        told = question.bounding_box()
        assert below and told
        assert told["y"] + told["height"] <= below["y"], size


def test_the_reasons_of_that_verdict_are_one_tap_away(page: Page) -> None:
    reasons = seen(page, "after_a_blow").locator(".reasons, .chain").first
    expect(reasons).to_be_hidden()
    page.get_by_test_id("why").locator("summary").click()
    expect(reasons).to_be_visible()


def test_a_page_that_opens_begins_with_the_story(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    told = replace(AFTER_A_BLOW, view=tuple(block for block in AFTER_A_BLOW.view if block is not BLOW), thrown=None)
    monkeypatch.setitem(SAMPLES, "told", told)
    story = seen(page, "told").locator(".story h2")
    expect(story).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sheet_is_one_line(page: Page, stage: Stage, language: str) -> None:
    shown(opened(page, stage, language), "after_a_blow", language)
    tops = "all => all.map(list => [...list.children].map(one => Math.round(one.getBoundingClientRect().top)))"
    for width in (1180, 820, 390):
        resized(page, width, 900)
        lines = page.locator(".counters ul").evaluate_all(tops)
        assert len(lines) == 2
        for line in lines:
            assert len(line) == len(SHEET)
            assert len(set(line)) == 1, (width, line)


@pytest.mark.parametrize(("language", "whom"), [("en", "the Dealer"), ("de", "den Geber")])
def test_a_secret_of_the_dealer_is_covered_in_whole_sentences(
    page: Page, stage: Stage, monkeypatch: pytest.MonkeyPatch, language: str, whom: str
) -> None:
    secret = replace(DUEL, asked=(PromptView(replace(CALL, secret=True), "Dealer", True),))
    monkeypatch.setitem(SAMPLES, "covered", secret)
    page.context.add_cookies([{"name": COOKIE, "value": language, "url": stage.url}])
    seen(page, "covered")
    expect(page.locator(".cover")).to_contain_text(f" {whom} ")
    expect(page.get_by_test_id("uncover")).to_contain_text(whom)


def test_a_showdown_on_a_phone_has_the_width_for_its_words(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    won = replace(
        BLOW,
        title="Morgan wins the Contest",
        stamp="Gewonnen",
        names=("Morgan 16", "Corrie, the driver 10"),
        faces=("QD", "7S"),
    )
    monkeypatch.setitem(SAMPLES, "won", replace(DUEL, view=(won,), asked=AFTER_A_BLOW.asked))
    page.set_viewport_size({"width": 390, "height": 844})
    stamp = seen(page, "won").locator(".showdown .stamp").bounding_box()
    assert stamp is not None
    assert stamp["height"] < 40 < stamp["width"]
