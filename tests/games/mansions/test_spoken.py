"""Full texts of shipped lines."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from companion.games.mansions.content import Effect, Horror, line_text
from companion.games.mansions.content.combat_lines import Activation, Attack
from companion.i18n import from_data

WORDS = ("A.", "B.", "C.")


def activation(**changes) -> Activation:
    told = {"text": "A.", "attack": "B.", "passed": "C.", "failed": "D.", "not_in_range": "E."}
    return Activation(**{**told, "moves": 2, "skill": "agility", "amount": 2, **changes})


def with_monster(text: str, monster: str) -> str:
    return str(from_data(text, **line_text.monster_marks(monster)))


def test_monster_marks_become_the_name():
    assert with_monster("{Monster} turns to {monster}.", "the Ghost") == "The Ghost turns to the Ghost."
    assert with_monster("{Monster} waits.", "Professor Hale") == "Professor Hale waits."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (Attack(*WORDS, "strength"), "Test {strength}, 1 success: the weapon's damage, and 1 damage for each success."),
        (Attack(*WORDS, "agility", 2, "weapon"), "Test {agility}, 2 successes: the weapon's damage."),
        (Attack(*WORDS, "will", None, "result"), "Test {will}, 1 success: 1 damage for each success."),
        (Attack(*WORDS, "lore", 2, 5), "Test {lore}, 2 successes: 5 damage."),
    ],
)
def test_attack_text_states_test_and_damage(line, said):
    assert str(line_text.attack_asks(line, "heavy")) == said


def test_horror_text_states_test_and_harm():
    assert str(line_text.horror_asks(Horror(*WORDS), 4)) == "Test {will}: you suffer 2 horror; each success prevents 1."
    all_or_none = Horror(*WORDS, needed=1, amount=2, facing="down")
    assert (
        str(line_text.horror_asks(all_or_none, 4)) == "Test {will}, 1 success needed, or you suffer 2 horror face down."
    )


def test_activation_text_states_move_and_targets():
    line = activation(whom="each_in_range", toward="most_damaged", further=1)
    assert str(line_text.moves_text(line)) == "It moves up to 2 spaces toward the investigator with the most damage."
    further = str(line_text.moves_text(line, far=True))
    assert further == "It moves up to 1 space further toward the investigator with the most damage."
    asks = line_text.activation_asks(line)
    assert str(asks) == "Each investigator within range tests {agility} and suffers 2 damage; each success prevents 1."


def test_activation_text_states_the_effects_of_a_hit():
    line = activation(effects=(Effect("condition", what="Dazed"),))
    assert str(line_text.activation_asks(line)).endswith("If any gets through: You become Dazed.")


def test_effects_text_names_whom_they_meet():
    told = (Effect("damage", 2, facing="down"), Effect("lose_clue"), Effect("cure", what="Dazed", who="each"))
    said = str(line_text.effects_text(told))
    assert said == "You suffer 2 damage face down. You lose 1 clue. Each of you discards Dazed."
    assert str(line_text.effects_text((), ends_action=True)) == "The action is lost."
    assert not line_text.effects_text(())


@pytest.mark.parametrize("kind", get_args(get_type_hints(Effect)["kind"]))
@pytest.mark.parametrize("who", ["acting", "each", "chosen", "here"])
def test_effects_text_covers_every_kind(kind, who):
    said = line_text.effects_text([Effect(kind, 2, "cellar", who=who)])
    assert str(said).endswith(".")
