"""Encounters beside the dice: names, doors, hands, tokens. What the bag does in them stands with the checks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect, Settings
from companion.games.nemesis.rules.intruders.noise import (
    doors_held,
    encounter,
    intruder_appears,
    noise_everywhere,
)
from companion.games.nemesis.state import Corridor
from tests.games.course import alone, give
from tests.games.nemesis.ship import ANN, BEN, state, unasked, with_character, with_intruder, with_noise

CLAW = AttackCard("claw", "Claw", ("adult",), (Effect("serious_wound"),), 2)


def coming(s, *kinds):
    """Intruders that come one after the other into the nest."""

    def procedure(g):
        for kind in kinds:
            intruder_appears(g, kind, "nest")
        yield from ()

    return unasked(s, procedure)


def test_no_two_intruders_have_one_name():
    g = coming(state(), "adult", "larva", "adult")
    assert list(g.state.intruders) == ["adult1", "larva2", "adult3"]


DUCT = Corridor(("lab", "engine"), {"lab": ("4",)}, technical=True)


def with_duct(s, **changes):
    return replace(s, corridors={**s.corridors, "t1": replace(DUCT, **changes)})


@pytest.mark.parametrize(("counts", "noise"), [(True, True), (False, False)])
def test_the_technical_corridor_is_noisy_too_where_it_counts(counts, noise):  # NEM-AMB-4
    s = with_duct(state(settings=Settings(decks="none", technical_counts=counts)))

    def procedure(g):
        noise_everywhere(g, "lab")
        yield from ()

    assert unasked(s, procedure).state.corridors["t1"].noise is noise


def test_an_encounter_silences_every_corridor_of_the_room():
    s = with_character(with_noise(with_duct(state(), noise=True), "c1", "c2"), ANN, room="lab")
    run = alone(GAME, s, lambda g: encounter(g, ANN))
    give(run, "larva-1")
    assert not any(c.noise for c in run.state.corridors.values())


def shut(s, name="c2"):
    return replace(s, corridors={**s.corridors, name: replace(s.corridors[name], closed=True)})


def test_only_a_door_with_an_intruder_out_of_combat_behind_it_is_held():
    assert doors_held(shut(state()), "lab") == ()
    assert doors_held(shut(with_intruder(state(), "nest")), "lab") == ("c2",)
    assert doors_held(shut(with_character(with_intruder(state(), "nest"), BEN, room="nest")), "lab") == ()
    assert doors_held(with_intruder(state(), "nest"), "lab") == ()
    assert doors_held(shut(with_intruder(state(), "lab")), "lab") == ()
