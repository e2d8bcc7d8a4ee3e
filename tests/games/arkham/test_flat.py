"""A shipped record, shown in its form and kept unchanged, is the same record."""

from __future__ import annotations

import pytest

from companion.games.arkham.content import library
from companion.games.arkham.forms import form_values


@pytest.mark.parametrize("name", library.figures())
def test_an_investigator_that_nobody_changed_is_the_same(name):
    told = library.figures()[name]
    assert library.figure(form_values.figure(told), "form") == told


@pytest.mark.parametrize("name", library.references())
def test_a_reference_card_that_nobody_changed_is_the_same(name):
    told = library.references()[name]
    assert library.reference(form_values.reference(told), "form") == told


def test_what_is_typed_comes_on_top_of_what_the_form_cannot_say():
    changed = {**form_values.reference(library.references()["the_gathering"])}
    changed["easy"] = {**changed["easy"], "cultist": {**changed["easy"]["cultist"], "modifier": -3, "fail_damage": 1}}
    cultist = library.reference(changed, "form").easy["cultist"]
    assert (cultist.modifier, [effect.damage + effect.horror for effect in cultist.effects]) == (-3, [1, 1])


def test_a_weapon_is_changed_in_the_fields_of_its_card():
    told = library.figure(
        {
            **form_values.figure(library.figures()["the_dockhand"]),
            "deck": [{"name": "Gaff", "type": "asset", "weapon_add": 2}],
        },
        "form",
    )
    assert told.deck[0].card.strike is not None
    assert told.deck[0].card.strike.add == 2
