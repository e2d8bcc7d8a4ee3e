"""Symbol effects in words."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.games.arkham.content import Condition, Counted, Effect, Subject, SymbolEffect, library
from companion.games.arkham.rules.effect_text import symbol_text
from companion.i18n.languages import Languages

german = Languages().say("de", "arkham")


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
        (SymbolEffect(-1, (Counted("doom", each=-1), Counted("horror", each=-2))), "-1, and -1 for each doom. -2 for each horror on you."),
        (SymbolEffect(-1, effects=(Effect("failure", horror=1, text="Draw it."),)), "-1. If you fail: 1 horror. If you fail: Draw it."),
        (SymbolEffect(-1, effects=(Effect("failure", text="Draw it"),)), "-1. If you fail: Draw it."),
        (SymbolEffect(-1, effects=(Effect(condition=Condition("clues_held", least=2), modifier=-1, auto="fail"),)), "-1. Where you have at least 2 clues, -1, automatic failure."),
    ],
)  # fmt: skip
def test_symbol_text_reads_like_a_card(told, said):
    assert str(symbol_text(told)) == said


@pytest.mark.parametrize("of", ["", "Ghoul"])
@pytest.mark.parametrize("what", get_args(Subject))
def test_countable_subjects_have_words(what, of):
    counted = Counted(what, of)
    effects = tuple(Effect(condition=Condition(what, of, least), damage=1, times=counted) for least in (1, 2))
    for symbol in (SymbolEffect(counts=(counted,)), SymbolEffect(-1, (counted,)), SymbolEffect(effects=effects)):
        said = symbol_text(symbol)
        assert str(said).endswith(".")
        assert not set(german(said).split()) & {"and", "each", "enemy", "if", "where", "you"}


def test_every_symbol_and_elder_sign_that_ships_has_words():
    cards = [box.reference for box in library.boxes().values()] + list(library.references().values())
    told = [effect for card in cards for side in (card.easy, card.hard) for effect in side.values()]
    told += [figure.elder_sign for figure in library.figures().values()]
    assert all(str(symbol_text(effect)).endswith(".") for effect in told)
