"""A shipped record, shown in its form and kept unchanged, is the same record."""

from __future__ import annotations

import pytest

from companion.games.arkham.content import library
from companion.games.arkham.forms import form_values


@pytest.mark.parametrize("name", library.references())
def test_unchanged_reference_card_round_trips(name):
    told = library.references()[name]
    assert library.reference(form_values.reference(told), "form") == told


def test_typed_entries_keep_fields_without_form():
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
