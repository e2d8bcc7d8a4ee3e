"""Conditions without their printed cards."""

from __future__ import annotations

from companion.games.mansions.content import PERILS, combat_lines, meaning
from companion.games.mansions.content.investigators import possessions
from companion.games.mansions.content.printed import meanings
from companion.games.mansions.content.toml_scenarios import reader
from companion.games.mansions.rules.damage_and_horror import CONDITIONS
from companion.games.mansions.views import view
from companion.schema import Cards
from tests.games.mansions.manor import hall
from tests.games.mansions.table import seat


def gained() -> set[str]:
    """Every condition that something of ours gives."""
    there = [line.effects for weapon in combat_lines.WEAPONS for line in combat_lines.attacks(weapon).values()]
    there += [line.effects for foe in combat_lines.FOES for line in combat_lines.evades(foe).values()]
    there += [line.effects for foe in combat_lines.FOES for line in combat_lines.activations(foe).values()]
    there += [one.effects for one in PERILS.values()]
    there += [one.effects for name in reader.names() for one in reader.shipped(name).components.values()]
    return {effect.what for effects in there for effect in effects if effect.kind == "condition"}


def test_whatever_ours_gives_can_be_played_with_plain_paper():
    assert gained() | set(CONDITIONS.values()) <= set(meanings())


def test_a_condition_of_a_printed_card_is_left_to_the_card():
    assert not meaning("Dark Pact")


def test_each_is_short():
    assert all(len(words) <= 130 for words in meanings().values())


def notes(state) -> dict[str, str]:
    """What stands beside each card that Ann has before her."""
    carried = next(block for block in view(state, "1") if isinstance(block, Cards) and block.seat == "1")
    return {str(card.text): str(card.note) for card in carried.cards}


def test_the_cards_before_somebody_say_what_they_do():
    ann = seat("Ann", possessions=("Coal shovel", "Box of candles"), conditions=("Dazed", "Dark Pact"))
    there = notes(hall(ann=ann, items=possessions()))
    assert there["Coal shovel"] == "heavy, 2 damage · You may roll one die again in a test of strength."
    assert there["Box of candles"] == "A light source, which smells of church."
    assert there["Dazed"] == meaning("Dazed")
    assert there["Dark Pact"] == "condition"


def test_a_printed_card_says_only_what_the_page_knows_of_it():
    there = notes(hall(ann=seat("Ann", possessions=("Lantern", "Map"))))
    assert (there["Lantern"], there["Map"]) == ("light source", "")
