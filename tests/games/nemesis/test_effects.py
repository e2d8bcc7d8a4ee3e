"""Effects: order, reach, refusals, markers, doors and exploration."""

from dataclasses import replace
from typing import get_args

import pytest

from companion.games.nemesis.content.ship import Deed, Effect, Exploration, Item, Tile
from companion.games.nemesis.rules.effect_call import EffectCall, affected_seats, room_in_refusal
from companion.games.nemesis.rules.effect_handlers import DEEDS
from companion.games.nemesis.rules.effects import cannot_perform_any
from companion.games.nemesis.rules.map.exploration import explore
from companion.games.nemesis.state import HeavyObject, Pod, Room, Weapon, neighbours
from tests.games.course import give
from tests.games.nemesis import ship as sh
from tests.games.nemesis.ship import ANN, BEN

PAGE = sh.page()
TWO_WEAPONS = (Weapon("a", 1), Weapon("b", 1))


def doors(s, **changes):
    """Return the state with this change of each named corridor."""
    for name, change in changes.items():
        s = sh.with_corridor(s, name, **{change: True})
    return s


SHUT = doors(PAGE, c1="closed", c2="closed", c3="closed")


def nest(eggs):
    return replace(sh.in_room(nest=True), eggs=eggs)


def hangar(**pod):
    return replace(sh.in_room(), pods={"A": Pod("hall", **{"locked": False, **pod})})


def beds(turns=5, **changes):
    return replace(sh.in_room(sleeps=True), turns=turns, **changes)


@pytest.mark.parametrize(
    ("deed", "s", "code"),
    [
        ("heal_light", PAGE, "NO_WOUND"),
        ("heal_serious", PAGE, "NO_WOUND"),
        ("clean", PAGE, "NO_SLIME"),
        ("remove_larva", PAGE, "NO_LARVA"),
        ("draw", PAGE, "DECK_EMPTY"),
        ("ammo", sh.with_character(sh.page(items={"pistol": Item(ammo=2)}), ANN), "NO_ROOM_FOR_AMMO"),
        ("search", PAGE, "NOTHING_LEFT"),
        ("quiet", PAGE, "NO_NOISE"),
        ("extinguish", PAGE, "NO_FIRE"),
        ("discard_malfunction", PAGE, "NO_MALFUNCTION"),
        ("move", SHUT, "NO_WAY"),
        ("careful_move", SHUT, "NO_WAY"),
        ("careful_move", sh.with_intruder(PAGE, "hall"), "OUT_OF_COMBAT_ONLY"),
        ("careful_move", sh.with_noise(PAGE, "c1", "c2", "c3"), "ALL_CORRIDORS_NOISY"),
        ("explore", PAGE, "NOTHING_UNKNOWN"),
        ("explore", sh.with_room(PAGE, "nest", explored=False), "NOTHING_UNKNOWN"),
        ("open_door", PAGE, "NO_CLOSED_DOOR"),
        ("close_door", doors(PAGE, c1="closed"), "NO_OPEN_DOOR"),
        ("close_door", doors(PAGE, c1="broken"), "NO_OPEN_DOOR"),
        ("close_door", doors(PAGE, c1="technical"), "NO_OPEN_DOOR"),
        ("injure", sh.with_intruder(PAGE, "lab"), "NOT_SAME_PLACE"),
        ("injure_all", sh.with_intruder(PAGE, "lab"), "NOT_SAME_PLACE"),
        ("look_engine", PAGE, "NO_ENGINE"),
        ("repair_engine", PAGE, "NO_ENGINE"),
        ("send_signal", sh.with_character(PAGE, ANN, signal=True), "SIGNAL_SENT"),
        ("self_destruct", sh.page(self_destruct=3), "ALARM_RUNS"),
        ("stop_self_destruct", PAGE, "NO_ALARM"),
        ("take_egg", nest(0), "NO_EGG"),
        ("take_egg", PAGE, "NO_EGG"),
        ("take_egg", sh.with_character(nest(2), ANN, weapons=TWO_WEAPONS), "HANDS_FULL"),
        ("destroy_egg", sh.page(objects={"carcass": HeavyObject("intruder_carcass", "hall")}), "NO_EGG"),
        ("unlock_pod", hangar(), "NO_POD"),
        ("lock_pod", hangar(locked=True), "NO_POD"),
        ("enter_pod", PAGE, "NO_POD"),
        ("enter_pod", hangar(launched=True), "NO_POD"),
        ("enter_pod", hangar(locked=True), "POD_LOCKED"),
        ("enter_pod", hangar(aboard=("3", "4")), "POD_FULL"),
        ("enter_pod", sh.with_intruder(hangar(), "hall"), "OUT_OF_COMBAT_ONLY"),
        ("sleep", PAGE, "NO_BED"),
        ("sleep", beds(turns=12), "BEDS_COLD"),
        ("sleep", beds(self_destruct=3), "ALARM_RUNS"),
        ("sleep", sh.with_intruder(beds(), "hall"), "OUT_OF_COMBAT_ONLY"),
    ],
)
def test_effect_without_a_result_is_refused(deed, s, code):
    assert cannot_perform_any(s, ANN, (Effect(deed),)).code == code


SLIMY, HEAL_AND_CLEAN = sh.with_character(PAGE, ANN, slime=True), (Effect("heal_light"), Effect("clean"))
OUT_OF_ORDER = sh.in_room(None, "malfunction", computer=True)


@pytest.mark.parametrize(
    ("s", "effects", "code"),
    [
        (PAGE, HEAL_AND_CLEAN, "NO_WOUND"),
        (SLIMY, HEAL_AND_CLEAN, None),
        (PAGE, (Effect("light_wound"), Effect("clean")), "NO_SLIME"),  # a price is not a reason to act
        (PAGE, (Effect("light_wound"),), None),
        (sh.in_room(), (Effect("send_signal", where="computer"),), "NO_COMPUTER"),
        (sh.in_room(computer=True), (Effect("send_signal", where="computer"),), None),
        (OUT_OF_ORDER, (Effect("send_signal", where="computer"),), "NO_COMPUTER"),
    ],
)
def test_effects_are_refused_if_none_is_possible(s, effects, code):
    refusal = cannot_perform_any(s, ANN, effects)
    assert (refusal.code if refusal else None) == code


def test_every_effect_has_a_handler():
    assert set(DEEDS) == set(get_args(Deed))


def test_effects_are_done_in_order_and_impossible_ones_skipped():
    s = sh.perform_effects(sh.page(), "heal_light", "fire", "extinguish", "malfunction", "slime").state
    assert (s.rooms["hall"].marks, s.characters[ANN].slime) == (("malfunction",), True)


def test_dead_actor_performs_no_further_effect():
    s = sh.perform_effects(sh.with_character(sh.page(), ANN, serious_wounds=3), "light_wound", "malfunction").state
    assert (s.characters[ANN].fate, s.rooms["hall"].marks) == ("dead", ())


@pytest.mark.parametrize(
    ("seat", "on", "room", "reached"),
    [
        (ANN, "self", "hall", (ANN,)),
        (ANN, "here", "hall", (ANN,)),
        (ANN, "here", "lab", (BEN,)),
        (ANN, "all", "nest", (ANN, BEN)),
        (BEN, "self", "lab", (BEN,)),
        ("3", "self", "hall", ()),
        ("", "self", "hall", ()),
    ],
)
def test_effect_reaches_actor_room_or_crew_aboard(seat, on, room, reached):
    s = sh.with_character(sh.page(), BEN, room="lab")
    s = replace(s, characters={**s.characters, "3": replace(s.characters[ANN], fate="pod")})
    assert affected_seats(s, EffectCall(seat, Effect("slime", on=on), room)) == reached


def test_refusal_does_not_name_an_unexplored_room():
    s = sh.in_room(title="Galley")
    for explored, words in ((True, "the Galley"), (False, "the room")):
        call = EffectCall(ANN, Effect("fire"), "hall")
        assert str(room_in_refusal(sh.with_room(s, "hall", explored=explored), call)) == words


@pytest.mark.parametrize(("deed", "undo"), [("fire", "extinguish"), ("malfunction", "discard_malfunction")])
def test_marker_is_put_once_and_taken(deed, undo):
    run = sh.perform_effects(sh.page(), deed, deed)
    assert run.state.rooms["hall"].marks == (deed,)
    assert len(run.facts) == 1
    assert sh.perform_effects(run.state, undo).state.rooms["hall"].marks == ()


def test_marker_of_any_room_is_chosen():
    s = sh.with_room(sh.with_room(sh.page(), "nest", marks=("fire",)), "lab", marks=("fire",))
    for answers, left in ((("nest",), "lab"), (("lab",), "nest")):
        s2 = sh.perform_effects(s, Effect("extinguish", what="any"), answers=answers).state
        assert [name for name, room in s2.rooms.items() if room.marks] == [left]
    last = sh.perform_effects(s2, Effect("extinguish", what="any"))
    assert not any(room.marks for room in last.state.rooms.values())


def test_effect_in_a_named_room_needs_it_explored():
    s, fire = sh.in_room(), Effect("fire", where="hall")
    assert sh.perform_effects(s, fire, seat=BEN).state.rooms["hall"].marks == ("fire",)
    assert sh.perform_effects(sh.with_room(s, "hall", explored=False), fire).facts == ()


LAB = sh.with_character(PAGE, ANN, room="lab")


def test_door_of_the_room_is_closed_and_opened():
    s = sh.perform_effects(LAB, "close_door", answers=("c2",)).state
    assert neighbours(s, "lab") == ("hall", "engine")
    assert not sh.perform_effects(s, "open_door").state.corridors["c2"].closed


def test_door_effect_may_reach_any_door():
    run = sh.perform_effects(doors(PAGE, c2="closed", c3="closed"), Effect("open_door", what="any"), answers=("c3",))
    assert [run.state.corridors[name].closed for name in ("c2", "c3")] == [True, False]
    texts = [str(option.text) for option in sh.perform_effects(PAGE, Effect("close_door", what="any")).open[0].options]
    assert texts == ["Corridor 1 to the lab", "Lab - nest", "Lab - engine"]


TILES = (Tile("den", "Den", nest=True), Tile("store", "Store"), Tile("loft", "Loft"))
TOKENS = (Exploration("malfunction", 2), Exploration("slime", 1), Exploration("fire", 3), Exploration("doors", 1))


def unknown(s, tile="store", title=""):
    """Return a state with Ann in an unexplored lab."""
    lab = Room(title, explored=False, tile=tile)
    return sh.with_character(replace(s, rooms={**s.rooms, "lab": lab}), ANN, room="lab")


def explored(s, *answers):
    return sh.run_rule(s, lambda g: explore(g, ANN, "hall"), *answers)


@pytest.mark.parametrize(
    ("tile", "token", "items", "marks", "shown"),
    [
        ("store", "malfunction-2", 2, ("malfunction",), ("Store", "Something is out of order here.")),
        ("store", "slime-1", 1, (), ("Store", "Slime drips from above.")),
        ("store", "doors-1", 1, (), ("Store", "The door behind closes.")),
        ("den", "malfunction-2", 0, (), ("Den", "Nothing else to see.")),
        ("", "fire-3", 3, ("fire",), ("A new room", "Fire!")),
    ],
)
def test_exploration_token_takes_effect(tile, token, items, marks, shown):  # NEM-X-ENTER-1
    s = explored(unknown(sh.page(tiles=TILES, explorations=TOKENS), tile), token).state
    assert (s.rooms["lab"].explored, s.rooms["lab"].items, s.rooms["lab"].marks) == (True, items, marks)
    assert (s.characters[ANN].slime, s.corridors["c1"].closed) == (token == "slime-1", token == "doors-1")
    assert sh.story(s) == shown


def test_exploration_asks_for_a_real_tile():
    run = explored(unknown(sh.boxed(tiles=TILES), ""))
    assert str(run.open[0].title) == "turn the tile of unexplored room lab. Which room is it?"
    give(run, "loft")
    assert (run.state.rooms["lab"].title, run.state.rooms["lab"].tile) == ("Loft", "loft")
    assert str(run.open[0].title) == "this is the Loft. What does its token say?"
