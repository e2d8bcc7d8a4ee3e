"""The actions of item cards."""

from __future__ import annotations

from types import MappingProxyType

from companion.games.nemesis.content.ship import Item
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import ANN, state, with_character


def test_an_item_is_used_for_its_cost():  # NEM-ITEM-1
    s = with_character(state(items=MappingProxyType({"bandage": Item(acts=True, cost=1)})), ANN, items=("bandage",))
    run = played(s, "item_action", "bandage", "Search")
    assert run.state.characters[ANN].discard == ("Search",)
