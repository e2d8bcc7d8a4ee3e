"""What an action costs, and which card is played."""

from __future__ import annotations

import pytest

from companion.games.nemesis.content.ship import ActionCard
from companion.games.nemesis.rules.actions.cost import cost_of, played, purpose
from companion.games.nemesis.rules.actions.menu import ACTIONS
from tests.games.nemesis.doing import in_room
from tests.games.nemesis.ship import ANN, page, with_character

BY_NAME = {action.name: action for action in ACTIONS}


@pytest.mark.parametrize(("cost", "paid"), [(None, 2), (0, 0), (3, 3)])
def test_a_room_costs_what_its_tile_says_or_what_rooms_cost(cost, paid):
    assert cost_of(in_room(cost=cost), BY_NAME["room_action"], "hall") == paid


def test_only_a_card_that_is_played_is_discarded_with_its_cost():
    s = with_character(page(cards={"Rest": ActionCard(1)}), ANN, items=("Rest",))
    assert played(s, ANN, BY_NAME["action_card"], "Rest") == ("Rest",)
    assert played(s, ANN, BY_NAME["item_action"], "Rest") == ()


def test_a_title_says_what_is_paid_for():
    said = {name: str(purpose(BY_NAME[name])) for name in ("shoot", "action_card", "room_action")}
    assert said == {"shoot": "Shoot", "action_card": "the card that is played", "room_action": "what the room can do"}
