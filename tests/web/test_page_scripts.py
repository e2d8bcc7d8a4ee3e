"""Scripts of the page by themselves: plurals, equal parts of snapshots, and the search in the rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from companion import games
from companion.engine.rulebook import load_rulebook
from companion.i18n.languages import Languages
from companion.schema import to_json
from tests.tab import bare
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


LATER = (
    "One later answer does not fit any more: {answer}",
    "{n} later answers do not fit any more, the first of them: {answer}",
)
FIT = [
    "Nie pasuje już 1 późniejsza odpowiedź: „Tak”",
    "Nie pasują już 3 późniejsze odpowiedzi, pierwsza z nich: „Tak”",
    "Nie pasuje już 5 późniejszych odpowiedzi, pierwsza z nich: „Tak”",
]


@pytest.mark.parametrize("language", CARDS)
def test_a_number_of_things_has_the_form_of_its_language(page: Page, stage: Stage, language: str) -> None:
    opened(page, stage, language)
    assert ", ".join(page.evaluate(AMOUNTS, COUNTS)) == CARDS[language]
    if language == "pl":
        assert [page.evaluate(SAID, [n, *LATER, {"answer": "„Tak”"}]) for n in (1, 3, 5)] == FIT
        untranslated = [page.evaluate(SAID, [n, "{n} goose", "{n} geese", {}]) for n in (1, 2, 21)]
        assert untranslated == ["1 goose", "2 geese", "21 geese"]


SHARED = """async ([before, now]) => {
    const { shareUnchanged } = await import("/static/core/structural-sharing.js");
    const found = shareUnchanged(before, now);
    const same = (a, b) => a !== null && typeof a === "object" ? a === b : null;
    const kept = Object.keys(found).filter((name) => same(found[name], before[name]));
    return [JSON.stringify(found) === JSON.stringify(now), found === before, kept];
}"""
HAND = {"kind": "cards", "names": ["9C"]}
OTHER = {"kind": "cards", "names": ["2D"]}
MAP = {"kind": "board", "tiles": [{"id": "hall", "here": []}, {"id": "attic", "here": ["1"]}]}
PLACES = """async ([before, now]) => {
    const { shareUnchanged } = await import("/static/core/structural-sharing.js");
    return shareUnchanged(before, now).map((part) => before.indexOf(part));
}"""
CASES: tuple[tuple[Any, Any, bool, list[str]], ...] = (
    ({"a": [1], "b": {}}, {"a": [1], "b": {}}, True, ["a", "b"]),
    ({"a": [1], "b": {"c": 1}}, {"a": [1], "b": {"c": 2}}, False, ["a"]),
    ({"a": [1, 2]}, {"a": [1]}, False, []),
    ({"a": [1, 2]}, {"a": [2, 1]}, False, []),
    ({"a": {}, "b": 1}, {"a": {}}, False, ["a"]),
    ({"a": None}, {"a": {}}, False, []),
    ({"a": []}, {"a": {}}, False, []),
    ([MAP, HAND], [{"kind": "sum"}, MAP, HAND], False, []),
    ([], [{"id": "1"}, {"text": "without a name, at place 1"}], False, []),
)


def test_equal_parts_are_shared_with_the_new_snapshot(page: Page) -> None:
    bare(page)
    for before, now, is_same, kept in CASES:
        assert page.evaluate(SHARED, [before, now]) == [True, is_same, kept], (before, now)
    grown = {**MAP, "tiles": [*MAP["tiles"], {"id": "cellar", "here": []}]}
    assert page.evaluate(PLACES, [[MAP, HAND, OTHER], [{"kind": "sum"}, MAP, HAND, OTHER]]) == [-1, 0, 1, 2]
    assert page.evaluate(PLACES, [[MAP, HAND], [HAND, grown]]) == [1, -1]
    assert page.evaluate(PLACES, [MAP["tiles"], grown["tiles"][::-1]]) == [-1, 1, 0]


FIND = """async ([book, queries]) => {
    const { findPlaces, indexPlaces } = await import('/static/rules/search.js');
    const places = book.chapters.flatMap((chapter) => chapter.clauses.map((clause) => ({ clause, chapter, place: 0 })));
    const entries = indexPlaces(places);
    return queries.map((query) => findPlaces(entries, query).slice(0, 3).map(({ clause }) => clause.id));
}"""


@cache
def book(game: str, language: str) -> Any:
    """A rulebook as a device of that language is sent it."""
    path, saying = games.find(game).book, Languages().say(language, game)
    assert path is not None
    return to_json(load_rulebook(path), saying)


TYPED = {
    ("arkham", "en"): {
        "damage": "AH-ACT-FIGHT-4", "damge": "AH-ACT-FIGHT-4", "friendly fire": "AH-ACT-FIGHT-7",
        "lose a turn": "AH-ACT-TURN-4", "free attack": "AH-X-AOO-1", "oportunity": "AH-X-AOO-1",
        "tentacle": "AH-ST-6-5", "st.3": "ST.3", "ah-act-evade-10": "AH-ACT-EVADE-10"
    },
    ("arkham", "de"): {
        "Schaden": "AH-ACT-FIGHT-4", "Gelegenheitsangrif": "AH-X-AOO-1", "eigenbeschuss": "AH-ACT-FIGHT-7",
        "zurückhaltend": "AH-X-ALOOF-1", "zuruckhaltend": "AH-X-ALOOF-1"
    },
    ("mansions", "en"): {
        "barricade": "MOM-BARRICADE-1", "put out fire": "MOM-EXTINGUISH-1", "sanity": "MOM-INSANE-1"
    },
    ("mansions", "de"): {"Dunkelheit": "MOM-DARK-1", "Barikade": "MOM-BARRICADE-1", "löschen": "MOM-EXTINGUISH-1"},
    ("nemesis", "en"): {"noise marker": "NEM-NOISE-1", "reload": "NEM-SHOOT-4", "hands full": "NEM-X-LIMITS-1"},
    ("nemesis", "de"): {"schleichen": "NEM-CAREFUL-1", "Munition": "NEM-SHOOT-4", "Flucht": "NEM-X-INCOMBAT-1"},
    ("draw_your_weapon", "en"): {"parry": "DYW-DEFEND-1", "ace": "DYW-X-VALUE-1", "tie": "DYW-CONTEST-7"},
    ("draw_your_weapon", "de"): {"parieren": "DYW-DEFEND-1", "Gleichstand": "DYW-CONTEST-7", "Rast": "DYW-REST-1"}
}  # fmt: skip


@pytest.mark.parametrize(("game", "language"), TYPED)
def test_rules_search_finds_its_clause_among_the_first(page: Page, game: str, language: str) -> None:
    queries = TYPED[game, language]
    bare(page)
    found = page.evaluate(FIND, [book(game, language), list(queries)])
    assert [(q, hits) for (q, wanted), hits in zip(queries.items(), found, strict=True) if wanted not in hits] == []
