"""Absurd numbers, names and texts end in something playable."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.content import Component, ItemPart, MonsterKind, SpawnPart, asked
from companion.games.mansions.content.lint import lint_scenario
from companion.games.mansions.content.lint.reach import brought
from companion.games.mansions.puzzles import code_puzzle
from companion.games.mansions.rules.story import value, words
from companion.games.mansions.rules.story.event_stack import MOST, MOST_SIDES, dice, operated
from companion.games.mansions.rules.story.placement import beast_of, kind_of
from companion.games.mansions.rules.story.texts_and_tests import MOST_LETTERS, monster_kind
from tests.games.mansions.manor import event, request, seat, sets, situation, table

ROUND = MappingProxyType(
    {f"CustomMonster{a}": MonsterKind(f"CustomMonster{a}", f"CustomMonster{b}") for a, b in ("AB", "BA")}
)


@pytest.mark.parametrize("name", ["inf", "nan", "-inf", "1e999"])
def test_value_treats_inf_and_nan_as_variables(name):
    assert value(table().state, name) == 0


def test_variables_stay_finite():
    state = table().state
    assert operated(state, [sets("x", "1e308"), sets("x", "1e308", "*"), sets("x", "x", "-")], ())["x"] == 0
    assert operated(state, [sets("x", "1e308")], ())["x"] == MOST


@pytest.mark.parametrize("told", ["#rand999999999", f"#rand{'9' * 5000}"])
def test_random_number_has_bounded_sides(told):
    assert dice([sets("x", told)]) == (MOST_SIDES,)


@pytest.mark.parametrize("told", ["#rand0", "#rand²", "#rand", "#rand-3"])
def test_random_number_has_at_least_one_side(told):
    assert dice([sets("x", told)]) == (1,)


def spawns(*named):
    parts = [event(f"Spawn{n}") for n in range(len(named))]
    return [type(one)(one.name, "spawn", part=SpawnPart(monsters)) for one, monsters in zip(parts, named, strict=True)]


def test_circular_spawns_are_visited_once():
    run = table(*spawns(("Spawn1",) * 400, (*("Spawn0",) * 400, "MonsterDeepOne")))
    assert kind_of(run.state, ("Spawn0",)) == "MonsterDeepOne"


def test_circular_monster_bases_give_defaults():
    story = table(monsters=ROUND).state.story
    assert beast_of(story, "CustomMonsterA").health == 3
    assert monster_kind(story, "CustomMonsterA") == "B"


def test_circular_texts_stop_at_the_limit():
    state = table(words=MappingProxyType({"a": "{qst:a}" * 3000, "b": "{0}" * 3000})).state
    assert len(str(words(state, "{qst:a}"))) <= MOST_LETTERS
    assert len(str(words(state, "{qst:b:{0}:" + "x" * 3000 + "}"))) <= MOST_LETTERS


@pytest.mark.parametrize("text", ["({lore}+999999999; 2)", "({lore}-" + "9" * 5000 + "; 2)"])
def test_marks_ignore_absurd_dice(text):
    assert asked(text).test.more == 0


def test_marks_ignore_absurd_harm():
    assert asked("You suffer " + "9" * 5000 + " damage ({agility} negates).").amount is None


def test_code_solution_skips_absurd_symbols():
    found = code_puzzle.begin(4, 6, ("1", "99999999", "02"), "", 1)
    assert found.target == ("1", "2")
    assert len(found.pieces) == 6


def test_code_solution_may_have_leading_zeros():
    found = code_puzzle.begin(2, 6, ("01", "2"), "", 1)
    assert code_puzzle.solved(code_puzzle.guessed(found, "1 2"))


def test_unknown_card_is_named_by_the_scenario():
    part = ItemPart(("ItemCommonKnife",), traits=("unheardof",))
    run = table(Component("QItemOldCoin", "item", part=part))
    assert request(run) == "Everybody: Old Coin, who takes it?"


class Counting(dict[str, str]):
    """A mapping that counts its lookups."""

    asked = 0

    def get(self, key, default=None):
        self.asked += 1
        return super().get(key, default)


def test_long_texts_stop_at_the_limit():
    written = Counting(a="x" * MOST_LETTERS)
    state = table(event("A", trigger="EventStart"), words=written).state
    assert str(words(state, "{qst:a}" * 2_000)) == "x" * MOST_LETTERS
    assert written.asked == 1


def test_typed_name_is_not_a_mark():
    named = replace(situation(), seats=MappingProxyType({"1": seat("{qst:secret}", space="")}))
    run = table(
        event("A", text="{rnd:hero} falls.", trigger="EventStart"),
        state=named,
        words=MappingProxyType({"secret": "the butler"}),
    )
    assert "butler" not in repr(GAME.view(run.state, "1"))


def test_linter_visits_circular_spawns_once():
    parts = spawns(("Spawn1",) * 400, ("Spawn0",) * 400)
    scenario = table(*parts, event("A", trigger="EventStart", add=("Spawn0",))).state.story.scenario
    assert list(brought(scenario, "Spawn0", set())) == []
    assert lint_scenario(scenario)
