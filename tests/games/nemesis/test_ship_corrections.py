"""What is put right of the ship, from the menu, at any time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis.rules.corrections import menu
from companion.games.nemesis.state import HeavyObject, Pod
from companion.schema import TABLE, Answer
from tests.games.nemesis.doing import answered, in_room
from tests.games.nemesis.ship import acting, page, with_intruder, with_noise


def told(s, *answers):
    run = acting(s)
    prompt = next(p for p in run.open if (p.seat, p.key) == (TABLE, "correct"))
    run.answer(Answer("a", prompt.id, answers[:1], TABLE))
    return answered(run, *answers[1:]).state


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ("noise", "noise", True),
        ("open", "closed", False),
        ("closed", "closed", True),
        ("broken", "broken", True),
    ],
)
def test_a_corridor_is_put_right(said, field, value):
    assert getattr(told(page(), "corridor", "c2", said).corridors["c2"], field) == value


def test_a_noise_marker_is_taken_away():
    assert not told(with_noise(page(), "c2"), "corridor", "c2", "quiet").corridors["c2"].noise


@pytest.mark.parametrize(
    ("answers", "field", "value"),
    [
        (("fire",), "marks", ("malfunction", "fire")),
        (("malfunction_less",), "marks", ()),
        (("items", "4"), "items", 4),
        (("leave",), "marks", ("malfunction",)),
    ],
)
def test_a_room_is_put_right(answers, field, value):
    s = told(in_room(None, "malfunction"), "room", "hall", *answers)
    assert getattr(s.rooms["hall"], field) == value


def test_a_room_is_explored():
    s = in_room()
    dark = replace(s, rooms={**s.rooms, "hall": replace(s.rooms["hall"], explored=False)})
    assert told(dark, "room", "hall", "explored").rooms["hall"].explored


def test_an_intruder_comes_where_the_people_say():
    s = told(page(), "intruder_more", "queen", "nest")
    assert [(i.kind, i.room) for i in s.intruders.values()] == [("queen", "nest")]


@pytest.mark.parametrize(
    ("answers", "rooms", "injuries", "carcasses"),
    [
        (("moved", "lab"), ["lab"], [2], 0),
        (("hurt",), ["hall"], [3], 0),
        (("healed",), ["hall"], [1], 0),
        (("dead",), [], [], 1),
        (("gone",), [], [], 0),
    ],
)
def test_an_intruder_is_put_right(answers, rooms, injuries, carcasses):
    s = told(with_intruder(page(), "hall", injuries=2), "intruder", "adult", *answers)
    assert [i.room for i in s.intruders.values()] == rooms
    assert [i.injuries for i in s.intruders.values()] == injuries
    assert len(s.objects) == carcasses


def test_tokens_go_into_the_bag_and_out_of_it():
    assert told(page(), "token_more", "larva-1").bag.inside.count("larva-1") == 2
    assert "larva-1" not in told(page(), "token_less", "larva-1").bag.inside


def test_heavy_objects_come_and_go():
    s = told(page(), "object_more", "egg", "lab")
    assert dict(s.objects) == {"Intruder egg 1": HeavyObject("egg", "lab")}
    assert not told(s, "object_less", "Intruder egg 1").objects


@pytest.mark.parametrize(
    ("answers", "field", "value"),
    [
        (("eggs", "3"), "eggs", 3),
        (("alarm", "2"), "self_destruct", 2),
        (("alarm", "0"), "self_destruct", None),
        (("time", "7"), "turns", 7),
    ],
)
def test_a_number_of_the_ship_is_put_right(answers, field, value):
    assert getattr(told(page(), *answers), field) == value


def test_the_course_is_put_right():
    assert told(page(), "course", "C").course.set == "C"


@pytest.mark.parametrize(
    ("said", "locked", "gone"), [("locked", True, False), ("unlocked", False, False), ("gone", True, True)]
)
def test_a_pod_is_put_right(said, locked, gone):
    s = told(page(pods={"A": Pod("hall")}), "pod", "A", said)
    assert (s.pods["A"].locked, s.pods["A"].launched) == (locked, gone)


@pytest.mark.parametrize("said", ["corridor", "room", "intruder_more", "token_more", "object_more", "course"])
def test_after_all_it_may_be_left_as_it_is(said):
    s = page()
    assert told(s, said, "leave") == s


def test_what_is_not_there_cannot_be_put_right():
    (prompt,) = [way.prompt for way in menu.ways(page()) if way.prompt.seat == TABLE]
    assert {option.id for option in prompt.options if option.refused} >= {"intruder", "object_less"}
