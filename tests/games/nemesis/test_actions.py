"""What actions cost, when they are refused, what they do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import shown
from companion.games.nemesis.content.ship import CraftedItem, Item, Settings
from companion.games.nemesis.rules.actions.menu import cannot_move
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
)

BAD = "Contamination"
ITEMS = {"a": Item(icons=("flame",)), "b": Item(icons=("coil",), acts=True), "c": Item()}
CRAFTED = {"torch": CraftedItem(("flame", "coil"))}


def option(run, name):
    return next(o for o in run.open[0].options if o.id == name)


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


def test_the_menu_shows_the_number_of_each_icon():  # NEM-GEN-3
    run = acting()
    assert str(option(run, "move:lab").text) == "Move to the lab · 1 card"
    assert str(option(run, "careful_move:lab").text) == "Move carefully to the lab · 2 cards"


def test_a_closed_door_makes_no_neighbours():  # NEM-X-NEIGHBOUR-1
    s = state()
    closed = replace(s, corridors={**s.corridors, "c1": replace(s.corridors["c1"], closed=True)})
    assert neighbours(closed, "hall") == ()
    assert cannot_move(closed, ANN, "lab").code == "NOT_ADJACENT"


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


@pytest.mark.parametrize(
    ("says", "rolls"), [("nothing", True), ("malfunction", True), ("silence", False), ("danger", False)]
)
def test_a_new_room_is_explored_before_the_roll(says, rolls):  # NEM-X-ENTER-1
    s = state(settings=Settings(decks="box"))
    unknown = replace(s, rooms={**s.rooms, "lab": replace(s.rooms["lab"], explored=False)})
    run = moved(unknown, says)
    assert run.state.rooms["lab"].explored
    assert bool(run.open) is rolls
    assert noisy(run) == ({"c1", "c2", "c3"} if says == "danger" else set())


def test_with_nothing_to_shoot_at_the_action_is_grey():
    assert option(acting(), "shoot").refused.code == "NOT_SAME_PLACE"


def test_each_weapon_and_each_intruder_is_a_choice():
    s = with_intruder(with_intruder(state(), "hall"), "hall", "larva")
    s = with_character(s, ANN, weapons=(Weapon("pistol", 1), Weapon("flare", 1)))
    shots = [o.id for o in acting(s).open[0].options if o.id.startswith("shoot")]
    assert shots == ["shoot:pistol/adult", "shoot:pistol/larva", "shoot:flare/adult", "shoot:flare/larva"]


def test_a_character_without_a_weapon_cannot_shoot():
    s = with_intruder(replace(state(), characters={ANN: Character("Ann", "hall", ("Rest",))}), "hall")
    assert option(acting(s), "shoot").refused.code == "NO_TARGET"
