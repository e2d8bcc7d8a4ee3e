"""Facts of the course, and what the state is after each."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.nemesis.facts import (
    CardTold,
    CharacterDied,
    CourseLaid,
    DeckDrawn,
    DeckShuffled,
    EngineLaid,
    EventStepDone,
    GameEnded,
    ObjectiveKept,
    ObjectivesDealt,
    PhaseBegan,
    RoomLaid,
    TimePassed,
)
from companion.games.nemesis.facts.evening import apply_course
from companion.games.nemesis.state import Engine, Result, Told
from tests.games.nemesis.ship import ANN, BEN, begun, page, with_character


@pytest.mark.parametrize(
    ("fact", "so"),
    [
        (RoomLaid("lab", "den"), lambda s: s.rooms["lab"].tile == "den" and s.rooms["lab"].title == "lab"),
        (EngineLaid("1", works=False), lambda s: s.engines["1"] == Engine(works=False)),
        (CourseLaid({"A": "Home"}), lambda s: s.course.planets == {"A": "Home"} and not s.course.seen),
        (ObjectivesDealt(ANN, ("x", "y")), lambda s: s.characters[ANN].objectives == ("x", "y")),
        (DeckDrawn("events", ("a",)), lambda s: s.drawn["events"] == ("a",)),
        (CardTold("A", "B"), lambda s: s.told == Told("A", "B")),
        (PhaseBegan("event"), lambda s: s.phase == "event"),
        (EventStepDone("fire", "card"), lambda s: s.step == "card"),
        (EventStepDone("bag", None), lambda s: s.step == "time"),
        (CharacterDied(BEN), lambda s: s.characters[BEN].fate == "dead" and "corpse of Ben" in s.objects),
        (GameEnded("Over.", {ANN: Result(won=True, why="x")}), lambda s: (s.phase, s.ending) == ("over", "Over.")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_after_a_fact_it_is_so(fact, so):
    assert so(apply_course(page(), fact))


def test_the_corpses_of_two_of_one_name_are_two():
    s = with_character(page(), BEN, name="Ann")
    for seat in (ANN, BEN):
        s = apply_course(s, CharacterDied(seat))
    assert [*s.objects] == ["corpse of Ann", "corpse of Ann, seat 2"]


def test_the_corpse_of_whoever_has_no_name_has_the_id_that_logs_have():
    s = apply_course(begun(), CharacterDied(ANN))
    assert [*s.objects] == ["corpse of Seat 1"]


def test_who_kept_an_objective_has_no_other():
    s = with_character(page(), ANN, objectives=("x", "y"))
    kept = apply_course(s, ObjectiveKept(ANN, "y")).characters[ANN]
    assert (kept.objective, kept.objectives) == ("y", ())


def test_what_is_drawn_adds_up_until_the_shuffle():
    s = page(drawn=MappingProxyType({"events": ("a",)}))
    s = apply_course(s, DeckDrawn("events", ("b",)))
    assert s.drawn["events"] == ("a", "b")
    assert apply_course(s, DeckShuffled("events", ("b",))).drawn["events"] == ("b",)


@pytest.mark.parametrize(("alarm", "then"), [(None, None), (3, 2)])
def test_time_passes_for_the_alarm_where_it_sounds(alarm, then):
    s = apply_course(replace(page(), self_destruct=alarm), TimePassed())
    assert (s.turns, s.self_destruct) == (14, then)
