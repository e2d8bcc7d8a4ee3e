"""Names lead to one thing, and it is there. What a whole box says wrong is in `test_content.py`."""

from __future__ import annotations

import pytest

from companion.games.arkham.content import Condition, Effect, SymbolEffect, library
from companion.games.arkham.content.lint import ambiguous_names, broken_links, links_into_scenarios
from companion.games.arkham.content.lint.links import RESERVED
from companion.games.arkham.names import NAMELESS, UNKNOWN
from companion.games.arkham.rules.actions.tools import BARE
from companion.games.arkham.rules.card_play import OTHER
from companion.games.arkham.rules.skill_test.steps import FIRST


def test_every_word_beside_the_names_of_cards_is_kept_free():
    assert {FIRST, OTHER, BARE, NAMELESS} == set(RESERVED)
    assert tuple(ambiguous_names([f"{UNKNOWN}2"]))


@pytest.mark.parametrize("name", [*RESERVED, "First", " other ", "icons:x", "icons:2", "Knife: sharp", "Either/or"])
def test_a_card_is_not_called_as_something_else(name):
    (fault,) = ambiguous_names(["Lamp", name])
    assert str(fault).startswith("deck.1.name: ")


def test_a_card_stands_in_a_deck_once():
    (fault,) = ambiguous_names(["Lamp", "Rope", "Lamp"])
    assert str(fault) == "deck.2.name: 'Lamp' stands there twice: say how many copies there are in one entry."


def test_other_names_are_free():
    assert not tuple(ambiguous_names(["Lamp", "Another lamp", "Knife, sharp", "Ça va ?", "A card of mine"]))


@pytest.mark.parametrize("name", library.boxes())
def test_nothing_shipped_leads_nowhere(name):
    assert not tuple(broken_links(library.boxes()[name]))


@pytest.mark.parametrize(
    ("effect", "place"), [(Effect(to="x"), "to"), (Effect(enemy="x"), "enemy"), (Effect(ending="x"), "ending")]
)
def test_what_comes_to_any_scenario_names_nothing_of_one(effect, place):
    (fault,) = links_into_scenarios(SymbolEffect(effects=(effect,)))
    assert str(fault).startswith(f"effects.0.{place}: the ")


def test_what_is_laid_out_by_hand_may_be_asked_for():
    assert not tuple(links_into_scenarios(SymbolEffect(effects=(Effect(condition=Condition("here", "the_attic")),))))
