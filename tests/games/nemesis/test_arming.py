"""Items and ammo by an effect, and the search of a room."""

from __future__ import annotations

from companion.games.nemesis.content.ship import Effect, Item, Settings
from companion.games.nemesis.facts import ItemGained
from companion.games.nemesis.rules.effects import cannot
from companion.games.nemesis.state import Weapon
from companion.schema import HOUSE
from tests.games.nemesis.doing import answered, done, in_room
from tests.games.nemesis.ship import ANN, BEN, heard, page, with_character

ITEMS = {"tape": Item(store="tools"), "axe": Item(store="tools"), "salve": Item(store="care"), "gun": Item(ammo=3)}
SEARCH = Effect("search", 2)


def searching(store="tools", items=2, **changes):
    return in_room(page(items=ITEMS, **changes), store=store, items=items)


def test_a_search_draws_two_of_the_store_and_keeps_one():
    run = done(searching(), SEARCH)
    assert run.open[0].seat == HOUSE
    assert {option.id for option in run.open[0].options} == {"tape", "axe"}
    answered(run, ("axe", "tape"))
    assert (run.open[0].seat, run.open[0].secret) == (ANN, True)
    answered(run, "tape")
    assert run.state.characters[ANN].items == ("tape",)
    assert run.state.rooms["hall"].items == 1


def test_what_was_found_only_the_finder_sees():
    run = done(searching(), SEARCH, answers=(("axe", "tape"), "tape"))
    for fact in run.facts:
        assert "tape" not in heard(run.state, fact, BEN)
        assert "axe" not in heard(run.state, fact, BEN)
    assert any(isinstance(fact, ItemGained) for fact in run.facts)


def test_a_room_without_a_store_of_its_own_lets_the_finder_choose_one():
    run = done(searching(store=""), SEARCH, answers=("care", "salve"))
    assert run.state.characters[ANN].items == ("salve",)


def test_where_nothing_is_left_nobody_searches():
    assert cannot(searching(items=0), ANN, (SEARCH,)).code == "NOTHING_LEFT"


def test_with_the_box_the_finder_says_in_secret_what_it_was():
    run = done(searching(items=0, settings=Settings(decks="box")), SEARCH)
    (prompt,) = run.open
    assert (prompt.kind, prompt.seat, prompt.secret) == ("write", ANN, True)
    answered(run, "Lamp")
    assert run.state.characters[ANN].items == ("Lamp",)


def test_ammo_needs_a_weapon_with_room():
    s = with_character(page(items=ITEMS), ANN, weapons=(Weapon("gun", 3),))
    assert cannot(s, ANN, (Effect("ammo"),)).code == "NO_ROOM_FOR_AMMO"
