"""Wounds, Contamination, slime, larvae, death."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Play, Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.facts import apply
from companion.games.nemesis.rules.crew import health
from companion.games.nemesis.state import HeavyObject, Weapon
from tests.games.course import give
from tests.games.nemesis.ship import ANN, BEN, page, state, with_character


def holding(s=None, **changes):
    """What a rule has in its hands, with Ann as she is told."""
    return Play(with_character(s or state(), ANN, **changes), apply)


def ann(g):
    return g.state.characters[ANN]


def test_the_third_light_wound_is_a_serious_one():
    g = holding(light_wounds=2)
    health.wound(g, ANN, "light")
    assert (ann(g).light_wounds, ann(g).serious_wounds, ann(g).fate) == (0, 1, "aboard")


@pytest.mark.parametrize("depth", ["light", "serious"])
def test_a_further_wound_at_three_serious_ones_kills(depth):
    g = holding(serious_wounds=3)
    health.wound(g, ANN, depth)
    assert ann(g).fate == "dead"


def test_the_third_serious_wound_does_not_kill_yet():
    g = holding(serious_wounds=2, light_wounds=2)
    health.wound(g, ANN, "light")
    assert (ann(g).serious_wounds, ann(g).fate) == (3, "aboard")


def test_death_leaves_a_corpse_and_what_was_carried():
    egg = {"egg1": HeavyObject("egg", "")}
    g = holding(state(objects=egg), heavy=("egg1",), items=("tape",), weapons=(Weapon("pistol", 2),))
    health.die(g, ANN)
    assert {name: (o.kind, o.room) for name, o in g.state.objects.items()} == {
        "egg1": ("egg", "hall"),
        "corpse of Ann": ("character_corpse", "hall"),
    }
    assert g.state.item_discard == ("pistol", "tape")
    assert (ann(g).heavy, ann(g).items, ann(g).weapons) == ((), (), ())


@pytest.mark.parametrize("fate", ["dead", "pod", "asleep"])
def test_whoever_is_not_aboard_is_passed_over(fate):
    g = holding(fate=fate, serious_wounds=3)
    health.wound(g, ANN, "light")
    health.contaminate(g, ANN)
    health.slime(g, ANN)
    health.larva(g, ANN)
    health.die(g, ANN)
    assert g.facts == []


def test_contamination_comes_from_a_supply_that_ends():
    g = holding(hand=("Contamination",))
    g.state = replace(g.state, ship=replace(g.state.ship, contamination=2))
    health.contaminate(g, ANN)
    health.contaminate(g, ANN)
    assert ann(g).discard == ("Contamination",)


def test_a_second_larva_kills():
    g = holding()
    health.larva(g, ANN)
    assert (ann(g).larva, ann(g).fate) == (True, "aboard")
    health.larva(g, ANN)
    assert ann(g).fate == "dead"


def test_slime_comes_once():
    g = holding(slime=True)
    health.slime(g, ANN)
    assert g.facts == []


@pytest.mark.parametrize(("on", "hurt"), [("self", {ANN}), ("here", {ANN, BEN}), ("all", {ANN, BEN, "3"})])
def test_harm_reaches_whom_it_says(on, hurt):
    s = state()
    s = replace(s, characters={**s.characters, "3": replace(s.characters[BEN], room="lab")})
    g = holding(s)
    health.suffer(g, ANN, (Effect("light_wound", 2, on=on), Effect("noise")))
    assert {seat for seat, c in g.state.characters.items() if c.light_wounds == 2} == hurt


@pytest.mark.parametrize(
    ("deed", "what"),
    [
        ("light_wound", {"light_wounds": 1}),
        ("serious_wound", {"serious_wounds": 1}),
        ("contamination", {"discard": ("Contamination",)}),
        ("slime", {"slime": True}),
        ("larva", {"larva": True}),
    ],
)
def test_every_harm_is_done(deed, what):
    g = holding()
    health.suffer(g, ANN, (Effect(deed),))
    assert {name: getattr(ann(g), name) for name in what} == what


def test_whoever_dies_in_their_own_round_is_passed_over():
    s = with_character(page(), BEN, fate="dead")
    run = Run(GAME, s)
    give(run, "pass")
    assert run.state.phase == "event"  # Ben is not asked
