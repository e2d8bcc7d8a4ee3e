"""Facts of the course, and what the state is after each."""

from __future__ import annotations

from companion.games.nemesis.facts import (
    CharacterDied,
)
from companion.games.nemesis.facts.evening import apply_course
from tests.games.nemesis.ship import ANN, BEN, begun, page, with_character


def test_the_corpses_of_two_of_one_name_are_two():
    s = with_character(page(), BEN, name="Ann")
    for seat in (ANN, BEN):
        s = apply_course(s, CharacterDied(seat))
    assert [*s.objects] == ["corpse of Ann", "corpse of Ann, seat 2"]


def test_the_corpse_of_whoever_has_no_name_has_the_id_that_logs_have():
    s = apply_course(begun(), CharacterDied(ANN))
    assert [*s.objects] == ["corpse of Seat 1"]
