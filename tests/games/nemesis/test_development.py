"""The bag develops (NEM-X-BAGDEV-1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Bag
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, Tile, Tokens
from companion.games.nemesis.rules.bag_development import develop, spare
from tests.games.course import alone, give
from tests.games.nemesis.ship import ANN, BEN, noisy, page, told, unasked, with_character, with_intruder, with_noise

BAG = ("blank", "larva-1", "creeper-1", "adult-3", "queen-4")
BOX = Tokens(BAG, spare=("adult-3", "adult-4", "breeder-4"))
NEST = (Tile("den", "Den", nest=True),)


def ship(**changes):
    s = page(bag=Bag(BAG), tiles=NEST, eggs=2, **changes)
    return replace(
        s,
        ship=replace(s.ship, bag=BOX),
        rooms={**s.rooms, "nest": replace(s.rooms["nest"], tile="den")},
    )


def developed(s, *answers):
    run = alone(GAME, s, develop)
    for answer in answers:
        give(run, answer)
    return run


@pytest.mark.parametrize(
    ("token", "bag"),
    [
        ("larva-1", ("adult-3", "adult-3", "blank", "creeper-1", "queen-4")),
        ("creeper-1", ("adult-3", "blank", "breeder-4", "larva-1", "queen-4")),
        ("blank", ("adult-3", "adult-3", "blank", "creeper-1", "larva-1", "queen-4")),
    ],
)
def test_what_was_small_comes_back_grown(token, bag):
    assert tuple(sorted(developed(ship(), token).state.bag.inside)) == bag


def test_the_token_is_drawn_off_the_bag_on_the_table():
    prompt, *_ = developed(ship()).open
    assert (prompt.seat, prompt.kind, prompt.of) == ("table", "draw", ("token", "tag"))


def test_a_grown_one_makes_everybody_who_is_not_in_combat_roll_for_noise():
    s = with_character(with_intruder(ship(), "hall"), BEN, room="lab")
    run = developed(s, "adult-3")
    assert str(run.open[0].title) == "roll the noise die in the lab"
    give(run, "2")
    assert noisy(run) == {"c2"}
    assert run.state.bag.inside == BAG
    assert run.over


def test_the_queen_lays_an_egg_where_nobody_is_in_the_nest():
    run = developed(ship(), "queen-4")
    assert (run.state.eggs, run.state.bag.inside, run.state.intruders) == (3, BAG, {})


def test_the_queen_comes_to_who_is_in_the_nest():
    s = with_noise(with_character(ship(), ANN, room="nest", hand=("Rest",) * 4), "c2")
    run = developed(s, "queen-4")
    assert [(i.kind, i.room) for i in run.state.intruders.values()] == [("queen", "nest")]
    assert "queen-4" not in run.state.bag.inside
    assert (noisy(run), run.state.last.surprise) == (set(), False)


BITE = AttackCard("bite", "Bite", ("queen",), (Effect("serious_wound"),), 5)


@pytest.mark.parametrize(("hand", "wounds"), [(3, 1), (4, 0)])
def test_the_queen_surprises_a_small_hand(hand, wounds):
    s = with_character(ship(attacks=(BITE,)), BEN, room="nest", hand=("Rest",) * hand)
    run = developed(s, "queen-4", *["bite"] * wounds)
    assert (run.state.last.seat, run.state.last.surprise) == (BEN, wounds == 1)
    assert run.state.characters[BEN].serious_wounds == wounds
    assert run.over


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("creeper-1", "Drawn: creeper 1. It leaves the bag for good; one comes in: breeder 4."),
        ("blank", "Drawn: blank. It goes back into the bag; one comes in: adult 3."),
        ("queen-4", "Drawn: queen 4. One more egg lies in the nest. The token goes back into the bag."),
        ("adult-3", "Drawn: adult 3. Who is not in combat makes noise. The token goes back into the bag."),
    ],
)
def test_every_development_is_read_by_all(token, sentence):
    _, text = told(developed(ship(), token).state)
    assert text == sentence


def test_an_empty_bag_does_not_develop():
    assert unasked(replace(ship(), bag=Bag(())), develop).facts == []


def test_a_kind_of_which_all_tokens_are_in_the_bag_brings_none():
    full = replace(ship(), bag=Bag(("blank", "breeder-4")))
    assert spare(full, "breeder") == ""
    _, text = told(developed(replace(full, bag=Bag(("creeper-1", "breeder-4"))), "creeper-1").state)
    assert "no token is left" in text


def test_without_spare_tokens_a_grown_one_has_our_number():
    s = ship()
    assert spare(replace(s, ship=replace(s.ship, bag=Tokens(BAG))), "breeder") == "breeder-4"
