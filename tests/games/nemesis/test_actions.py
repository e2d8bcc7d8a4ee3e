"""What actions cost, when they are refused, what they do."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import shown
from companion.games.nemesis.content.ship import CraftedItem, Item, Settings
from companion.games.nemesis.rules.actions.cost import refusal
from companion.games.nemesis.rules.actions.menu import ACTIONS, cannot_move, cannot_shoot
from companion.games.nemesis.state import Character, Weapon, neighbours
from companion.schema import Refused
from tests.games.course import give
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import (
    ANN,
    BEN,
    acting,
    moved,
    noisy,
    page,
    state,
    with_character,
    with_intruder,
    with_noise,
)

BAD = "Contamination"
ITEMS = {"a": Item(icons=("flame",)), "b": Item(icons=("coil",), acts=True), "c": Item()}
CRAFTED = {"torch": CraftedItem(("flame", "coil"))}


def option(run, name):
    return next(o for o in run.open[0].options if o.id == name)


def test_an_action_is_paid_with_exactly_so_many_cards():  # NEM-COST-1
    run = acting()
    give(run, "move:lab")
    with pytest.raises(Refused, match="1 wanted, 2 came"):
        give(run, "Search", "Rest")


def test_paid_cards_lie_face_up_and_the_action_is_spent():  # NEM-COST-2
    ann = moved(None, "1").state.characters[ANN]
    assert (ann.hand, ann.discard, ann.actions) == (("Rest", "Signal", "Contamination"), ("Search",), 1)


def test_contamination_pays_for_nothing():  # NEM-COST-3
    run = acting()
    give(run, "move:lab")
    with pytest.raises(Refused) as no:
        give(run, "Contamination")
    assert no.value.code == "CONTAMINATION_CANNOT_PAY"


def test_with_too_few_cards_the_action_is_grey():  # NEM-COST-5
    run = acting(with_character(state(), ANN, hand=()))
    assert option(run, "move").refused.code == "NOT_ENOUGH_ACTION_CARDS"
    with pytest.raises(Refused, match="costs 1 Action card, not the 0 of the hand"):
        give(run, "move")


def menu_of(*hand, items=()):
    s = with_character(page(items=ITEMS, crafted=CRAFTED), ANN, hand=hand, items=items)
    return acting(s).open[0]


def test_a_menu_that_all_can_see_tells_nothing_of_what_a_hand_holds():  # NEM-COST-3, NEM-TRADE-2
    of_actions, of_contamination = menu_of("Rest", "Search", items=("a", "b")), menu_of(BAD, BAD, items=("c", "c"))
    assert of_actions == of_contamination


def test_that_a_hand_cannot_pay_is_seen_under_cover_alone():  # NEM-COST-5
    s = with_character(state(), ANN, hand=(BAD, BAD))
    run = played(s, "move:lab")
    can_pay = played(state(), "move:lab").open[0]
    assert shown(run.open, BEN) == shown((replace(can_pay, id=run.open[0].id),), BEN)
    assert run.open[0].secret
    with pytest.raises(Refused) as no:
        give(run, BAD)
    assert no.value.code == "CONTAMINATION_CANNOT_PAY"
    give(run, "instead")
    assert run.state == s


def test_one_card_pays_for_movement_but_not_for_the_careful_one():
    run = acting(with_character(state(), ANN, hand=("Rest",)))
    assert option(run, "move:lab").refused is None
    assert option(run, "careful_move").refused.code == "NOT_ENOUGH_ACTION_CARDS"


def test_a_free_action_asks_for_no_card():
    run = acting(state(costs=MappingProxyType({**state().ship.costs, "move": 0})))
    give(run, "move:lab")
    assert run.open[0].kind == "roll"


def test_without_an_action_left_nothing_can_be_done():
    run = acting(with_character(state(), ANN, actions=0))
    assert {o.refused.code for o in run.open[0].options if o.refused} == {"NO_ACTIONS_LEFT"}


def test_the_menu_shows_the_number_of_each_icon():  # NEM-GEN-3
    run = acting()
    assert str(option(run, "move:lab").text) == "Move to the lab · 1 card"
    assert str(option(run, "careful_move:lab").text) == "Move carefully to the lab · 2 cards"


def test_only_neighbouring_rooms_can_be_entered():  # NEM-MOVE-1
    assert cannot_move(state(), ANN, "nest").code == "NOT_ADJACENT"
    assert cannot_move(state(), ANN, "hall").code == "NOT_ADJACENT"
    assert cannot_move(state(), ANN, "lab") is None


def test_a_closed_door_makes_no_neighbours():  # NEM-X-NEIGHBOUR-1
    s = state()
    closed = replace(s, corridors=MappingProxyType({**s.corridors, "c1": replace(s.corridors["c1"], closed=True)}))
    assert neighbours(closed, "hall") == ()
    assert cannot_move(closed, ANN, "lab").code == "NOT_ADJACENT"


def test_two_corridors_to_the_same_room_make_no_neighbours():  # NEM-X-NEIGHBOUR-1: exactly one
    s = state()
    double = replace(s, corridors=MappingProxyType({**s.corridors, "c9": s.corridors["c1"]}))
    assert neighbours(double, "hall") == ()


def test_an_empty_room_is_entered_with_a_noise_roll():  # NEM-X-ENTER-1
    assert moved().open[0].of == ("nemesis_noise",)


@pytest.mark.parametrize("occupied", ["character", "intruder"])
def test_where_somebody_is_nobody_rolls(occupied):  # NEM-X-ENTER-1
    s = with_character(state(), BEN, room="lab") if occupied == "character" else with_intruder(state(), "lab")
    run = moved(s)
    assert run.over
    assert noisy(run) == set()


def test_movement_is_allowed_in_combat_and_every_intruder_attacks_first():  # NEM-AMB-5, NEM-X-ESCAPE-1
    s = with_intruder(with_intruder(state(), "hall"), "hall", "creeper")
    run = moved(replace(s, ship=replace(s.ship, settings=Settings(decks="box"))))
    assert option_titles(run) == ["the adult attacks, draw an attack card. What does it do?"]
    give(run, "light")
    give(run)
    assert run.state.characters[ANN].light_wounds == 1
    assert run.state.characters[ANN].room == "lab"
    assert run.open[0].kind == "roll"


def option_titles(run):
    return [str(p.title) for p in run.open]


def test_three_light_wounds_are_a_serious_one():
    s = with_character(with_intruder(state(settings=Settings(decks="box")), "hall"), ANN, light_wounds=2)
    run = moved(s, "light")
    ann = run.state.characters[ANN]
    assert (ann.light_wounds, ann.serious_wounds) == (0, 1)


@pytest.mark.parametrize(
    ("says", "rolls"), [("nothing", True), ("malfunction", True), ("silence", False), ("danger", False)]
)
def test_a_new_room_is_explored_before_the_roll(says, rolls):  # NEM-X-ENTER-1
    s = state(settings=Settings(decks="box"))
    unknown = replace(s, rooms=MappingProxyType({**s.rooms, "lab": replace(s.rooms["lab"], explored=False)}))
    run = moved(unknown, says)
    assert run.state.rooms["lab"].explored
    assert bool(run.open) is rolls
    assert noisy(run) == ({"c1", "c2", "c3"} if says == "danger" else set())


def test_slime_of_a_new_room_turns_its_silence_into_danger():  # NEM-X-NOISE-3
    s = state(settings=Settings(decks="box"))
    unknown = replace(s, rooms=MappingProxyType({**s.rooms, "lab": replace(s.rooms["lab"], explored=False)}))
    run = moved(unknown, "slime", "silence")
    assert run.state.last.outcome == "danger"


def test_the_door_behind_may_close():
    s = state(settings=Settings(decks="box"))
    unknown = replace(s, rooms=MappingProxyType({**s.rooms, "lab": replace(s.rooms["lab"], explored=False)}))
    assert moved(unknown, "doors").state.corridors["c1"].closed


def test_careful_movement_puts_a_marker_of_ones_choice_instead_of_the_roll():  # NEM-CAREFUL-1, -2, -6
    run = acting()
    for values in (["careful_move:lab"], ["Search", "Rest"], ["c1"]):
        give(run, *values)
    assert noisy(run) == {"c1"}
    assert run.over


def test_careful_movement_needs_a_free_corridor():  # NEM-CAREFUL-3
    run = acting(with_noise(state(), "c1", "c2", "c3"))
    assert option(run, "careful_move:lab").refused.code == "ALL_CORRIDORS_NOISY"


def test_a_marker_never_joins_another_one():  # NEM-CAREFUL-5, NEM-NOISE-1
    run = acting(with_noise(state(), "c2"))
    give(run, "careful_move:lab")
    give(run, "Search", "Rest")
    with pytest.raises(Refused) as no:
        give(run, "c2")
    assert no.value.code == "CORRIDOR_ALREADY_NOISY"


def test_there_is_no_careful_movement_in_combat():  # NEM-CAREFUL-4
    assert option(acting(with_intruder(state(), "hall")), "careful_move").refused.code == "OUT_OF_COMBAT_ONLY"


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("rifle/adult", "WEAPON_NOT_IN_HAND_SLOT"),
        ("pistol/egg", "TARGET_NOT_INTRUDER"),
        ("pistol/2", "TARGET_NOT_INTRUDER"),
        ("pistol/queen", "NOT_SAME_PLACE"),
    ],
)
def test_a_shot_is_refused(target, code):  # NEM-SHOOT-1, -3, NEM-AMB-12
    s = with_intruder(with_intruder(state(), "hall"), "nest", "queen")
    assert cannot_shoot(s, ANN, target).code == code


def test_a_weapon_without_ammo_does_not_shoot():  # NEM-SHOOT-4
    s = with_character(with_intruder(state(), "hall"), ANN, weapons=(Weapon("pistol", 0),))
    assert option(acting(s), "shoot:pistol/adult").refused.code == "NO_AMMO"


def test_with_nothing_to_shoot_at_the_action_is_grey():
    assert option(acting(), "shoot").refused.code == "NOT_SAME_PLACE"


def test_why_a_target_is_not_in_the_menu_can_be_asked():
    shoot = next(a for a in ACTIONS if a.name == "shoot")
    assert refusal(state(), ANN, shoot, "pistol/egg").code == "TARGET_NOT_INTRUDER"
    assert refusal(with_intruder(state(), "hall"), ANN, shoot, "pistol/adult") is None


def test_each_weapon_and_each_intruder_is_a_choice():
    s = with_intruder(with_intruder(state(), "hall"), "hall", "larva")
    s = with_character(s, ANN, weapons=(Weapon("pistol", 1), Weapon("flare", 1)))
    shots = [o.id for o in acting(s).open[0].options if o.id.startswith("shoot")]
    assert shots == ["shoot:pistol/adult", "shoot:pistol/larva", "shoot:flare/adult", "shoot:flare/larva"]


def test_a_character_without_a_weapon_cannot_shoot():
    s = with_intruder(replace(state(), characters=MappingProxyType({ANN: Character("Ann", "hall", ("Rest",))})), "hall")
    assert option(acting(s), "shoot").refused.code == "NO_TARGET"
