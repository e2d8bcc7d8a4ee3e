"""Two hands, and what is put down (NEM-X-LIMITS-1)."""

from __future__ import annotations

import pytest

from companion.engine import Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Item, Settings
from companion.games.nemesis.rules.actions.item_exchange import nothing_to_pick_up
from companion.games.nemesis.rules.crew.hands import gain, hands_full, in_hands, keep_two, put_down
from companion.games.nemesis.state import HeavyObject, Weapon
from tests.games.course import alone, give
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import ANN, BEN, page, with_character

ITEMS = {"cannon": Item(heavy=True), "rifle": Item(heavy=True, ammo=4), "tape": Item(), "axe": Item(heavy=True)}
PISTOL = (Weapon("pistol", 2),)


def holding(*, heavy=(), two_hands=True, **changes):
    objects = {name: HeavyObject("egg", "") for name in heavy} | {"egg 9": HeavyObject("egg", "hall")}
    s = page(items=ITEMS, objects=objects, settings=Settings(two_hands=two_hands))
    return with_character(s, ANN, heavy=heavy, **changes)


def gaining(s, item):
    return alone(GAME, s, lambda g: gain(g, ANN, item))


def test_a_weapon_that_is_found_lies_in_a_hand_with_all_its_ammo():
    assert gaining(holding(), "rifle").state.characters[ANN].weapons == (*PISTOL, Weapon("rifle", 4))


def test_other_items_take_no_hand():
    s = gaining(holding(weapons=PISTOL), "tape").state
    assert (s.characters[ANN].items, len(in_hands(s, ANN))) == (("tape",), 1)


def test_a_third_hand_is_needed_and_something_is_put_down():
    run = gaining(holding(weapons=PISTOL, items=("axe",)), "cannon")
    (prompt,) = run.open
    assert prompt.secret
    assert [option.id for option in prompt.options] == ["weapon/pistol", "item/axe", "item/cannon"]
    give(run, "item/axe")
    ann = run.state.characters[ANN]
    assert (ann.items, ann.weapons, run.state.item_discard) == (("cannon",), PISTOL, ("axe",))


def test_where_the_table_does_not_count_hands_nothing_is_put_down():
    assert gaining(holding(weapons=PISTOL, items=("axe",), two_hands=False), "cannon").over


def test_with_both_hands_full_nothing_heavy_is_picked_up():
    s = holding(weapons=PISTOL, heavy=("egg 1",))
    assert hands_full(s, ANN).code == "HANDS_FULL"
    assert nothing_to_pick_up(s, ANN).code == "HANDS_FULL"
    assert nothing_to_pick_up(s, BEN) is None


def test_an_object_lies_in_the_room_where_it_was_put_down():
    g = Play(holding(heavy=("egg 1",)), GAME.apply)
    put_down(g, ANN, "object/egg 1")
    assert g.state.objects["egg 1"].room == "hall"
    assert g.state.characters[ANN].heavy == ()


def test_a_weapon_that_is_put_down_is_discarded():
    g = Play(holding(weapons=(*PISTOL, *PISTOL)), GAME.apply)
    put_down(g, ANN, "weapon/pistol")
    assert (g.state.characters[ANN].weapons, g.state.item_discard) == (PISTOL, ("pistol",))


def test_what_is_gone_by_now_cannot_be_put_down():
    g = Play(holding(), GAME.apply)
    put_down(g, ANN, "item/cannon")
    assert g.facts == []


def test_hands_are_emptied_until_two_are_left():
    run = alone(GAME, holding(weapons=PISTOL * 4), lambda g: keep_two(g, ANN))
    give(run, "weapon/pistol")
    give(run, "weapon/pistol")
    assert run.state.characters[ANN].weapons == PISTOL * 2


@pytest.mark.parametrize(("n", "ammo"), [(1, 2), (9, 4)])
def test_ammo_goes_into_a_weapon_up_to_what_it_holds(n, ammo):
    run = done(holding(weapons=(Weapon("rifle", 1),)), Effect("ammo", n))
    assert run.state.characters[ANN].weapons == (Weapon("rifle", ammo),)


def test_of_several_weapons_the_owner_chooses_one():
    s = holding(weapons=(Weapon("rifle", 1), Weapon("pistol", 0)))
    run = done(s, "ammo", answers=("pistol",))
    assert run.state.characters[ANN].weapons == (Weapon("rifle", 1), Weapon("pistol", 1))
