"""Engines, bridge, nest, pods and beds."""

from dataclasses import replace

import pytest

from companion.engine import Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Tile
from companion.games.nemesis.rules.effects import cannot_perform_any
from companion.games.nemesis.rules.map.special_rooms import pod_ways, pod_words
from companion.games.nemesis.state import Course, Engine, HeavyObject, Pod
from tests.games.nemesis.ship import ANN, BEN, in_room, log_text, page, perform_effects, with_character, with_room


def charted():
    return page(course=Course({"A": "Mars", "B": "Home"}))


def test_course_is_revealed_to_its_reader_only():
    s = perform_effects(charted(), "look_course").state
    assert s.course.seen == (ANN,)
    assert "Mars" in repr(GAME.view(s, ANN))
    assert "Mars" not in repr(GAME.view(s, BEN))


@pytest.mark.parametrize(("s", "letters"), [(charted(), ["A", "B"]), (page(), ["A", "B", "C", "D"])])
def test_course_is_set_to_a_letter(s, letters):
    assert [option.id for option in perform_effects(s, "set_course").open[0].options] == letters
    assert perform_effects(s, "set_course", answers=("B",)).state.course.set == "B"


def beside(works=False, seen=()):
    return replace(in_room(engine="2"), engines={"2": Engine(works, seen)})


def test_engine_look_reveals_it_to_the_actor_only():
    run = perform_effects(beside(), "look_engine")
    assert run.state.engines["2"].seen == (ANN,)
    (fact,) = run.facts
    assert "broken" in log_text(run.state, fact, ANN)
    assert "broken" not in log_text(run.state, fact, BEN)


def test_engine_work_is_known_to_the_last_worker_only():
    repair = perform_effects(beside(works=False, seen=(BEN,)), "repair_engine")
    spoil = perform_effects(beside(works=True, seen=(BEN,)), "break_engine")
    assert [run.state.engines["2"] for run in (repair, spoil)] == [Engine(True, (ANN,)), Engine(False, (ANN,))]
    assert len({log_text(run.state, run.facts[-1], BEN) for run in (repair, spoil)}) == 1


@pytest.mark.parametrize("works", [True, False])
def test_engine_refusal_does_not_depend_on_its_state(works):
    assert cannot_perform_any(beside(works, (ANN,)), ANN, (Effect("repair_engine"),)) is None


def test_engine_choice_does_not_reveal_the_effect():
    tiles = tuple(Tile(name, name, engine=number) for name, number in (("port", "1"), ("main", "2")))
    s, spoil = page(tiles=tiles, engines={"1": Engine(True), "2": Engine(True)}), Effect("break_engine", what="any")
    assert str(perform_effects(s, spoil).open[0].title) == "work on which engine?"
    run = perform_effects(s, spoil, answers=("1",))
    assert [engine.works for engine in run.state.engines.values()] == [False, True]


@pytest.mark.parametrize(
    ("deed", "title"),
    [
        ("look_course", "look at the course card, for yourself alone"),
        ("look_engine", "look at the marker of engine 2, for yourself alone"),
        ("repair_engine", "turn the marker of engine 2 as the card says, face down"),
    ],
)
def test_real_cards_and_markers_are_handled_by_the_actor(deed, title):
    assert str(perform_effects(in_room(engine="2"), deed).open[0].title) == title


def nest(**changes):
    return replace(in_room(nest=True), eggs=2, **changes)


def test_egg_is_taken_into_a_free_hand():
    s = perform_effects(nest(), "take_egg").state
    assert (s.eggs, s.characters[ANN].heavy) == (1, ("egg 1",))
    assert s.objects["egg 1"] == HeavyObject("egg", "")
    assert perform_effects(with_character(s, ANN, weapons=()), "take_egg").state.characters[ANN].heavy[1] == "egg 2"


def test_eggs_of_nest_room_and_hands_can_be_destroyed():
    assert perform_effects(nest(), Effect("destroy_egg", 5)).state.eggs == 0
    loose = page(objects={"egg 1": HeavyObject("egg", "hall"), "egg 2": HeavyObject("egg", "")})
    s = perform_effects(with_character(loose, ANN, heavy=("egg 2",)), Effect("destroy_egg", 2)).state
    assert (dict(s.objects), s.characters[ANN].heavy) == ({}, ())


def hangar(**pod):
    pods = {"A": Pod("hall", **{"locked": False, **pod}), "B": Pod("elsewhere")}
    return replace(in_room(), pods=pods)


@pytest.mark.parametrize(
    ("s", "answers", "launched"),
    [
        (hangar(), ("leave",), True),
        (hangar(), ("wait",), False),
        (with_character(hangar(aboard=(BEN,)), BEN, fate="pod"), (), True),  # full
        (with_character(hangar(), BEN, fate="dead"), (), True),  # the last one aboard
    ],
)
def test_pod_leaves_full_or_by_choice(s, answers, launched):
    s = perform_effects(s, "enter_pod", answers=answers).state
    assert (s.characters[ANN].fate, s.pods["A"].aboard[-1], s.pods["A"].launched) == ("pod", ANN, launched)


def test_waiting_pod_leaves_from_the_menu():
    s = perform_effects(hangar(), "enter_pod", answers=("wait",)).state
    (way,) = pod_ways(s)
    assert (way.prompt.seat, way.prompt.at, str(way.prompt.title)) == (ANN, "menu", "leave in pod A?")
    g = Play(s, GAME.apply)
    list(way.take(g, ("end",)))
    assert g.state.pods["A"].launched


@pytest.mark.parametrize(("explored", "words"), [(True, "Pod A, Hall"), (False, "Pod A")])
def test_pod_name_hides_an_unexplored_room(explored, words):
    assert str(pod_words(with_room(hangar(), "hall", explored=explored), "A")) == words
