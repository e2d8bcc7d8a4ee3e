"""Facts of the ship, and how each changes the state."""

from __future__ import annotations

from types import MappingProxyType

from companion.games.nemesis.facts import (
    CourseSeen,
    EngineSeen,
    EngineTurned,
    PodEntered,
    PodLaunched,
    TokenTaken,
    TurnsSet,
)
from companion.games.nemesis.facts.ship import apply_ship
from companion.games.nemesis.state import Engine, Pod
from tests.games.nemesis.ship import ANN, BEN, page


def after(s, *facts):
    for fact in facts:
        s = apply_ship(s, fact)
    return s


def test_who_looks_twice_knows_once():
    s = page(engines=MappingProxyType({"1": Engine(True)}))
    assert after(s, EngineSeen(ANN, "1"), EngineSeen(BEN, "1"), EngineSeen(ANN, "1")).engines["1"].seen == (ANN, BEN)
    assert after(s, CourseSeen(ANN), CourseSeen(ANN)).course.seen == (ANN,)


def test_who_knew_an_engine_before_it_was_turned_does_not_any_more():
    s = page(engines=MappingProxyType({"1": Engine(True, (BEN,))}))
    assert after(s, EngineTurned(ANN, "1", works=False)).engines["1"] == Engine(False, (ANN,))


def test_a_pod_takes_whoever_enters_along():
    s = after(page(pods=MappingProxyType({"A": Pod("hall", locked=False)})), PodEntered(ANN, "A"), PodLaunched("A"))
    assert (s.characters[ANN].fate, s.pods["A"].aboard, s.pods["A"].launched) == ("pod", (ANN,), True)


def test_one_token_leaves_the_bag():
    assert after(page(), TokenTaken("larva-1")).bag.inside == ("blank", "adult-4", "creeper-1")


def test_the_time_track_is_put_right():
    assert after(page(), TurnsSet(3)).turns == 3
