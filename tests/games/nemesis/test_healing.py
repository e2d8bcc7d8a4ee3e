"""Deeds to bodies."""

from __future__ import annotations

import pytest

from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effects import cannot
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import ANN, BEN, page, with_character


def hurt(**changes):
    return with_character(page(), ANN, **changes)


def ann(run):
    return run.state.characters[ANN]


@pytest.mark.parametrize(("n", "left"), [(1, 1), (2, 0), (3, 0)])
def test_light_wounds_are_dressed_never_more_than_there_are(n, left):
    assert ann(done(hurt(light_wounds=2), Effect("heal_light", n))).light_wounds == left


def test_a_serious_wound_is_dressed():
    assert ann(done(hurt(serious_wounds=2), "heal_serious")).serious_wounds == 1


def test_who_stands_elsewhere_is_not_in_the_room():
    s = with_character(hurt(slime=True), BEN, slime=True, room="lab")
    run = done(s, Effect("clean", on="here"))
    assert [c.slime for c in run.state.characters.values()] == [False, True]


def test_a_larva_is_taken_out():
    assert not ann(done(hurt(larva=True), "remove_larva")).larva


@pytest.mark.parametrize(
    ("deed", "code"),
    [("heal_light", "NO_WOUND"), ("heal_serious", "NO_WOUND"), ("clean", "NO_SLIME"), ("remove_larva", "NO_LARVA")],
)
def test_what_helps_nobody_is_refused(deed, code):
    assert cannot(page(), ANN, (Effect(deed),)).code == code
