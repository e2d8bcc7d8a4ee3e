"""What a symbol does, in words."""

from __future__ import annotations

import pytest

from companion.games.arkham.content import Condition, Counted, Effect, SymbolEffect, library
from companion.games.arkham.rules.card_and_token_effects import symbol_words


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (SymbolEffect(-2), "-2."),
        (SymbolEffect(), "+0."),
        (SymbolEffect(counts=(Counted("enemies_here", "Ghoul", -1),)), "-1 for each Ghoul enemy here."),
        (SymbolEffect(-1, reveal=1), "-1. Reveal another token."),
        (SymbolEffect(auto="success"), "Automatic success."),
        (SymbolEffect(-1, effects=(Effect("failure", horror=1),)), "-1. If you fail: 1 horror."),
        (SymbolEffect(0, reveal=1, effects=(Effect("failure", by=3, doom=1),)), "Reveal another token. If you fail by 3 or more: 1 doom."),
        (SymbolEffect(-2, effects=(Effect(condition=Condition("enemies_here", "Ghoul"), damage=1),)), "-2. Where there is a Ghoul enemy here, 1 damage."),
        (SymbolEffect(effects=(Effect("success", cards=1, times=Counted("cards_in_play", "Tome")),)), "+0. If you succeed: gain 1 card for each Tome card you have in play."),
    ],
)  # fmt: skip
def test_a_symbol_is_said_as_a_card_would(told, said):
    assert str(symbol_words(told)) == said


def test_every_symbol_and_elder_sign_that_ships_has_words():
    cards = [box.reference for box in library.boxes().values()] + list(library.references().values())
    told = [effect for card in cards for side in (card.easy, card.hard) for effect in side.values()]
    told += [figure.elder_sign for figure in library.figures().values()]
    assert all(str(symbol_words(effect)).endswith(".") for effect in told)
