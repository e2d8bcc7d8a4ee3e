"""The search in the rules, by the books that ship: what people type, and what stands first."""

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

FIND = """async ([book, queries]) => {
    const { findPlaces, indexPlaces } = await import('/static/rules/search.js');
    const places = book.chapters.flatMap((chapter) => chapter.clauses.map((clause) => ({ clause, chapter, place: 0 })));
    const entries = indexPlaces(places);
    return queries.map((query) => findPlaces(entries, query).slice(0, 3).map(({ clause }) => clause.id));
}"""

pytestmark = pytest.mark.browser


@cache
def book(game: str, language: str) -> Any:
    """A rulebook as a device of that language is sent it."""
    path, saying = games.find(game).book, Languages().say(language, game)
    assert path is not None
    return to_json(load_rulebook(path), saying)


TYPED = {
    ("arkham", "en"): {
        "damage": "AH-ACT-FIGHT-4",
        "damge": "AH-ACT-FIGHT-4",
        "friendly fire": "AH-ACT-FIGHT-7",
        "lose a turn": "AH-ACT-TURN-4",
        "free attack": "AH-X-AOO-1",
        "oportunity": "AH-X-AOO-1",
        "tentacle": "AH-ST-6-5",
        "st.3": "ST.3",
        "ah-act-evade-10": "AH-ACT-EVADE-10",
    },
    ("arkham", "de"): {
        "Schaden": "AH-ACT-FIGHT-4",
        "Gelegenheitsangrif": "AH-X-AOO-1",
        "eigenbeschuss": "AH-ACT-FIGHT-7",
        "zurückhaltend": "AH-X-ALOOF-1",
        "zuruckhaltend": "AH-X-ALOOF-1",
    },
    ("mansions", "en"): {"barricade": "MOM-BARRICADE-1", "put out fire": "MOM-EXTINGUISH-1", "sanity": "MOM-INSANE-1"},
    ("mansions", "de"): {"Dunkelheit": "MOM-DARK-1", "Barikade": "MOM-BARRICADE-1", "löschen": "MOM-EXTINGUISH-1"},
    ("nemesis", "en"): {"noise marker": "NEM-NOISE-1", "reload": "NEM-SHOOT-4", "hands full": "NEM-X-LIMITS-1"},
    ("nemesis", "de"): {"schleichen": "NEM-CAREFUL-1", "Munition": "NEM-SHOOT-4", "Flucht": "NEM-X-INCOMBAT-1"},
    ("draw_your_weapon", "en"): {"parry": "DYW-DEFEND-1", "ace": "DYW-X-VALUE-1", "tie": "DYW-CONTEST-7"},
    ("draw_your_weapon", "de"): {"parieren": "DYW-DEFEND-1", "Gleichstand": "DYW-CONTEST-7", "Rast": "DYW-REST-1"},
}


@pytest.mark.parametrize(("game", "language"), TYPED)
def test_rules_search_finds_its_clause_among_the_first(page: Page, game: str, language: str) -> None:
    queries = TYPED[game, language]
    bare(page)
    found = page.evaluate(FIND, [book(game, language), list(queries)])
    assert [(q, hits) for (q, wanted), hits in zip(queries.items(), found, strict=True) if wanted not in hits] == []
