"""Plurals of each language: two forms in German, three in Polish, English where untranslated."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Stage
from tests.web.sample_page import opened

pytestmark = pytest.mark.browser

AMOUNTS = """async (counts) => {
    const { amountWord } = await import('/static/core/labels.js');
    return counts.map((count) => amountWord('card', count));
}"""
SAID = """async ([n, one, many, holes]) => (await import('/static/core/text/i18n.js')).translatePlural(n, one, many, holes)"""
COUNTS = [0, 1, 2, 4, 5, 12, 21, 22, 25, 101, 112]
CARDS = {
    "en": "0 cards, 1 card, 2 cards, 4 cards, 5 cards, 12 cards, 21 cards, 22 cards, 25 cards, 101 cards, 112 cards",
    "de": "0 Karten, 1 Karte, 2 Karten, 4 Karten, 5 Karten, 12 Karten, 21 Karten, 22 Karten, 25 Karten, 101 Karten, 112 Karten",
    "pl": "0 kart, 1 karta, 2 karty, 4 karty, 5 kart, 12 kart, 21 kart, 22 karty, 25 kart, 101 kart, 112 kart",
}


@pytest.mark.parametrize("language", CARDS)
def test_a_number_of_things_has_the_form_of_its_language(page: Page, stage: Stage, language: str) -> None:
    opened(page, stage, language)
    assert ", ".join(page.evaluate(AMOUNTS, COUNTS)) == CARDS[language]


def test_named_values_are_filled_into_plurals(page: Page, stage: Stage) -> None:
    opened(page, stage, "pl")
    later = (
        "One later answer does not fit any more: {answer}",
        "{n} later answers do not fit any more, the first of them: {answer}",
    )
    said = [page.evaluate(SAID, [n, *later, {"answer": "„Tak”"}]) for n in (1, 3, 5)]
    assert said == [
        "Nie pasuje już 1 późniejsza odpowiedź: „Tak”",
        "Nie pasują już 3 późniejsze odpowiedzi, pierwsza z nich: „Tak”",
        "Nie pasuje już 5 późniejszych odpowiedzi, pierwsza z nich: „Tak”",
    ]


def test_untranslated_plurals_use_english_forms(page: Page, stage: Stage) -> None:
    opened(page, stage, "pl")
    assert [page.evaluate(SAID, [n, "{n} goose", "{n} geese", {}]) for n in (1, 2, 21)] == [
        "1 goose",
        "2 geese",
        "21 geese",
    ]
