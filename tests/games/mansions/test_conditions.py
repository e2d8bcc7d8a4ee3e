"""Conditions without their printed cards."""

from __future__ import annotations

from companion.games.mansions import lines
from companion.games.mansions.conditions import meaning, meanings
from companion.games.mansions.harm import CONDITIONS
from companion.games.mansions.own import shelf
from companion.games.mansions.perils import PERILS


def gained() -> set[str]:
    """Every condition that something of ours gives."""
    there = [line.effects for weapon in lines.WEAPONS for line in lines.attacks(weapon).values()]
    there += [line.effects for foe in lines.FOES for line in lines.evades(foe).values()]
    there += [line.effects for foe in lines.FOES for line in lines.activations(foe).values()]
    there += [one.effects for one in PERILS.values()]
    there += [one.effects for name in shelf.names() for one in shelf.shipped(name).components.values()]
    return {effect.what for effects in there for effect in effects if effect.kind == "condition"}


def test_whatever_ours_gives_can_be_played_with_plain_paper():
    assert gained() | set(CONDITIONS.values()) <= set(meanings())


def test_a_condition_of_a_printed_card_is_left_to_the_card():
    assert not meaning("Dark Pact")


def test_each_is_short():
    assert all(len(words) <= 130 for words in meanings().values())
