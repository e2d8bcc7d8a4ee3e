"""Craft Item."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from companion.games.nemesis.content.ship import CraftedItem, Item
from companion.games.nemesis.rules.actions.item_exchange import cannot_craft
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import ANN, state, with_character


def crafting(*held, available=True):
    s = state(
        items=MappingProxyType(
            {
                "lighter": Item(icons=("fire",)),
                "match": Item(icons=("fire",)),
                "can": Item(icons=("fuel",)),
                "tape": Item(),
            }
        ),
        crafted=MappingProxyType({"torch": CraftedItem(("fire", "fuel"), available)}),
    )
    return with_character(s, ANN, items=held)


def test_two_items_with_both_icons_make_the_crafted_one():  # NEM-CRAFT-1, -3
    run = played(crafting("tape", "can", "lighter"), "craft", "torch/can/lighter", "Search")
    assert run.state.characters[ANN].items == ("tape", "torch")
    assert run.state.item_discard == ("can", "lighter")
    assert run.state.crafted_gone == ("torch",)


@pytest.mark.parametrize(
    ("held", "parts"),
    [(("lighter", "match"), "lighter/match"), (("lighter",), "lighter/can"), (("tape", "can"), "tape/can")],
)
def test_other_items_do_not(held, parts):  # NEM-CRAFT-3
    assert cannot_craft(crafting(*held), ANN, f"torch/{parts}").code == "WRONG_COMPONENTS"


def test_a_card_that_is_not_available_cannot_be_built():  # NEM-CRAFT-2
    s = crafting("lighter", "can", available=False)
    assert cannot_craft(s, ANN, "torch/lighter/can").code == "CRAFTED_CARD_NOT_AVAILABLE"
