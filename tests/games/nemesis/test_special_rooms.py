"""Engines, bridge, nest, pods and beds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Tile
from companion.games.nemesis.rules.effects import cannot
from companion.games.nemesis.rules.map.special_rooms import pod_ways, pod_words
from companion.games.nemesis.state import Course, Engine, HeavyObject, Pod
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import ANN, BEN, heard, page, with_character, with_room


def charted():
    return page(course=Course({"A": "Mars", "B": "Home"}))


def test_course_is_revealed_to_its_reader_only():
    run = done(charted(), "look_course")
    assert run.state.course.seen == (ANN,)
    assert "Mars" in repr(GAME.view(run.state, ANN))
    assert "Mars" not in repr(GAME.view(run.state, BEN))


def test_alarm_is_started_and_stopped():
    run = done(page(), "self_destruct")
    assert run.state.self_destruct == run.state.ship.self_destruct
    assert cannot(run.state, ANN, (Effect("self_destruct"),)).code == "ALARM_RUNS"
    assert done(run.state, "stop_self_destruct").state.self_destruct is None


def beside(works=False, seen=()):
    return replace(in_room(engine="2"), engines={"2": Engine(works, seen)})


def test_engine_look_reveals_it_to_the_actor_only():
    run = done(beside(), "look_engine")
    assert run.state.engines["2"].seen == (ANN,)
    (fact,) = run.facts
    assert "broken" in heard(run.state, fact, ANN)
    assert "broken" not in heard(run.state, fact, BEN)


@pytest.mark.parametrize(("deed", "works"), [("repair_engine", True), ("break_engine", False)])
def test_engine_state_is_known_to_the_last_worker(deed, works):
    run = done(beside(not works, (BEN,)), deed)
    assert run.state.engines["2"] == Engine(works, (ANN,))


def test_engine_work_has_one_public_log_line():
    repaired, broken = done(beside(), "repair_engine"), done(beside(), "break_engine")
    ours, theirs = (GAME.tell(run.state, run.facts[-1], BEN) for run in (repaired, broken))
    assert ours == theirs


@pytest.mark.parametrize("works", [True, False])
def test_engine_refusal_does_not_depend_on_its_state(works):
    assert cannot(beside(works, (ANN,)), ANN, (Effect("repair_engine"),)) is None


def test_engine_choice_does_not_reveal_the_effect():
    tiles = tuple(Tile(name, name, engine=number) for name, number in (("port", "1"), ("main", "2")))
    s = page(tiles=tiles, engines={"1": Engine(True), "2": Engine(True)})
    run = done(s, Effect("break_engine", what="any"))
    assert str(run.open[0].title) == "work on which engine?"
    run = done(s, Effect("break_engine", what="any"), answers=("1",))
    assert [engine.works for engine in run.state.engines.values()] == [False, True]


def nest(eggs=2, **changes):
    return replace(in_room(nest=True), eggs=eggs, **changes)


def test_egg_is_taken_into_a_free_hand():
    s = done(nest(), "take_egg").state
    assert (s.eggs, s.characters[ANN].heavy) == (1, ("egg 1",))
    assert s.objects["egg 1"] == HeavyObject("egg", "")


def test_eggs_of_the_nest_can_be_destroyed():
    assert done(nest(), Effect("destroy_egg", 5)).state.eggs == 0


def test_loose_eggs_can_be_destroyed():
    lying = page(objects={"egg 1": HeavyObject("egg", "hall"), "egg 2": HeavyObject("egg", "")})
    run = done(with_character(lying, ANN, heavy=("egg 2",)), Effect("destroy_egg", 2))
    assert (dict(run.state.objects), run.state.characters[ANN].heavy) == ({}, ())


ENTER, SLEEP = Effect("enter_pod"), Effect("sleep")


def hangar(**pod):
    pods = {"A": Pod("hall", **{"locked": False, **pod}), "B": Pod("elsewhere")}
    return replace(in_room(), pods=pods)


def test_pod_may_leave_at_once():
    s = done(hangar(), ENTER, answers=("leave",)).state
    assert (s.characters[ANN].fate, s.pods["A"].launched) == ("pod", True)


def test_pod_may_wait_and_leave_from_the_menu():
    s = done(hangar(), ENTER, answers=("wait",)).state
    assert not s.pods["A"].launched
    (way,) = pod_ways(s)
    assert (way.prompt.seat, way.prompt.at) == (ANN, "menu")
    assert str(way.prompt.title) == "leave in pod A?"
    g = Play(s, GAME.apply)
    list(way.take(g, ("end",)))
    assert g.state.pods["A"].launched


def test_pod_leaves_when_full():
    s = with_character(hangar(aboard=(BEN,)), BEN, fate="pod")
    s = done(s, ENTER).state
    assert (s.pods["A"].aboard, s.pods["A"].launched) == ((BEN, ANN), True)


def test_pod_of_the_last_character_leaves():
    s = with_character(hangar(), BEN, fate="dead")
    assert done(s, ENTER).state.pods["A"].launched


def test_pod_is_unlocked_and_locked():
    s = done(hangar(), "unlock_pod").state
    assert [pod.locked for pod in s.pods.values()] == [False, False]
    s = done(s, "lock_pod", answers=("A",)).state
    assert [pod.locked for pod in s.pods.values()] == [True, False]


def test_pod_name_hides_an_unexplored_room():
    s = hangar()
    assert str(pod_words(s, "A")) == "Pod A, Hall"
    dark = with_room(s, "hall", explored=False)
    assert str(pod_words(dark, "A")) == "Pod A"


def test_sleep_is_possible_in_the_second_half():
    s = replace(in_room(sleeps=True), turns=5)
    assert done(s, "sleep").state.characters[ANN].fate == "asleep"


def test_each_egg_has_its_own_name():
    s = with_character(nest(), ANN, weapons=())
    assert done(s, "take_egg", "take_egg").state.characters[ANN].heavy == ("egg 1", "egg 2")


def test_course_is_set_to_a_letter():
    assert done(charted(), "set_course", answers=("B",)).state.course.set == "B"
    assert [option.id for option in done(page(), "set_course").open[0].options] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("deed", "title"),
    [
        ("look_course", "look at the course card, for yourself alone"),
        ("look_engine", "look at the marker of engine 2, for yourself alone"),
        ("repair_engine", "turn the marker of engine 2 as the card says, face down"),
    ],
)
def test_real_cards_and_markers_are_handled_by_the_actor(deed, title):
    assert str(done(in_room(engine="2"), deed).open[0].title) == title
