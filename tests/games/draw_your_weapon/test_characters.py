"""Characters: the eight that ship, and one that is typed into the form."""

from __future__ import annotations

import pytest

from companion.engine import check_form
from companion.errors import ContentError
from companion.games.draw_your_weapon.content import characters
from companion.games.draw_your_weapon.forms.setup_form import SHEETS

MILLER = {"title": "A miller", "attributes": {"might": 2}, "hp": 12}


def test_shipped_characters_round_trip_through_the_form():
    for name, told in characters.shipped().items():
        check_form(SHEETS["character"].form.fields, told)
        assert characters.sheet(told, "") == characters.characters()[name]


def test_weapons_are_ticked_or_typed_in():
    own = {"name": "Flail", "low": 5, "high": 9, "suits": ["C"], "hands": 1, "text": ""}
    found = characters.sheet({**MILLER, "carries": ["oar"], "weapons": [own], "can": ["brace"], "features": []}, "")
    assert [one.name for one in found.weapons] == ["Oar", "Flail"]
    assert [one.name for one in found.features] == ["Brace"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hp": 0}, "hp: a number from 1 to 999 is needed, not 0"),
        ({"title": " "}, "title: a name is needed"),
        ({"attributes": {"might": 99}}, "attributes.might: a number from -5 to 15 is needed, not 99"),
        ({"guard": -1}, "guard: a number from 0 to 99 is needed, not -1"),
        ({"carries": ["halberd"]}, "weapons.0: there is no weapon 'halberd'"),
        ({"weapons": "oar"}, "weapons: a list is needed, not 'oar'"),
    ],
    ids=["dead", "nameless", "giant", "negative", "unknown", "no-list"],
)
def test_a_character_is_refused_with_its_place(change, sentence):
    with pytest.raises(ContentError) as no:
        characters.proof({**MILLER, **change})
    assert str(no.value).startswith(sentence)


def test_unknown_character_lists_the_known_ones():
    with pytest.raises(ContentError, match="there are sluice_hand"):
        characters.chosen("wizard")
