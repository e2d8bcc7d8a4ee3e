"""What an action costs, and which card is played."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from companion.games.nemesis.content.ship import ActionCard, Settings
from companion.games.nemesis.rules.actions.cost import cost_of, played, purpose, refusal, situation
from companion.games.nemesis.rules.actions.menu import ACTIONS
from tests.games.nemesis.doing import in_room
from tests.games.nemesis.ship import ANN, page, with_character, with_intruder

BY_NAME = {action.name: action for action in ACTIONS}


@pytest.mark.parametrize(("cost", "paid"), [(None, 2), (0, 0), (3, 3)])
def test_a_room_costs_what_its_tile_says_or_what_rooms_cost(cost, paid):
    assert cost_of(in_room(cost=cost), BY_NAME["room_action"], "hall") == paid


def test_only_a_card_that_is_played_is_discarded_with_its_cost():
    s = with_character(page(cards=MappingProxyType({"Rest": ActionCard(1)})), ANN, items=("Rest",))
    assert played(s, ANN, BY_NAME["action_card"], "Rest") == ("Rest",)
    assert played(s, ANN, BY_NAME["item_action"], "Rest") == ()


def test_a_title_says_what_is_paid_for():
    said = {name: str(purpose(BY_NAME[name])) for name in ("shoot", "action_card", "room_action")}
    assert said == {"shoot": "Shoot", "action_card": "the card that is played", "room_action": "what the room can do"}


def test_a_real_card_has_no_name():
    s = with_character(page(settings=Settings(hands="box")), ANN, hand=("Action card",))
    assert played(s, ANN, BY_NAME["action_card"], "Rest") == ("Action card",)


@pytest.mark.parametrize(
    ("allowed", "fighting", "code"),
    [("any", True, ""), ("in_combat", False, "IN_COMBAT_ONLY"), ("out_of_combat", True, "OUT_OF_COMBAT_ONLY")],
)
def test_the_symbols_of_combat(allowed, fighting, code):  # NEM-COMBAT-2, -5, -6
    no = situation(with_intruder(page(), "hall") if fighting else page(), ANN, allowed)
    assert (no.code if no else "") == code


def test_who_has_no_action_left_is_told_so_first():
    s = with_character(page(), ANN, actions=0, hand=())
    assert refusal(s, ANN, BY_NAME["move"], "nest").code == "NO_ACTIONS_LEFT"
    assert refusal(s, ANN, BY_NAME["melee"], "nobody").code == "NO_ACTIONS_LEFT"
