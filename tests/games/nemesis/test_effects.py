"""Effects one after the other, and what stands against them."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Deed, Effect
from companion.games.nemesis.rules.effect_handlers import DEEDS
from companion.games.nemesis.rules.effects import cannot, perform
from tests.games.course import alone, give
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import ANN, page, with_character

SEARCH_BESIDE_A_COMPUTER = (Effect("send_signal", where="computer"),)


def test_every_deed_of_a_ship_is_done_by_somebody():
    assert set(DEEDS) == set(get_args(Deed))


def test_effects_are_done_in_their_order():
    run = done(page(), "fire", "extinguish", "malfunction")
    assert run.state.rooms["hall"].marks == ("malfunction",)


def test_what_cannot_be_done_is_left_out():
    assert done(page(), "heal_light", "slime").state.characters[ANN].slime


def test_a_button_is_grey_where_nothing_of_it_can_be_done():
    assert cannot(page(), ANN, (Effect("heal_light"), Effect("clean"))).code == "NO_WOUND"
    assert cannot(with_character(page(), ANN, slime=True), ANN, (Effect("heal_light"), Effect("clean"))) is None


def test_the_price_of_a_deed_is_no_reason_to_do_it():
    assert cannot(page(), ANN, (Effect("light_wound"), Effect("clean"))).code == "NO_SLIME"
    assert cannot(page(), ANN, (Effect("light_wound"),)) is None


def test_whoever_died_does_nothing_any_more():
    s = with_character(page(), ANN, serious_wounds=3)
    run = done(s, "light_wound", "malfunction")
    assert run.state.characters[ANN].fate == "dead"
    assert run.state.rooms["hall"].marks == ()


def test_an_event_is_of_nobody_in_particular():
    run = alone(GAME, page(), lambda g: perform(g, "", (Effect("tell", what="read on"), Effect("slime", on="all"))))
    assert run.open[0].seat == "table"
    give(run, "go")
    assert all(c.slime for c in run.state.characters.values())


@pytest.mark.parametrize(("marks", "works"), [((), True), (("malfunction",), False)])
def test_a_computer_must_work(marks, works):
    assert (cannot(in_room(None, *marks, computer=True), ANN, SEARCH_BESIDE_A_COMPUTER) is None) == works


def test_elsewhere_there_is_no_computer():
    assert cannot(in_room(), ANN, SEARCH_BESIDE_A_COMPUTER).code == "NO_COMPUTER"
