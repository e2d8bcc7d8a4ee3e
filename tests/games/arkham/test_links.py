"""Each name has one target. `test_content.py` checks faults of a whole box."""

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


@pytest.mark.parametrize("name", library.boxes())
def test_shipped_links_have_targets(name):
    assert not tuple(broken_links(library.boxes()[name]))


@pytest.mark.parametrize(
    ("effect", "place"), [(Effect(to="x"), "to"), (Effect(enemy="x"), "enemy"), (Effect(ending="x"), "ending")]
)
def test_general_sheets_name_no_scenario_cards(effect, place):
    (fault,) = links_into_scenarios(SymbolEffect(effects=(effect,)))
    assert str(fault).startswith(f"effects.0.{place}: the ")


def test_links_accept_locations_laid_out_by_hand():
    assert not tuple(links_into_scenarios(SymbolEffect(effects=(Effect(condition=Condition("here", "the_attic")),))))
