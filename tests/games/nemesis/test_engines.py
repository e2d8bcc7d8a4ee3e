"""Engines: only who looked last knows (NEM-ACARD-8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Tile
from companion.games.nemesis.rules.effects import cannot
from companion.games.nemesis.state import Engine
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import ANN, BEN, heard, page


def beside(works=False, seen=()):
    return replace(in_room(engine="2"), engines={"2": Engine(works, seen)})


def test_who_looks_knows_and_the_others_know_who_looked():
    run = done(beside(), "look_engine")
    assert run.state.engines["2"].seen == (ANN,)
    (fact,) = run.facts
    assert "broken" in heard(run.state, fact, ANN)
    assert "broken" not in heard(run.state, fact, BEN)


@pytest.mark.parametrize(("deed", "works"), [("repair_engine", True), ("break_engine", False)])
def test_who_turns_it_is_the_only_one_who_knows(deed, works):
    run = done(beside(not works, (BEN,)), deed)
    assert run.state.engines["2"] == Engine(works, (ANN,))


def test_what_was_done_to_it_nobody_else_hears():
    repaired, broken = done(beside(), "repair_engine"), done(beside(), "break_engine")
    ours, theirs = (GAME.tell(run.state, run.facts[-1], BEN) for run in (repaired, broken))
    assert ours == theirs


def test_elsewhere_no_engine_is_reached():
    assert cannot(page(), ANN, (Effect("repair_engine"),)).code == "NO_ENGINE"


@pytest.mark.parametrize("works", [True, False])
def test_the_button_is_never_grey_because_of_how_the_engine_is(works):
    assert cannot(beside(works, (ANN,)), ANN, (Effect("repair_engine"),)) is None


def test_any_engine_may_be_meant_and_the_title_says_nothing_of_the_deed():
    tiles = tuple(Tile(name, name, engine=number) for name, number in (("port", "1"), ("main", "2")))
    s = page(tiles=tiles, engines={"1": Engine(True), "2": Engine(True)})
    run = done(s, Effect("break_engine", what="any"))
    assert str(run.open[0].title) == "work on which engine?"
    run = done(s, Effect("break_engine", what="any"), answers=("1",))
    assert [engine.works for engine in run.state.engines.values()] == [False, True]


def test_markers_of_the_box_are_looked_at_by_hand():
    run = done(in_room(engine="2"), "look_engine")
    assert str(run.open[0].title) == "look at the marker of engine 2, for yourself alone"
