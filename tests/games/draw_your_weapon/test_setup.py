"""How a table begins: who plays whom, whom the Dealer has, and by which rules."""

from __future__ import annotations

import pytest

from companion.engine import DECK, GameSetup
from companion.errors import ContentError
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import adventures, characters
from companion.games.draw_your_weapon.setup import setup
from companion.schema import TABLE

SEATS, NAMES = ("1", "2"), {"1": "Ann", "2": "Ben"}


def begun(**choices):
    return setup(GameSetup(SEATS, NAMES, choices))


def test_the_sample_is_the_adventure_that_ships():
    s = setup(GAME.sample)
    assert s.adventure is adventures.adventures()["bell"]
    assert s.scene == ""
    assert {"rusk", "hanne"} <= set(s.characters)


def test_seat_without_choice_gets_a_shipped_character():
    titles = [one.title for one in characters.characters().values()]
    assert [c.title for c in begun().characters.values() if c.is_player] == titles[:2]


def test_a_character_is_chosen_by_name_or_comes_in_full():
    s = begun(characters={"1": "singer", "2": {"title": "A miller", "attributes": {"might": 2}, "hp": 9, "guard": 3}})
    assert s.characters["1"].title == "The ballad singer"
    assert (s.characters["2"].hp, s.characters["2"].max_hp, s.characters["2"].guard) == (9, 9, 3)
    assert s.characters["2"].name == "Ben"


def test_an_adventure_may_bring_its_own_characters():
    bell = {**adventures.shipped()["bell"], "sheets": [{"title": "The mayor", "attributes": {"charm": 2}, "hp": 8}]}
    assert [c.title for c in begun(adventure=bell).characters.values() if c.is_player] == ["The mayor"] * 2


def test_the_hands_are_dealt_from_the_deck_in_use():
    assert begun().decks[TABLE].library == len(DECK) - 10
    assert begun(rules={"missing": "2C 3C", "hand": 4}).decks[TABLE].library == len(DECK) - 2 - 8


def test_character_with_an_unknown_attribute_is_refused():
    with pytest.raises(ContentError, match=r"characters.1.attributes: the rules of the table have no attribute 'luck'"):
        begun(characters={"1": {"title": "A gambler", "attributes": {"luck": 3}, "hp": 9}})


def test_adventure_with_an_unknown_attribute_is_refused():
    rows = [{"name": "brawn", "suit": "C"}]
    own = {"attributes": rows, "associated": {"hp": "brawn", "reserve": "brawn", "clout": "brawn"}}
    with pytest.raises(ContentError, match=r"adventure: lantern.missing: .* no attribute 'wits'"):
        begun(adventure="bell", rules=own)


def test_a_table_may_have_attributes_of_its_own():
    rows = [{"name": "Brawn", "suit": "C"}, {"name": "Luck", "suit": "H"}]
    own = {"attributes": rows, "associated": {"hp": "brawn", "reserve": "luck", "clout": "luck"}}
    typed = {
        "title": "A gambler",
        "attributes": {"might": 0},
        "hp": 9,
        "own_attributes": [{"name": "Luck", "value": 3}],
    }
    assert begun(rules=own, characters={"1": typed, "2": typed}).characters["1"].attributes["luck"] == 3
