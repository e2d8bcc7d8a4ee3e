"""Draw Your Weapon on the page: prompt and hands keep their room after a verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.presentation.responses import LastThrow, PromptView, ThrowSlot
from companion.schema import Card, Cards, ChoosePrompt, Count, Counters, Heading, Option, Story, Sum, Term
from companion.web.request.language import COOKIE
from tests.web.conftest import Stage
from tests.web.sample_page import resized
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
