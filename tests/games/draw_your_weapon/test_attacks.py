"""Attacks, Features, weapons in hand, and rounds of combat."""

from __future__ import annotations

import pytest

from companion.engine import Play, Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Effect, Feature, Weapon, too_many
from companion.games.draw_your_weapon.facts import WeaponPutAway, WeaponTaken
from companion.games.draw_your_weapon.rules.actions import ACTIONS
from companion.games.draw_your_weapon.rules.actions.abilities import feature
from companion.games.draw_your_weapon.rules.actions.attacks import (
    cannot_strike,
    cannot_use_weapon,
    simple_strike,
    special_attack,
    weapon_attack,
)
from companion.games.draw_your_weapon.rules.actions.breather import breather
from companion.games.draw_your_weapon.rules.combat import fighters, harm
from companion.games.draw_your_weapon.rules.weapons_in_hand import in_the_way
from companion.games.draw_your_weapon.views.seat_view import heading
from companion.schema import Answer, Cards, Odds, Refused, Sum
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

MACE = Weapon("mace", 4, 10, ("C",))


def struck(s, *answers):
    run = alone(GAME, s, lambda g: simple_strike(g, ANN))
    for answer in answers:
        give(run, answer)
    return run


def attacked(s, *answers):
    run = alone(GAME, s, lambda g: weapon_attack(g, ANN))
    for answer in answers:
        give(run, answer)
    return run


def mighty(might, **changes):
    s = having(state(), ANN, **changes)
    return having(s, ANN, attributes={**s.characters[ANN].attributes, "might": might})


@pytest.mark.parametrize(("might", "damage"), [(-5, 0), (0, 1), (1, 1), (2, 2), (3, 2), (4, 3)])
def test_a_strike_deals_one_and_half_of_might_rounded_down(might, damage):  # DYW-STRIKE-5
    run = struck(mighty(might), GATEKEEPER, "yes", "KC")
    assert run.state.blow.damage == damage


def test_strike_can_target_an_object():  # DYW-STRIKE-6
    assert struck(state(), "something else", "yes", "2S").state.blow.target == "something else"


def test_strike_is_possible_with_full_hands():  # DYW-STRIKE-2, -3
    assert cannot_strike(having(state(), ANN, weapons=(MACE, MACE)), ANN) is None


def test_a_weapon_without_suits_never_adds_might():  # DYW-WEAPON-4, DYW-AMB-17
    assert attacked(mighty(3, weapons=(Weapon("bow", 1, 13),)), GATEKEEPER, "7C").state.blow.damage == 7


def test_weapon_attack_asks_for_one_of_several_weapons():  # DYW-WEAPON-1
    run = attacked(mighty(2, weapons=(MACE, Weapon("bow", 1, 13))), "bow", GATEKEEPER, "KC")
    assert (run.state.blow.weapon, run.state.blow.damage) == ("bow", 13)


def test_attack_result_is_shown_with_its_terms():
    run = attacked(mighty(2, weapons=(MACE,)), GATEKEEPER, "7C")
    verdict = next(b for b in GAME.view(run.state, "table") if isinstance(b, Sum))
    assert [(str(t.label), t.value) for t in verdict.terms] == [("7 of Clubs", 7), ("Might", 2)]
    assert str(verdict.sentence) == "Ann strikes The gatekeeper with the mace: 9 damage."


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


def fact_names(run):
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
    assert fact_names(run)[:2] == ["StatSpent", "FeatureUsed"]
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
    run.answer(answer_to(prompt, "Sleuth"))
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


def answer_to(prompt, value):
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


SABRE, BOW, NET = Weapon("sabre", 4, 11, ("S",)), Weapon("bow", 5, 12, ("D",), 2), Weapon("net", 1, 7)
TEETH = Weapon("teeth", 2, 9, hands=0)


def armed(*weapons, away=()):
    return having(state(), ANN, weapons=weapons, away=away)


def hands_menu(run, seat=ANN):
    return next((p for p in run.open if p.seat == seat and p.key == "hands"), None)


def tapped(s, *options):
    run = Run(GAME, s)
    for option in options:
        run.answer(Answer(f"h-{option}", hands_menu(run).id, (option,), ANN))
    return run


def held(run):
    return [weapon.name for weapon in run.state.characters[ANN].in_hand]


@pytest.mark.parametrize(
    ("weapons", "away"),
    [
        ((SABRE, NET), ()),
        ((SABRE, BOW), ("bow",)),
        ((BOW, SABRE), ("sabre",)),
        ((SABRE, BOW, NET), ("bow",)),
        ((BOW, TEETH), ()),
    ],
    ids=["one each", "no hand is left", "both hands", "the next that fits", "none needed"],
)
def test_at_first_two_hands_hold_what_they_can(weapons, away):  # DYW-WEAPON-1
    assert too_many(weapons) == away


def test_weapon_put_away_cannot_attack():  # DYW-WEAPON-1
    no = cannot_use_weapon(armed(SABRE, BOW, away=("bow",)), ANN, "bow")
    assert (no.code, str(no.sentence)) == ("WEAPON_NOT_EQUIPPED", "Ann has no bow in hand: take the bow in hand first.")


def test_among_several_the_one_put_away_is_grey():
    s = armed(SABRE, NET, BOW, away=("bow",))
    run = alone(GAME, s, lambda g: weapon_attack(g, ANN))
    with pytest.raises(Refused, match="take the bow in hand first"):
        give(run, "bow")
    give(run, "net")
    assert run.open[0].key == "attack.target"


def test_taking_a_weapon_makes_room():
    run = tapped(armed(SABRE, NET, BOW, away=("bow",)), "take:bow")
    assert held(run) == ["bow"]
    assert run.facts[-3:] == (
        WeaponPutAway(ANN, "sabre"),
        WeaponPutAway(ANN, "net"),
        WeaponTaken(ANN, "bow"),
    )


def test_changing_weapons_is_not_an_action():
    run = tapped(having(armed(SABRE), ANN, defending=True), "away:sabre", "take:sabre")
    assert (held(run), run.state.characters[ANN].defending) == (["sabre"], True)


@pytest.mark.parametrize("changes", [{"resting": True}, {"conditions": ("Down",)}, {"weapons": (TEETH,)}])
def test_weapon_prompt_is_left_out_where_useless(changes):
    assert hands_menu(Run(GAME, having(armed(SABRE), ANN, **changes))) is None


def test_the_dealers_figures_hold_what_the_dealer_says():
    gatekeeper = state().characters[GATEKEEPER]
    assert in_the_way(gatekeeper, BOW) == ()


def test_the_own_page_tells_hands_and_bags_apart():
    blocks = GAME.view(armed(SABRE, BOW, away=("bow",)), ANN)
    titles = {str(b.title): [str(card.text) for card in b.cards] for b in blocks if isinstance(b, Cards)}
    assert (titles["In hand"], titles["Put away"]) == (["sabre"], ["bow"])
    fits = next(b for b in blocks if isinstance(b, Odds))
    assert [str(bar.label) for bar in fits.bars] == ["sabre, 4 to 11"]


def test_resting_character_takes_no_action():  # DYW-REST-2
    s = having(state(), ANN, resting=True)
    assert {no.code for a in ACTIONS if (no := a.refuse(s, ANN))} == {"RESTING", "IN_COMBAT_ONLY", "NOT_YOUR_TURN"}
    assert all(a.refuse(s, ANN) for a in ACTIONS)


def fighting(s=None):
    run = Run(GAME, s or state())
    give(run, "combat")
    return run


def test_combat_begins_with_the_first_seat():
    s = fighting().state
    assert (s.in_combat, s.turn, s.round) == (True, ANN, 1)


def test_heading_names_round_and_turn_in_combat_only():
    s = fighting().state
    assert str(heading(state()).subtitle) == ""
    assert str(heading(s).subtitle) == f"Combat · Round 1 · {s.characters[ANN].called!s}"


def test_turn_marker_wraps_into_a_new_round():
    run = fighting()
    seen = []
    for _ in fighters(run.state):
        give(run, "next_turn")
        seen.append((run.state.turn, run.state.round))
    assert seen[0] == (BEN, 1)
    assert seen[-1] == (ANN, 2)
    assert len({turn for turn, _ in seen}) == len(seen)


def test_turn_is_ended_by_its_seat_only():
    run = fighting()
    with pytest.raises(Refused, match="It is not Ben’s turn"):
        give(run, "end_turn", seat=BEN)
    give(run, "end_turn", seat=ANN)
    assert run.state.turn == BEN


def test_turn_skips_characters_that_are_down():
    run = fighting(having(state(), BEN, conditions=("Down",)))
    give(run, "next_turn")
    assert run.state.turn == CLEO


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
