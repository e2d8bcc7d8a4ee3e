"""Index cards for a scenario."""

from __future__ import annotations

from pathlib import Path

import companion
from companion.games.arkham import GAME
from companion.games.arkham.content import boxes
from companion.games.arkham.views.index_cards import SCENARIO, leaflet
from companion.schema import Cards

DOCS = Path(companion.__file__).parents[1] / "docs"


def titles(state):
    return [str(block.title) for block in GAME.view(state, "table") if isinstance(block, Cards)]


def test_preparations_are_shown_before_the_first_turn():
    state = GAME.setup(GAME.sample)
    wanted = {f"Cards to write: {what}" for what in ("locations", "enemies", "encounter deck", "Ottilie Crane")}
    assert wanted <= set(titles(state))
    deck = next(b for b in GAME.view(state, "1") if isinstance(b, Cards) and str(b.title).endswith("Ottilie Crane"))
    assert {str(card.text): str(card.note) for card in deck.cards}[
        "Careful notes"
    ] == "2 × · skill · intellect, intellect"


def test_docs_page_matches_the_game():
    assert (DOCS / "flooded-archive.md").read_text(encoding="utf-8") == leaflet(boxes()[SCENARIO])
