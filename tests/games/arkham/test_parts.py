"""Records of cards: nested parts, bounds, and links between names."""

from __future__ import annotations

from dataclasses import fields

import pytest

from companion.errors import ContentError
from companion.games.arkham import state
from companion.games.arkham.content import (
    Ability,
    Card,
    Condition,
    Copies,
    Counted,
    Effect,
    Encounter,
    Location,
    Resolution,
    Strike,
    SymbolEffect,
    cards,
    effects,
    library,
)
from companion.games.arkham.content.lint import ambiguous_names, broken_links, check_bounds, links_into_scenarios
from companion.games.arkham.content.lint.bounds import CHOICES, NUMBERS
from companion.games.arkham.content.lint.links import RESERVED
from companion.games.arkham.content.nested_parts import Part, nested_parts
from companion.games.arkham.names import NAMELESS, UNKNOWN
from companion.games.arkham.rules.actions.tools import BARE
from companion.games.arkham.rules.card_play import OTHER_CARD
from companion.games.arkham.rules.skill_test.steps import FIRST


def test_nested_parts_name_place_and_field():
    parts = tuple(nested_parts({"skull": SymbolEffect(counts=(Counted("doom", each=3),))}))
    assert Part("skull.counts.0.each", "Counted.each", 3) in parts
    assert Part("skull.counts", "SymbolEffect.counts", (Counted("doom", each=3),)) in parts
    assert Part("skull.counts.0", "SymbolEffect.counts", Counted("doom", each=3)) in parts


CLASSES = {
    cls.__name__: cls
    for module in (effects, cards, state, library)
    for cls in vars(module).values()
    if hasattr(cls, "__dataclass_fields__")
}


def fault(told: object) -> str:
    with pytest.raises(ContentError) as wrong:
        check_bounds(told, "here")
    return str(wrong.value)


@pytest.mark.parametrize("key", [*NUMBERS, *CHOICES])
def test_every_bound_is_of_a_field_that_there_is(key):
    name, _, field = key.partition(".")
    assert field in {one.name for one in fields(CLASSES[name])}


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (Effect(cards=11), "cards: a number from -10 to 10 is needed, not 11."),
        (Effect(actions=-6), "actions: a number from -5 to 5 is needed, not -6."),
        (Effect(damage=-21), "damage: a number from -20 to 20 is needed, not -21."),
        (Effect(by=-1), "by: a number from 0 to 20 is needed, not -1."),
        (Effect(times=Counted("doom", each=6)), "times.each: a number from -5 to 5 is needed, not 6."),
        (Effect(condition=Condition("doom", least=21)), "condition.least: a number from 0 to 20 is needed, not 21."),
        (SymbolEffect(reveal=4), "reveal: a number from 0 to 3 is needed, not 4."),
        (SymbolEffect(modifier=-21), "modifier: a number from -20 to 20 is needed, not -21."),
        (SymbolEffect(counts=(Counted("doom"),) * 7), "counts: 6 entries at most, 7 came."),
        (Ability("X", actions=6), "actions: a number from 0 to 5 is needed, not 6."),
        (
            Ability("X", skill="luck"),
            "skill: there is no skill 'luck'; there are willpower, intellect, combat, agility.",
        ),
        (Ability(""), "title: 1 to 100 letters are needed, 0 came."),
        (Strike("fight", "luck"), "skill: there is no skill 'luck'; there are willpower, intellect, combat, agility."),
        (Card("treasure"), "type: there is no type 'treasure'; there are skill, event, asset."),
        (Card(cost=-1), "cost: a number from 0 to 20 is needed, not -1."),
        (Card(icons=("wild",) * 11), "icons: 10 entries at most, 11 came."),
        (Card(traits=("a\nb",)), "traits.0: '\\n' is no letter that can be read in one line."),
        (Card(text="a\x00b"), "text: '\\x00' is no letter that can be read."),
        (Card(text="x" * 2001), "text: 2,000 letters at most, 2,001 came."),
        (Copies("X", Card(), 0), "count: a number from 1 to 10 is needed, not 0."),
        (
            Encounter("X", skill="luck"),
            "skill: there is no skill 'luck'; there are willpower, intellect, combat, agility.",
        ),
        (Location("X", x=float("nan")), "x: a number from 0 to 20 is needed, not nan."),
        ({"": Card()}, ": '' is no name for an entry."),
    ],
    ids=str,
)
def test_bounds_name_the_value_that_is_too_large(told, sentence):
    assert fault(told) == f"here: {sentence}"


@pytest.mark.parametrize(
    "told",
    [
        Effect(cards=-10, actions=5, damage=20, text="One.\nTwo."),
        Resolution("X", "Lost.", experience=-3),
        Card("asset", cost=0, health=20),
        SymbolEffect(-20, reveal=3),
    ],
    ids=str,
)
def test_bounds_accept_the_largest_values(told):
    check_bounds(told, "here")


def test_bounds_report_a_limited_number_of_faults():
    lines = fault(tuple(Effect(cards=99) for _ in range(50))).splitlines()
    assert len(lines) == 12
    assert lines[1] == "here: 1.cards: a number from -10 to 10 is needed, not 99."


def test_every_word_beside_the_names_of_cards_is_kept_free():
    assert {FIRST, OTHER_CARD, BARE, NAMELESS} == set(RESERVED)
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
