"""Effects of damage."""

from __future__ import annotations

import pytest

from companion.engine import Play, Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.rules.combat import harm
from companion.schema import Refused
from tests.games.course import give
from tests.games.draw_your_weapon.table import ANN, BEN, GATEKEEPER, having, state


def hurt(s, damage, target=BEN):
    g = Play(s, GAME.apply)
    harm(g, target, damage)
    return g


@pytest.mark.parametrize(
    ("rule", "guard", "hp"),
    [("guard_first", 0, 9), ("hp", 3, 6), ("by_hand", 3, 12)],
)
def test_the_table_decides_what_damage_takes_away(rule, guard, hp):
    ben = hurt(having(state(damage=rule), BEN, hp=12, guard=3), 6).state.characters[BEN]
    assert (ben.guard, ben.hp) == (guard, hp)


def test_losing_all_guard_breaks_a_character():  # DYW-GUARD-2
    assert hurt(having(state(), BEN, guard=3), 3).state.characters[BEN].conditions == ("Broken",)


def test_losing_all_hp_ends_the_defence():
    ben = hurt(having(state(), BEN, hp=4, defending=True), 9).state.characters[BEN]
    assert (ben.hp, ben.conditions, ben.defending) == (0, ("Down",), False)


def test_target_without_hp_takes_no_harm():
    assert hurt(having(state(), GATEKEEPER, hp=0, max_hp=None, guard=0), 9, GATEKEEPER).facts == []
    assert hurt(state(), 9, "something else").facts == []


def test_character_that_is_down_takes_no_action():
    run = Run(GAME, having(state(), ANN, hp=0, conditions=("Down",)))
    for action in ("defend", "simple_strike", "weapon_attack", "dash", "feature"):
        with pytest.raises(Refused) as no:
            give(run, action, seat=ANN)
        assert no.value.code == "DOWN"
