"""Items, heavy objects, trade and virtual decks."""

from __future__ import annotations

import pytest

from companion.engine import Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, Item, Settings
from companion.games.nemesis.facts import ItemGained
from companion.games.nemesis.rules.crew.hands import gain, keep_two, put_down
from companion.games.nemesis.rules.decks import draw_cards, left
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import HOUSE, Cards
from tests.games.course import alone, give
from tests.games.nemesis.doing import answered, done, in_room, played
from tests.games.nemesis.ship import ANN, BEN, heard, page, state, with_character, with_intruder


def test_trade_is_visible_to_both_traders_only():  # NEM-TRADE-2
    s = with_character(with_character(state(), ANN, items=("medkit",)), BEN, items=("tape",))
    run = played(s, "trade", "Search", "1/2", "medkit", "tape")
    assert all(prompt.secret for prompt in run.open)
    assert [str(prompt.options[0].text) for prompt in run.open] == ["Give medkit, get tape", "Give tape, get medkit"]
    assert "tape" not in repr([prompt.title for prompt in run.open])


def test_trade_moves_a_weapon_with_its_ammo():
    run = played(state(), "trade", "Search", "1/2", "pistol", (), "yes", "yes", "done")
    assert [w.name for w in run.state.characters[BEN].weapons] == ["rifle", "pistol"]
    assert run.state.characters[BEN].weapons[-1].ammo == 2


def test_trade_asks_full_hands_to_put_down():  # NEM-AMB-7
    s = with_character(state(), BEN, weapons=(Weapon("rifle", 3), Weapon("axe", 0)))
    run = played(s, "trade", "Search", "1/2", "pistol", (), "yes", "yes")
    assert str(run.open[0].title) == "both hands are full, what is put down?"


def test_items_are_secret_until_shown():  # NEM-TRADE-2
    s = with_character(state(), ANN, items=("medkit",))
    assert "medkit" in repr([b for b in GAME.view(s, ANN) if isinstance(b, Cards)])
    assert "medkit" not in repr(GAME.view(s, BEN))
    assert GAME.view(s, "table") == GAME.view(with_character(state(), ANN, items=("tape",)), "table")


def test_dead_intruder_leaves_a_carcass():  # NEM-HEAVY-2
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


def test_gained_weapon_is_loaded():
    assert gaining(holding(), "rifle").state.characters[ANN].weapons == (*PISTOL, Weapon("rifle", 4))


def test_third_heavy_item_makes_its_owner_choose():
    run = gaining(holding(weapons=PISTOL, items=("axe",)), "cannon")
    (prompt,) = run.open
    assert prompt.secret
    assert [option.id for option in prompt.options] == ["weapon/pistol", "item/axe", "item/cannon"]
    give(run, "item/axe")
    ann = run.state.characters[ANN]
    assert (ann.items, ann.weapons, run.state.item_discard) == (("cannon",), PISTOL, ("axe",))


def test_hand_limit_is_a_setting():
    assert gaining(holding(weapons=PISTOL, items=("axe",), two_hands=False), "cannon").over


def test_object_put_down_stays_in_the_room():
    g = Play(holding(heavy=("egg 1",)), GAME.apply)
    put_down(g, ANN, "object/egg 1")
    assert g.state.objects["egg 1"].room == "hall"
    assert g.state.characters[ANN].heavy == ()


def test_full_hands_are_emptied_to_two():
    run = alone(GAME, holding(weapons=PISTOL * 4), lambda g: keep_two(g, ANN))
    answered(run, "weapon/pistol", "weapon/pistol")
    assert run.state.characters[ANN].weapons == PISTOL * 2


@pytest.mark.parametrize(("n", "ammo"), [(1, 2), (9, 4)])
def test_ammo_effect_fills_up_to_capacity(n, ammo):
    run = done(holding(weapons=(Weapon("rifle", 1),)), Effect("ammo", n))
    assert run.state.characters[ANN].weapons == (Weapon("rifle", ammo),)


def test_ammo_effect_asks_for_the_weapon():
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


def test_search_draws_two_and_keeps_one():
    run = done(searching(), SEARCH)
    assert run.open[0].seat == HOUSE
    assert {option.id for option in run.open[0].options} == {"tape", "axe"}
    answered(run, ("axe", "tape"))
    assert (run.open[0].seat, run.open[0].secret) == (ANN, True)
    answered(run, "tape")
    assert run.state.characters[ANN].items == ("tape",)
    assert run.state.rooms["hall"].items == 1


def test_search_result_is_secret():
    run = done(searching(), SEARCH, answers=(("axe", "tape"), "tape"))
    for fact in run.facts:
        assert "tape" not in heard(run.state, fact, BEN)
        assert "axe" not in heard(run.state, fact, BEN)
    assert any(isinstance(fact, ItemGained) for fact in run.facts)


def test_search_asks_for_the_store():
    run = done(searching(store=""), SEARCH, answers=("care", "salve"))
    assert run.state.characters[ANN].items == ("salve",)


def test_search_with_real_cards_asks_the_finder():
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


def test_deck_draws_any_card_left():
    run = drawing(page(attacks=(TWO_CLAWS, BITE)), "attacks")
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind, [option.id for option in prompt.options]) == (
        HOUSE,
        "draw",
        ["claw", "claw", "bite"],
    )
    give(run, "claw")
    assert left(run.state, "attacks") == ("claw", "bite")


def test_deck_is_shuffled_during_a_draw():
    s = page(attacks=(TWO_CLAWS, BITE), drawn={"attacks": ("claw", "bite")})
    run = drawing(s, "attacks", 2)
    give(run, "claw")
    assert [option.id for option in run.open[0].options] == ["claw", "bite"]  # one claw is out, in the hand
    give(run, "bite")
    assert run.state.drawn["attacks"] == ("claw", "bite")


def test_deck_excludes_held_and_used_items():
    s = with_character(page(items=DECK_ITEMS, item_discard=("saw",)), ANN, items=("tape",))
    assert left(s, "items:tools") == ("tape",)


def test_deck_counts_a_drawn_and_held_item_once():
    s = page(items=DECK_ITEMS, drawn={"items:tools": ("tape",)})
    assert left(with_character(s, ANN, items=("tape",)), "items:tools") == ("tape", "saw")


def test_deck_shuffle_excludes_held_items():
    s = page(items=DECK_ITEMS, drawn={"items:tools": ("tape", "tape", "saw")})
    run = drawing(with_character(s, ANN, items=("tape", "saw")), "items:tools")
    assert [option.id for option in run.open[0].options] == ["tape"]
