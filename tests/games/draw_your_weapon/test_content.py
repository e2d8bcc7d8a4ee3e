"""Shipped and typed content: weapons, Features, characters and rules of the table."""

from __future__ import annotations

import pytest

from companion.engine import check_form
from companion.errors import ContentError
from companion.games.draw_your_weapon.content import Rules, characters, table_rules, weapons
from companion.games.draw_your_weapon.forms.setup_form import SHEETS


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("halberd", "weapons.0: there is no weapon 'halberd'"),
        ({"name": "Club", "low": 9, "high": 4}, "weapons.0.high: a value from 9 upwards is needed, not 4"),
        ({"name": "Club", "low": 0, "high": 4}, "weapons.0.low: a number from 1 to 40 is needed, not 0"),
        ({"name": "Club", "low": 1, "high": 4, "suits": ["X"]}, "weapons.0.suits: there is no suit 'X'"),
        ({"name": "Club", "low": 1, "high": 4, "hands": 3}, "weapons.0.hands: a number from 0 to 2"),
        ({"name": "Club", "low": 1, "high": 4, "reech": ""}, "there is no 'reech'"),
    ],
    ids=["unknown", "upside-down", "below", "suit", "hands", "misspelt"],
)
def test_a_weapon_is_refused_with_its_place(told, sentence):
    with pytest.raises(ContentError) as no:
        weapons.weapon(told, "weapons.0")
    assert sentence in str(no.value)


def test_a_feature_that_gives_a_condition_says_which():
    with pytest.raises(ContentError, match=r"features\.2\.effects\.0\.what: which condition"):
        weapons.feature({"name": "Trip", "effects": [{"do": "condition"}]}, "features.2")


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


def test_rules_default_to_the_first_set():
    assert table_rules.chosen("") == Rules()


def test_rule_sets_round_trip_through_the_form():
    for name, told in table_rules.shipped().items():
        check_form(SHEETS["table"].form.fields, told)
        assert table_rules.rules(told, "") == table_rules.sets()[name]


def test_cards_that_are_missing_are_written_in_one_line():
    assert table_rules.rules({"missing": "jh, 2C 10s"}, "").missing == ("2C", "JH", "10S")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"values": {"A": 1, "J": 11, "Q": 12}}, "values: what is K worth?"),
        ({"values": {"A": 1, "J": 11, "Q": 12, "K": 13, "Z": 1}}, "values: there is no rank 'Z'"),
        ({"values": {"A": 1, "J": 11, "Q": 12, "K": 99}}, "values.K: a number from 0 to 40"),
        ({"attributes": []}, "attributes: at least one is needed"),
        ({"attributes": [{"name": "might", "suit": "X"}]}, "attributes.might: there is no suit 'X'"),
        ({"attributes": [{"name": "might", "suit": "C"}] * 2}, "attributes.1.name: might stands there twice"),
        ({"associated": {"hp": "luck"}}, "associated.hp: there is no attribute 'luck'"),
        ({"associated": {"mana": "might"}}, "associated: there is no 'mana'"),
        ({"missing": "2X"}, "missing: there is no card '2X'"),
        ({"hand": 0}, "hand: a number from 1 to 10 is needed, not 0"),
        ({"dealer_hand": 11}, "dealer_hand: a number from 0 to 10"),
        ({"missing": " ".join(table_rules.DECK[:40])}, "missing: 40 cards are away"),
        ({"decks": "three"}, "decks"),
    ],
)
def test_rule_set_fault_names_its_place(told, sentence):
    with pytest.raises(ContentError) as no:
        table_rules.proof(told)
    assert sentence in str(no.value)
