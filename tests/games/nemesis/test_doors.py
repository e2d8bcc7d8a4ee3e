"""Doors closed and opened (NEM-X-NEIGHBOUR-1)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effects import cannot
from companion.games.nemesis.state import neighbours
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import ANN, page, with_character


def in_the_lab(**doors):
    s = with_character(page(), ANN, room="lab")
    changed = {name: replace(s.corridors[name], **{state: True}) for name, state in doors.items()}
    return replace(s, corridors={**s.corridors, **changed})


def test_a_door_of_the_room_is_closed():
    run = done(in_the_lab(), "close_door", answers=("c2",))
    assert run.state.corridors["c2"].closed
    assert neighbours(run.state, "lab") == ("hall", "engine")


def test_a_broken_door_and_a_closed_one_are_not_closed():
    run = done(in_the_lab(c1="broken", c2="closed"), "close_door")
    assert run.state.corridors["c3"].closed


def test_a_technical_corridor_has_no_door():
    s = in_the_lab(c1="technical", c2="broken", c3="closed")
    assert cannot(s, ANN, (Effect("close_door"),)).code == "NO_OPEN_DOOR"


def test_a_closed_door_is_opened():
    assert not done(in_the_lab(c3="closed"), "open_door").state.corridors["c3"].closed


def test_without_a_closed_door_nothing_is_opened():
    assert cannot(in_the_lab(), ANN, (Effect("open_door"),)).code == "NO_CLOSED_DOOR"


def test_any_door_of_the_ship_may_be_meant():
    s = with_character(in_the_lab(c2="closed", c3="closed"), ANN, room="hall")
    assert cannot(s, ANN, (Effect("open_door"),)) is not None
    run = done(s, Effect("open_door", what="any"), answers=("c3",))
    assert [run.state.corridors[name].closed for name in ("c2", "c3")] == [True, False]


def test_a_door_far_away_is_called_by_its_rooms():
    s = with_character(in_the_lab(), ANN, room="hall")
    texts = [str(option.text) for option in done(s, Effect("close_door", what="any")).open[0].options]
    assert texts == ["Corridor 1 to the lab", "Lab - nest", "Lab - engine"]
