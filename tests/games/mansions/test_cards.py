"""The item cards of the boxes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games.mansions.content.boxes import all_boxes
from companion.games.mansions.content.printed import item_of_card, printed_cards


@pytest.mark.parametrize(
    ("card", "weapon", "attack", "spell", "light"),
    [
        ("ItemCommonKnife", "bladed", "melee", False, False),
        ("ItemCommonTommyGun", "firearm", "ranged", False, False),
        ("ItemSpellWither", "spell", "ranged", True, False),
        ("ItemSpellFleshWard", "", "", True, False),
        ("ItemUniqueOilLamp", "", "", False, True),
        ("ItemCommonTorch", "heavy", "melee", False, True),
        ("ItemUnknown", "", "", False, False),
    ],
)
def test_the_traits_of_a_card_say_what_it_is_good_for(
    card: str, weapon: str, attack: str, spell: bool, light: bool
) -> None:
    found = item_of_card(card, "A thing")
    assert (found.name, found.weapon, found.attack) == ("A thing", weapon, attack)
    assert (found.spell, found.light_source) == (spell, light)


def test_every_card_comes_in_a_box_and_has_traits() -> None:
    assert {card.box for card in printed_cards().values()} <= set(all_boxes())
    assert all(card.traits and card.title for card in printed_cards().values())


def test_no_card_is_missing(shared: Path) -> None:
    ids = json.loads((shared / "formats" / "mom-content-ids.json").read_text())["kinds"]["Item"]
    assert set(ids) == set(printed_cards())
