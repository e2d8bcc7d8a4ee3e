"""Effects: order, reach, and every refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Deed, Effect, Item
from companion.games.nemesis.rules.effect_call import EffectCall, somewhere, whom
from companion.games.nemesis.rules.effect_handlers import DEEDS
from companion.games.nemesis.rules.effects import cannot, perform
from companion.games.nemesis.state import HeavyObject, Pod, Weapon
from tests.games.course import alone, give
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import (
    ANN,
    BEN,
    page,
    with_character,
    with_corridor,
    with_intruder,
    with_noise,
    with_room,
)

PAGE = page()
TWO_WEAPONS = (Weapon("a", 1), Weapon("b", 1))


def shut(*corridors, **changes):
    s = PAGE
    for name in corridors:
        s = with_corridor(s, name, **(changes or {"closed": True}))
    return s


def nest(eggs):
    return replace(in_room(nest=True), eggs=eggs)


def hangar(**pod):
    return replace(in_room(), pods={"A": Pod("hall", **{"locked": False, **pod})})


def beds(turns=5, **changes):
    return replace(in_room(sleeps=True), turns=turns, **changes)


@pytest.mark.parametrize(
    ("deed", "s", "code"),
    [
        ("heal_light", PAGE, "NO_WOUND"),
        ("heal_serious", PAGE, "NO_WOUND"),
        ("clean", PAGE, "NO_SLIME"),
        ("remove_larva", PAGE, "NO_LARVA"),
        ("draw", PAGE, "DECK_EMPTY"),
        ("ammo", with_character(page(items={"pistol": Item(ammo=2)}), ANN), "NO_ROOM_FOR_AMMO"),
        ("search", PAGE, "NOTHING_LEFT"),
        ("quiet", PAGE, "NO_NOISE"),
        ("extinguish", PAGE, "NO_FIRE"),
        ("discard_malfunction", PAGE, "NO_MALFUNCTION"),
        ("move", shut("c1", "c2", "c3"), "NO_WAY"),
        ("careful_move", shut("c1", "c2", "c3"), "NO_WAY"),
        ("careful_move", with_intruder(PAGE, "hall"), "OUT_OF_COMBAT_ONLY"),
        ("careful_move", with_noise(PAGE, "c1", "c2", "c3"), "ALL_CORRIDORS_NOISY"),
        ("explore", PAGE, "NOTHING_UNKNOWN"),
        ("explore", with_room(PAGE, "nest", explored=False), "NOTHING_UNKNOWN"),
        ("open_door", PAGE, "NO_CLOSED_DOOR"),
        ("close_door", shut("c1"), "NO_OPEN_DOOR"),
        ("close_door", shut("c1", broken=True), "NO_OPEN_DOOR"),
        ("close_door", shut("c1", technical=True), "NO_OPEN_DOOR"),
        ("injure", with_intruder(PAGE, "lab"), "NOT_SAME_PLACE"),
        ("injure_all", with_intruder(PAGE, "lab"), "NOT_SAME_PLACE"),
        ("look_engine", PAGE, "NO_ENGINE"),
        ("repair_engine", PAGE, "NO_ENGINE"),
        ("send_signal", with_character(PAGE, ANN, signal=True), "SIGNAL_SENT"),
        ("self_destruct", page(self_destruct=3), "ALARM_RUNS"),
        ("stop_self_destruct", PAGE, "NO_ALARM"),
        ("take_egg", nest(0), "NO_EGG"),
        ("take_egg", PAGE, "NO_EGG"),
        ("take_egg", with_character(nest(2), ANN, weapons=TWO_WEAPONS), "HANDS_FULL"),
        ("destroy_egg", page(objects={"carcass": HeavyObject("intruder_carcass", "hall")}), "NO_EGG"),
        ("unlock_pod", hangar(), "NO_POD"),
        ("lock_pod", hangar(locked=True), "NO_POD"),
        ("enter_pod", PAGE, "NO_POD"),
        ("enter_pod", hangar(launched=True), "NO_POD"),
        ("enter_pod", hangar(locked=True), "POD_LOCKED"),
        ("enter_pod", hangar(aboard=("3", "4")), "POD_FULL"),
        ("enter_pod", with_intruder(hangar(), "hall"), "OUT_OF_COMBAT_ONLY"),
        ("sleep", PAGE, "NO_BED"),
        ("sleep", beds(turns=12), "BEDS_COLD"),
        ("sleep", beds(self_destruct=3), "ALARM_RUNS"),
        ("sleep", with_intruder(beds(), "hall"), "OUT_OF_COMBAT_ONLY"),
    ],
)
def test_effect_without_a_result_is_refused(deed, s, code):
    assert cannot(s, ANN, (Effect(deed),)).code == code


def test_every_effect_has_a_handler():
    assert set(DEEDS) == set(get_args(Deed))


def test_effects_are_done_in_order():
    assert done(page(), "fire", "extinguish", "malfunction").state.rooms["hall"].marks == ("malfunction",)


def test_impossible_effect_is_skipped():
    assert done(page(), "heal_light", "slime").state.characters[ANN].slime


def test_effects_are_refused_if_none_is_possible():
    assert cannot(page(), ANN, (Effect("heal_light"), Effect("clean"))).code == "NO_WOUND"
    assert cannot(with_character(page(), ANN, slime=True), ANN, (Effect("heal_light"), Effect("clean"))) is None


def test_price_of_an_effect_is_not_a_reason_to_act():
    assert cannot(page(), ANN, (Effect("light_wound"), Effect("clean"))).code == "NO_SLIME"
    assert cannot(page(), ANN, (Effect("light_wound"),)) is None


def test_dead_actor_performs_no_further_effect():
    run = done(with_character(page(), ANN, serious_wounds=3), "light_wound", "malfunction")
    assert run.state.characters[ANN].fate == "dead"
    assert run.state.rooms["hall"].marks == ()


def test_event_without_actor_asks_the_table():
    run = alone(GAME, page(), lambda g: perform(g, "", (Effect("tell", what="read on"), Effect("slime", on="all"))))
    assert run.open[0].seat == "table"
    give(run, "go")
    assert all(c.slime for c in run.state.characters.values())


@pytest.mark.parametrize(
    ("room", "works"),
    [(in_room(), False), (in_room(computer=True), True), (in_room(None, "malfunction", computer=True), False)],
)
def test_computer_effect_needs_a_working_computer(room, works):
    assert (cannot(room, ANN, (Effect("send_signal", where="computer"),)) is None) == works


@pytest.mark.parametrize(
    ("on", "room", "reached"),
    [("self", "hall", (ANN,)), ("here", "hall", (ANN,)), ("here", "lab", (BEN,)), ("all", "nest", (ANN, BEN))],
)
def test_effect_reaches_actor_room_or_crew(on, room, reached):
    s = with_character(page(), BEN, room="lab")
    assert whom(s, EffectCall(ANN, Effect("slime", on=on), room)) == reached


def test_effect_reaches_only_seats_aboard():
    s = with_character(page(), ANN, fate="pod")
    assert [whom(s, EffectCall(ANN, Effect("slime", on=on), "hall")) for on in ("self", "here")] == [(), (BEN,)]
    assert whom(page(), EffectCall("", Effect("slime"), "hall")) == ()


def test_refusal_does_not_name_an_unexplored_room():
    s = in_room(title="Galley")
    assert str(somewhere(s, EffectCall(ANN, Effect("fire"), "hall"))) == "the Galley"
    assert str(somewhere(with_room(s, "hall", explored=False), EffectCall(ANN, Effect("fire"), "hall"))) == "the room"


@pytest.mark.parametrize(("deed", "mark"), [("fire", "fire"), ("malfunction", "malfunction")])
def test_marker_is_put_once(deed, mark):
    run = done(page(), deed, deed)
    assert run.state.rooms["hall"].marks == (mark,)
    assert len(run.facts) == 1


@pytest.mark.parametrize(("deed", "mark"), [("extinguish", "fire"), ("discard_malfunction", "malfunction")])
def test_marker_is_taken(deed, mark):
    assert done(in_room(None, mark), deed).state.rooms["hall"].marks == ()
    run = done(with_room(page(), "nest", marks=(mark,)), Effect(deed, what="any"))
    assert run.state.rooms["nest"].marks == ()


def test_marker_of_any_room_is_chosen():
    s = with_room(with_room(page(), "nest", marks=("fire",)), "lab", marks=("fire",))
    run = done(s, Effect("extinguish", what="any"), answers=("nest",))
    assert [run.state.rooms[room].marks for room in ("nest", "lab")] == [(), ("fire",)]


def test_effect_in_a_named_room_needs_it_explored():
    s = in_room()
    assert done(s, Effect("fire", where="hall"), seat=BEN).state.rooms["hall"].marks == ("fire",)
    assert done(with_room(s, "hall", explored=False), Effect("fire", where="hall")).facts == ()
