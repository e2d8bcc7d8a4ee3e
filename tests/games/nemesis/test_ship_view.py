"""The ship as a picture: what is drawn where, and what a tap on it is."""

from __future__ import annotations

from dataclasses import replace

from companion.games.nemesis.content.ship import Settings, Tile
from companion.games.nemesis.state import Corridor, Engine, HeavyObject, Pod, Room
from companion.games.nemesis.views.ship_map import ship
from tests.games.nemesis.ship import ANN, BEN, moved, state, with_character, with_intruder, with_noise

LAB = Tile("lab", "Lab", "It hums.", action="Scan", engine="1")
NEST = Tile("warm", "Warm hold", "Do not wake them.", nest=True)


def with_rooms(s, **rooms):
    return replace(s, rooms={**s.rooms, **rooms})


def with_tiles(s, *tiles):
    return replace(s, ship=replace(s.ship, tiles=tiles))


def room(s, name, seat="table"):
    return next(room for room in ship(s, seat).rooms if room.id == name)


def test_a_tap_next_door_is_a_movement_and_a_tap_on_the_own_room_its_action():
    assert {r.id: (r.option, r.other) for r in ship(state(), ANN).rooms} == {
        "hall": ("room_action:hall", ""),
        "lab": ("move:lab", "careful_move:lab"),
        "nest": ("", ""),
        "engine": ("", ""),
    }


def test_while_a_die_is_asked_nothing_is_tapped():
    assert not any(r.option for r in ship(moved().state, ANN).rooms)


def test_a_room_that_nobody_knows_shows_a_number_alone():
    s = with_rooms(with_tiles(state(), LAB), r4=Room("Lab", explored=False, tile="lab", items=3, marks=()))
    unknown = room(s, "r4")
    assert (str(unknown.title), unknown.known, unknown.items, unknown.marks) == ("Room 4", False, None, ())
    assert "hums" not in repr(ship(s, ANN))


def test_a_known_room_tells_its_action_with_the_cost_and_what_is_left():
    s = with_rooms(with_tiles(state(), LAB), lab=Room("Lab", tile="lab", items=2, marks=("malfunction",)))
    lab = room(s, "lab")
    assert (str(lab.title), lab.items, lab.marks) == ("Lab", 2, ("malfunction",))
    assert str(lab.note).startswith("Scan: 2 cards. It hums. 2 items to be found.")


def test_intruders_stand_in_their_room_with_what_has_hurt_them():
    (one,) = room(with_intruder(state(), "lab", "creeper", injuries=2), "lab").lurkers
    assert (str(one.title), one.icon, one.hurt) == ("Creeper", "creeper", 2)


def test_eggs_are_in_the_known_nest_alone():
    s = replace(with_tiles(state(), NEST), eggs=3)
    assert room(with_rooms(s, nest=Room("Warm hold", tile="warm")), "nest").marks == ("egg",) * 3
    assert room(with_rooms(s, nest=Room("", explored=False, tile="warm")), "nest").marks == ()


def test_heavy_objects_lie_in_their_room_and_not_with_who_carries_them():
    objects = {"a": HeavyObject("character_corpse", "lab"), "b": HeavyObject("egg", "")}
    s = replace(state(), objects=objects)
    assert [(r.id, r.marks) for r in ship(s, ANN).rooms if r.marks] == [("lab", ("corpse",))]


def test_who_has_looked_sees_on_the_map_whether_an_engine_works():
    s = with_rooms(with_tiles(state(), LAB), lab=Room("Lab", tile="lab"))
    s = replace(s, engines={"1": Engine(works=False, seen=(ANN,))})
    assert room(s, "lab", ANN).marks == ("engine_broken",)
    assert room(s, "lab", BEN).marks == room(s, "lab").marks == ("engine",)
    assert room(replace(s, phase="over"), "lab", BEN).marks == ("engine_broken",)


def test_a_pod_hangs_at_its_room_until_it_leaves():
    s = with_rooms(with_tiles(state(), LAB), lab=Room("Lab", tile="lab"))
    pods = (Pod("lab"), Pod("lab", locked=False), Pod("lab", launched=True))
    marks = [room(replace(s, pods={"A": pod}), "lab").marks for pod in pods]
    assert marks == [("pod_locked",), ("pod",), ()]


def test_both_ends_of_a_corridor_have_their_numbers_where_they_differ():
    ways = {way.id: (way.numbers, way.beyond) for way in ship(state(), ANN).corridors}
    assert ways == {"c1": ("1", ""), "c2": ("2", "1"), "c3": ("3·4", "1")}


def test_doors_and_noise_stand_in_their_corridors():
    s = with_noise(state(), "c2")
    shut = replace(s.corridors["c1"], closed=True)
    s = replace(s, corridors={**s.corridors, "c1": shut, "c3": replace(s.corridors["c3"], broken=True)})
    ways = {way.id: (way.noise, way.closed, way.broken) for way in ship(s, ANN).corridors}
    assert ways == {"c1": (False, True, False), "c2": (True, False, False), "c3": (False, False, True)}


def test_a_technical_corridor_is_an_opening_in_each_of_its_rooms():
    duct = Corridor(("hall", "nest"), {"hall": ("4",), "nest": ("2", "3")}, noise=True, technical=True)
    s = replace(state(), corridors={**state().corridors, "t1": duct})
    drawn = ship(s, ANN)
    assert "t1" not in {way.id for way in drawn.corridors}
    (one,) = drawn.ducts
    assert (one.openings, one.noise) == ((("hall", "4"), ("nest", "2·3")), True)


def test_the_risk_of_a_step_stands_in_the_rooms_next_door():
    s = with_noise(state(), "c3")
    assert {r.id: r.risk for r in ship(s, ANN).rooms} == {"hall": None, "lab": 0.4, "nest": None, "engine": None}


def test_with_the_people_s_own_decks_nothing_of_them_is_guessed():
    s = with_rooms(
        replace(state(), ship=replace(state().ship, settings=Settings(decks="box"))), lab=Room("", explored=False)
    )
    assert room(s, "lab").risk == 0


def test_who_is_dead_or_away_stands_nowhere():
    s = with_character(state(), BEN, fate="dead")
    assert room(s, "hall").here == (ANN,)
