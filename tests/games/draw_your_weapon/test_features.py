"""Costs and effects of Features."""

from __future__ import annotations

import pytest

from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Effect, Feature
from companion.games.draw_your_weapon.rules.actions.abilities import feature
from companion.games.draw_your_weapon.rules.actions.attacks import special_attack
from companion.games.draw_your_weapon.rules.actions.breather import breather
from companion.schema import Answer, Refused, Sum
from tests.games.course import alone, give
from tests.games.draw_your_weapon.table import (
    ANN,
    BEN,
    CLEO,
    GATEKEEPER,
    a_contest,
    a_skill_test,
    having,
    shared,
    state,
)

SPARK = Feature(
    "Spark", tags=("Attack",), reserve=1, low=5, high=9, suits=("H",), effects=(Effect("condition", what="Dazed"),)
)
HARD_HIT = Feature("Hard hit", tags=("Attack",), reserve=1, effects=(Effect("bonus", 3),))
CURSE = Feature("Curse", tags=("Attack",), clout=1, effects=(Effect("damage", 2),))
SLEUTH = Feature("Sleuth", tags=("Test",), clout=1, effects=(Effect("bonus", 2),))
BALM = Feature("Balm", tags=("Ally",), reserve=2, effects=(Effect("hp", 5), Effect("mend", what="Broken")))
NAP = Feature("Nap", tags=("Breather",), effects=(Effect("reserve", 3), Effect("draw", 1)))
MANY = (SPARK, HARD_HIT, CURSE, SLEUTH, BALM, NAP)


def ann(**changes):
    return having(state(), ANN, **{"reserve": 5, "clout": 5, "features": MANY, **changes})


def using(s, *answers):
    run = alone(GAME, s, lambda g: feature(g, ANN))
    for answer in answers:
        give(run, answer, seat=ANN)
    return run


def names(run):
    return [type(fact).__name__ for fact in run.facts]


def test_a_feature_with_a_range_attacks_as_a_weapon_does():  # DYW-SPECIAL-1, -3
    run = using(ann(), "Spark", GATEKEEPER, "7H")
    assert run.state.blow.damage == 9  # Might 2 for the suit
    assert run.state.blow.weapon == "Spark"
    assert run.state.characters[GATEKEEPER].conditions[-1] == "Dazed"
    assert run.state.characters[ANN].reserve == 4


def test_a_feature_may_modify_the_attack_with_a_weapon():  # DYW-SPECIAL-1
    run = using(ann(), "Hard hit", GATEKEEPER, "7C")
    assert (run.state.blow.weapon, run.state.blow.damage) == ("mace", 12)  # 7, Might 2, 3 of the Feature
    assert run.state.blow.played.result == 12


def test_a_feature_may_hurt_without_a_card():
    run = using(ann(), "Curse", GATEKEEPER)
    assert names(run)[:2] == ["StatSpent", "FeatureUsed"]
    assert run.facts[1].counts_as == "attack"
    assert shared(run.state).pile == ()


def test_feature_refusal_names_the_cost():
    run = using(ann(reserve=1))
    with pytest.raises(Refused, match="Balm costs 2 Reserve, Ann has 1") as no:
        give(run, "Balm", seat=ANN)
    assert no.value.code == "CANNOT_PAY"


def test_an_ally_may_be_helped():  # DYW-ABILITY-1
    s = having(ann(defending=True), BEN, hp=3, conditions=("Broken", "Down"))
    run = using(s, "Balm", BEN)
    assert (run.state.characters[BEN].hp, run.state.characters[BEN].conditions) == (8, ())
    assert not run.state.characters[ANN].defending  # DYW-DEFEND-5
    assert run.facts[2].counts_as == "use_ability"


def test_ready_feature_counts_in_one_test():
    run = a_skill_test(ann(ready=("Sleuth",)))
    give(run, "11")
    give(run, "7C")
    assert run.state.last.test.played[0].result == 11  # 7, Might 2, 2 of the Feature
    assert run.state.last.winners == (ANN,)
    assert run.state.characters[ANN].ready == ()


def test_feature_may_join_before_the_card():
    run = a_skill_test(ann())
    give(run, "11")
    prompt = next(p for p in run.open if p.rule == "DYW-ABILITY-2")
    assert [option.id for option in prompt.options] == ["Sleuth"]
    run.answer(_answer(prompt, "Sleuth"))
    give(run, "7C")
    assert (run.state.last.winners, run.state.characters[ANN].clout) == ((ANN,), 4)


def test_contest_offers_features_before_the_cards():
    run = a_contest(s=ann())
    assert [(p.seat, p.least) for p in run.open] == [(ANN, 0)]
    give(run, "Sleuth")
    give(run, "5S", seat=ANN)
    give(run, "6S", seat=BEN)
    assert run.state.last.winners == (ANN,)


def test_breather_feature_is_refused_in_free_play():  # DYW-BABILITY-1
    run = using(ann())
    with pytest.raises(Refused, match="Nap takes a whole Breather"):
        give(run, "Nap", seat=ANN)


def test_breather_feature_uses_the_breather():  # DYW-BABILITY-1
    run = alone(GAME, ann(), lambda g: breather(g, ANN))
    give(run, "use_ability", seat=ANN)
    for seat in (BEN, CLEO):
        give(run, "nothing", seat=seat)
    give(run, "Nap", seat=ANN)
    ann_now = run.state.characters[ANN]
    assert (ann_now.reserve, ann_now.hand, run.state.breathers) == (8, 6, 1)


def _answer(prompt, value):
    return Answer("a-feature", prompt.id, (value,), prompt.seat)


def test_ready_feature_survives_an_attack():  # DYW-ABILITY-2
    s = ann(ready=("Sleuth",))
    run = alone(GAME, s, lambda g: special_attack(g, ANN, SPARK))
    give(run, GATEKEEPER)
    give(run, "7H")
    assert run.state.characters[ANN].ready == ("Sleuth",)
    assert run.state.blow.damage == 9


def test_strike_terms_name_the_feature_bonus():
    run = alone(GAME, ann(weapons=()), lambda g: special_attack(g, ANN, HARD_HIT))
    for answer in (GATEKEEPER, "yes", "2S"):
        give(run, answer)
    verdict = next(b for b in GAME.view(run.state, "table") if isinstance(b, Sum))
    assert [(str(t.label), t.value) for t in verdict.terms] == [("1 and half of Might", 2), ("Features", 3)]
