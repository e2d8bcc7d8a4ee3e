"""The skill test, ST.1 to ST.8."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest

from companion.games.arkham.content import Counted, Enemy, SymbolEffect
from companion.games.arkham.facts import ResultApplied, SymbolResolved, TestResolved
from companion.games.arkham.rules.in_play import enemies_at
from companion.games.arkham.rules.skill_test import Consequence
from companion.games.arkham.rules.skill_test.steps import nothing
from companion.games.arkham.state import TestModifier
from companion.schema import Refused
from tests.games.arkham.table import asked, begun, committed, drawn, seat, situation, verdict
from tests.games.course import give


def modified(*modifiers: TestModifier):
    return situation(modifiers=modifiers)


def test_reaching_the_difficulty_is_success():
    assert drawn("intellect", 3, "0").passed
    assert not drawn("intellect", 3, "-1").passed


def test_cards_count_by_their_appropriate_icons():
    run = committed(begun("intellect", 6), ("Notes", "Courage"), ("Courage",))
    give(run, "-1")
    assert verdict(run).value == 3 + 2 + 1 + 1 - 1


def test_a_helper_commits_one_card_at_most():
    run = begun("intellect", 3, situation().with_seat("2", seat("Bob", "study", "Courage", "Notes")))
    with pytest.raises(Refused, match="0 to 1 wanted"):
        give(run, "Courage", "Notes", seat="2")


def test_a_card_without_an_appropriate_icon_is_refused_by_name():
    run = begun("agility", 3)
    with pytest.raises(Refused, match="Notes has no agility icon") as refused:
        give(run, "Notes", seat="1")
    assert refused.value.code == "NO_APPROPRIATE_ICON"


def test_commits_emit_nothing_before_all_are_in():
    run = begun("intellect", 3)
    assert give(run, "Notes", seat="1") == ()
    assert run.open[0].seat == "2"


def test_unknown_card_is_committed_by_its_icons():
    run = committed(begun("combat", 5, situation().with_seat("2", replace(seat("Bob"), unknown=1))), (), ("icons:2",))
    give(run, "0")
    assert verdict(run).passed
    assert run.state.seats["2"].unknown == 0


def test_two_cards_with_equal_icons_are_two_cards():
    """AH-ST-2-1: of a helper one is taken, AH-ST-2-2."""
    state = situation().with_seat("1", replace(seat("Ann"), unknown=3)).with_seat("2", replace(seat("Bob"), unknown=3))
    run = committed(begun("combat", 5, state), ("icons:1", "icons:1"), ("icons:1",))
    give(run, "0")
    assert verdict(run).value == 3 + 1 + 1 + 1
    assert [run.state.seats[who].unknown for who in "12"] == [1, 2]
    one_left = situation().with_seat("1", replace(seat("Ann"), unknown=1))
    assert [o.id for o in begun("combat", 5, one_left).open[0].options].count("icons:1") == 1


def test_more_cards_than_the_hand_holds_are_asked_for_again():
    run = begun("combat", 5, situation().with_seat("1", replace(seat("Ann"), unknown=1)))
    committed(run, ("icons:1", "icons:2"))
    assert run.open[0].rule == "ST.2"
    committed(run, ("icons:2",))
    assert run.open[0].rule == "ST.3"


def test_the_draw_asks_for_what_is_in_the_bag():
    run = committed(begun("intellect", 3))
    prompt = run.open[0]
    assert (prompt.kind, prompt.rule, prompt.of) == ("draw", "ST.3", ("token", "tag"))
    assert asked(run) == "Ann: reveal a chaos token, intellect, 3 needed"


def test_a_symbol_counts_what_the_scenario_says():
    assert drawn("intellect", 1, "skull").value == 1


def test_a_symbol_without_an_ability_changes_nothing():
    assert drawn("intellect", 3, "skull", state=situation(symbols=MappingProxyType({}))).value == 3


def test_the_ability_of_a_symbol_starts_before_success_is_known():
    run = committed(begun("intellect", 3))
    facts = give(run, "skull")
    kinds = [type(fact) for fact in facts]
    assert kinds.index(SymbolResolved) < kinds.index(TestResolved)


def test_elder_sign_is_of_the_performer_only():
    state = situation()
    state = state.with_seat("1", replace(state.seats["1"], elder_sign=SymbolEffect(1)))
    state = state.with_seat("2", replace(state.seats["2"], elder_sign=SymbolEffect(5)))
    assert drawn("combat", 4, "elder_sign", state=state).value == 4


def test_symbol_may_reveal_another_token():
    run = committed(begun("intellect", 3))
    give(run, "cultist")
    assert run.open[0].locked == ("cultist",)
    assert "another" in str(run.open[0].title)
    give(run, "-1")
    assert verdict(run).tokens == ("cultist", "-1")
    assert sorted(run.state.bag.inside) == sorted(situation().bag.inside)


def test_a_symbol_may_count_the_enemies_here():
    ghoul = Enemy("Ghoul", "study", traits=("Ghoul",))
    enemies = MappingProxyType({"a": ghoul, "b": ghoul, "c": replace(ghoul, location="attic")})
    state = situation(
        enemies=enemies,
        symbols=MappingProxyType({"skull": SymbolEffect(counts=(Counted("enemies_here", "Ghoul", -1),))}),
    )
    assert len(enemies_at(state, "study")) == 2
    assert drawn("intellect", 3, "skull", state=state).value == 1


def test_auto_fail_fails_by_the_difficulty():
    outcome = drawn("intellect", 3, "auto_fail")
    assert (outcome.passed, outcome.value, outcome.by, outcome.auto) == (False, 0, 3, "fail")


def test_auto_fail_fails_even_against_zero():
    assert not drawn("intellect", 0, "auto_fail").passed


def test_the_true_sum_stays_below_zero():
    """AH-ST-MOD-9: a later bonus joins the true sum."""
    outcome = drawn("agility", 1, "-8", state=modified(TestModifier("late", add=2, after_reveal=True)))
    assert (outcome.total, outcome.value, outcome.by) == (-3, 0, 1)


def test_sums_come_before_doubling_whatever_came_first():
    state = modified(TestModifier("double", times=Fraction(2)), TestModifier("help", add=2))
    assert drawn("willpower", 8, "-1", state=state).total == 8


def test_a_half_is_rounded_up_once_at_the_end():
    half, double = TestModifier("half", times=Fraction(1, 2)), TestModifier("double", times=Fraction(2))
    assert drawn("willpower", 2, "0", state=modified(half)).total == 2
    assert drawn("willpower", 3, "0", state=modified(half, double)).total == 3


def test_a_modifier_that_went_does_not_count():
    assert drawn("willpower", 3, "0", state=modified(TestModifier("gone", add=2, active=False))).total == 3


def test_the_sum_names_its_reasons():
    run = committed(begun("intellect", 3), ("Notes",))
    give(run, "skull")
    assert [(str(t.label), t.value) for t in verdict(run).terms] == [("intellect", 3), ("icons", 2), ("skull", -2)]


RESULTS = tuple(
    Consequence(name, f"result {name}", on, nothing)
    for name, on in (("f1", "failure"), ("s1", "success"), ("f2", "failure"))
)


def test_the_performer_orders_several_results():
    run = committed(begun("agility", 4, None, *RESULTS))
    give(run, "-1")
    assert (run.open[0].seat, run.open[0].rule, [o.id for o in run.open[0].options]) == ("1", "ST.7", ["f1", "f2"])
    facts = give(run, "f2", "f1")
    assert [f.result for f in facts if isinstance(f, ResultApplied)] == ["f2", "f1"]


def test_committed_cards_go_to_their_discard_piles():
    run = committed(begun("intellect", 3), ("Notes",), ("Courage",))
    give(run, "0")
    assert run.state.seats["1"].discard == ("Notes",)
    assert run.state.seats["2"].discard == ("Courage",)
    assert run.state.seats["1"].hand == ("Courage",)


def test_the_test_ends_with_every_token_in_the_bag():
    run = committed(begun("intellect", 3))
    give(run, "-8")
    assert run.state.test is None
    assert run.state.bag.out == ()
    assert run.state.last is not None
