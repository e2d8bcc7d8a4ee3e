"""Pods and beds: who may leave, and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Play
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effects import cannot
from companion.games.nemesis.rules.map.special_rooms import pod_ways, pod_words
from companion.games.nemesis.state import Pod
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import ANN, BEN, page, with_character, with_intruder

ENTER, SLEEP = Effect("enter_pod"), Effect("sleep")


def hangar(**pod):
    pods = {"A": Pod("hall", **{"locked": False, **pod}), "B": Pod("elsewhere")}
    return replace(in_room(), pods=pods)


def test_whoever_is_in_may_leave_at_once():
    s = done(hangar(), ENTER, answers=("leave",)).state
    assert (s.characters[ANN].fate, s.pods["A"].launched) == ("pod", True)


def test_or_wait_and_leave_later_from_the_menu():
    s = done(hangar(), ENTER, answers=("wait",)).state
    assert not s.pods["A"].launched
    (way,) = pod_ways(s)
    assert (way.prompt.seat, way.prompt.at) == (ANN, "menu")
    assert str(way.prompt.title) == "leave in pod A?"
    g = Play(s, GAME.apply)
    list(way.take(g, ("end",)))
    assert g.state.pods["A"].launched


def test_a_full_pod_leaves():
    s = with_character(hangar(aboard=(BEN,)), BEN, fate="pod")
    s = done(s, ENTER).state
    assert (s.pods["A"].aboard, s.pods["A"].launched) == ((BEN, ANN), True)


def test_the_last_one_aboard_waits_for_nobody():
    s = with_character(hangar(), BEN, fate="dead")
    assert done(s, ENTER).state.pods["A"].launched


@pytest.mark.parametrize(
    ("s", "code"),
    [
        (page(), "NO_POD"),
        (hangar(launched=True), "NO_POD"),
        (hangar(locked=True), "POD_LOCKED"),
        (hangar(aboard=("3", "4")), "POD_FULL"),
        (with_intruder(hangar(), "hall"), "OUT_OF_COMBAT_ONLY"),
    ],
    ids=["no pod here", "gone", "locked", "full", "something is here"],
)
def test_nobody_gets_in(s, code):
    assert cannot(s, ANN, (ENTER,)).code == code


def test_a_pod_is_unlocked_and_locked():
    s = done(hangar(), "unlock_pod").state
    assert [pod.locked for pod in s.pods.values()] == [False, False]
    s = done(s, "lock_pod", answers=("A",)).state
    assert [pod.locked for pod in s.pods.values()] == [True, False]


def test_where_all_pods_are_locked_none_can_be_locked():
    assert cannot(hangar(locked=True), ANN, (Effect("lock_pod"),)).code == "NO_POD"


def test_where_a_pod_hangs_is_said_once_the_room_is_known():
    s = hangar()
    assert str(pod_words(s, "A")) == "Pod A, Hall"
    dark = replace(s, rooms={**s.rooms, "hall": replace(s.rooms["hall"], explored=False)})
    assert str(pod_words(dark, "A")) == "Pod A"


def beds(turns=5, **changes):
    return replace(in_room(sleeps=True), turns=turns, **changes)


def test_in_the_second_half_of_the_evening_one_may_sleep():
    assert done(beds(), SLEEP).state.characters[ANN].fate == "asleep"


@pytest.mark.parametrize(
    ("s", "code"),
    [
        (page(), "NO_BED"),
        (beds(turns=12), "BEDS_COLD"),
        (beds(self_destruct=3), "ALARM_RUNS"),
        (with_intruder(beds(), "hall"), "OUT_OF_COMBAT_ONLY"),
    ],
    ids=["no bed", "too early", "alarm", "something is here"],
)
def test_nobody_sleeps(s, code):
    assert cannot(s, ANN, (SLEEP,)).code == code
