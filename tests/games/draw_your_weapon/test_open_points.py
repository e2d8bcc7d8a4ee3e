"""The rules of the table: what chapter 5 leaves open, as sets that ship and as people type it in."""

from __future__ import annotations

import pytest

from companion.engine import check_form
from companion.errors import ContentError
from companion.games.draw_your_weapon.content import Rules, table_rules
from companion.games.draw_your_weapon.forms.setup_form import SHEETS


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
