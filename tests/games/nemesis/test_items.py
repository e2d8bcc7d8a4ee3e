"""Items, heavy objects, trade and virtual decks."""

from __future__ import annotations

import pytest

from companion.engine import Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, Item, Settings
from companion.games.nemesis.facts import ItemGained
from companion.games.nemesis.rules.actions.item_exchange import nothing_to_pick_up
from companion.games.nemesis.rules.crew.hands import gain, hands_full, keep_two, put_down
from companion.games.nemesis.rules.decks import draw_cards, left
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import HOUSE, Cards
from tests.games.course import alone, give
from tests.games.nemesis.doing import answered, done, in_room, played
from tests.games.nemesis.ship import ANN, BEN, heard, page, state, unasked, with_character, with_intruder


def test_both_see_what_changes_hands_and_nobody_else():  # NEM-TRADE-2
    s = with_character(with_character(state(), ANN, items=("medkit",)), BEN, items=("tape",))
    run = played(s, "trade", "Search", "1/2", "medkit", "tape")
    assert all(prompt.secret for prompt in run.open)
    assert [str(prompt.options[0].text) for prompt in run.open] == ["Give medkit, get tape", "Give tape, get medkit"]
    assert "tape" not in repr([prompt.title for prompt in run.open])


def test_a_weapon_changes_hands_with_its_ammo():
    run = played(state(), "trade", "Search", "1/2", "pistol", (), "yes", "yes", "done")
    assert [w.name for w in run.state.characters[BEN].weapons] == ["rifle", "pistol"]
    assert run.state.characters[BEN].weapons[-1].ammo == 2


def test_whoever_gets_a_third_heavy_thing_puts_one_down():  # NEM-AMB-7
    s = with_character(state(), BEN, weapons=(Weapon("rifle", 3), Weapon("axe", 0)))
    run = played(s, "trade", "Search", "1/2", "pistol", (), "yes", "yes")
    assert str(run.open[0].title) == "both hands are full, what is put down?"


def test_items_are_their_owners_until_shown():  # NEM-TRADE-2
    s = with_character(state(), ANN, items=("medkit",))
    assert "medkit" in repr([b for b in GAME.view(s, ANN) if isinstance(b, Cards)])
    assert "medkit" not in repr(GAME.view(s, BEN))
    assert GAME.view(s, "table") == GAME.view(with_character(state(), ANN, items=("tape",)), "table")


def test_a_dead_intruder_leaves_a_carcass():  # NEM-HEAVY-2
    s = with_intruder(state(settings=Settings(decks="box")), "hall")
    run = played(s, "shoot:pistol/adult", "Search", "hit1", "dies")
    assert [(o.kind, o.room) for o in run.state.objects.values()] == [("intruder_carcass", "hall")]


HEAVY_ITEMS = {"cannon": Item(heavy=True), "rifle": Item(heavy=True, ammo=4), "tape": Item(), "axe": Item(heavy=True)}
PISTOL = (Weapon("pistol", 2),)


def holding(*, heavy=(), two_hands=True, **changes):
    objects = {name: HeavyObject("egg", "") for name in heavy} | {"egg 9": HeavyObject("egg", "hall")}
    s = page(items=HEAVY_ITEMS, objects=objects, settings=Settings(two_hands=two_hands))
    return with_character(s, ANN, heavy=heavy, **changes)


def gaining(s, item):
    return alone(GAME, s, lambda g: gain(g, ANN, item))


def test_a_weapon_that_is_found_lies_in_a_hand_with_all_its_ammo():
    assert gaining(holding(), "rifle").state.characters[ANN].weapons == (*PISTOL, Weapon("rifle", 4))


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


STORED_ITEMS = {
    "tape": Item(store="tools"),
    "axe": Item(store="tools"),
    "salve": Item(store="care"),
    "gun": Item(ammo=3),
}
SEARCH = Effect("search", 2)


def searching(store="tools", items=2, **changes):
    return in_room(page(items=STORED_ITEMS, **changes), store=store, items=items)


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


def test_with_the_box_the_finder_says_in_secret_what_it_was():
    run = done(searching(items=0, settings=Settings(decks="box")), SEARCH)
    (prompt,) = run.open
    assert (prompt.kind, prompt.seat, prompt.secret) == ("write", ANN, True)
    answered(run, "Lamp")
    assert run.state.characters[ANN].items == ("Lamp",)


TWO_CLAWS = AttackCard("claw", "Claw", ("adult",), (), 2, count=2)
BITE = AttackCard("bite", "Bite", ("adult",), (), 3)
DECK_ITEMS = {"tape": Item(store="tools", count=2), "saw": Item(store="tools"), "key": Item()}


def drawing(state, deck, number=1):
    return alone(GAME, state, lambda g: draw_cards(g, deck, number))


def test_chance_draws_any_card_that_is_left():
    run = drawing(page(attacks=(TWO_CLAWS, BITE)), "attacks")
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind, [option.id for option in prompt.options]) == (
        HOUSE,
        "draw",
        ["claw", "claw", "bite"],
    )
    give(run, "claw")
    assert left(run.state, "attacks") == ("claw", "bite")


def test_a_deck_that_is_too_small_is_shuffled_in_between():
    s = page(attacks=(TWO_CLAWS, BITE), drawn={"attacks": ("claw", "bite")})
    run = drawing(s, "attacks", 2)
    give(run, "claw")
    assert [option.id for option in run.open[0].options] == ["claw", "bite"]  # one claw is out, in the hand
    give(run, "bite")
    assert run.state.drawn["attacks"] == ("claw", "bite")


def test_an_empty_deck_gives_nothing_and_asks_nobody():
    assert unasked(page(), lambda g: draw_cards(g, "attacks")).facts == []


def test_items_that_somebody_has_or_used_up_are_in_no_deck():
    s = with_character(page(items=DECK_ITEMS, item_discard=("saw",)), ANN, items=("tape",))
    assert left(s, "items:tools") == ("tape",)


def test_an_item_that_was_drawn_and_is_held_counts_once():
    s = page(items=DECK_ITEMS, drawn={"items:tools": ("tape",)})
    assert left(with_character(s, ANN, items=("tape",)), "items:tools") == ("tape", "saw")


def test_a_shuffle_brings_no_item_back_that_somebody_has():
    s = page(items=DECK_ITEMS, drawn={"items:tools": ("tape", "tape", "saw")})
    run = drawing(with_character(s, ANN, items=("tape", "saw")), "items:tools")
    assert [option.id for option in run.open[0].options] == ["tape"]
