"""Tokens, Intruders out of nowhere, the development of the bag, words for the people."""

from __future__ import annotations

from companion.games.nemesis.content import Effect
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import page


def test_tokens_go_into_the_bag():
    assert done(page(), Effect("token", 2, "adult-4")).state.bag.inside.count("adult-4") == 3


def test_an_intruder_comes_where_the_effect_says():
    run = done(in_room(), Effect("spawn", what="creeper", where="hall"))
    assert [(i.kind, i.room) for i in run.state.intruders.values()] == [("creeper", "hall")]


def test_the_bag_develops():
    run = done(page(), "develop", answers=("larva-1",))
    assert "larva-1" not in run.state.bag.inside


def test_what_the_people_do_by_themselves_is_said_and_waits_for_a_tap():
    run = done(page(), Effect("tell", what="look at the top card"))
    assert str(run.open[0].title) == "look at the top card"
    assert [option.id for option in run.open[0].options] == ["go"]
