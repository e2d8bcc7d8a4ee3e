"""Fire and malfunction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effects import cannot
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import ANN, page


def with_mark(s, room, mark):
    return replace(s, rooms={**s.rooms, room: replace(s.rooms[room], marks=(mark,))})


@pytest.mark.parametrize(("deed", "mark"), [("fire", "fire"), ("malfunction", "malfunction")])
def test_a_marker_is_put_and_never_a_second_one(deed, mark):
    run = done(page(), deed, deed)
    assert run.state.rooms["hall"].marks == (mark,)
    assert len(run.facts) == 1


@pytest.mark.parametrize(("deed", "mark"), [("extinguish", "fire"), ("discard_malfunction", "malfunction")])
def test_a_marker_is_taken(deed, mark):
    assert done(in_room(None, mark), deed).state.rooms["hall"].marks == ()


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [("extinguish", "Nothing burns in the Hall."), ("discard_malfunction", "There is no malfunction in the Hall.")],
)
def test_where_no_marker_is_there_is_nothing_to_take(deed, sentence):
    assert str(cannot(in_room(), ANN, (Effect(deed),)).sentence) == sentence


def test_any_room_may_be_meant_and_is_chosen():
    s = with_mark(with_mark(page(), "nest", "fire"), "lab", "fire")
    run = done(s, Effect("extinguish", what="any"), answers=("nest",))
    assert [s.rooms[room].marks for room in ("nest", "lab")] == [("fire",), ("fire",)]
    assert [run.state.rooms[room].marks for room in ("nest", "lab")] == [(), ("fire",)]


def test_the_only_one_is_taken_without_a_question():
    run = done(with_mark(page(), "nest", "malfunction"), Effect("discard_malfunction", what="any"))
    assert run.state.rooms["nest"].marks == ()


def test_an_effect_may_name_the_tile_where_it_happens():
    run = done(in_room(), Effect("fire", where="hall"), seat="2")
    assert run.state.rooms["hall"].marks == ("fire",)


def test_nothing_happens_in_a_room_that_nobody_knows():
    s = in_room()
    dark = replace(s, rooms={**s.rooms, "hall": replace(s.rooms["hall"], explored=False)})
    assert done(dark, Effect("fire", where="hall")).facts == ()
