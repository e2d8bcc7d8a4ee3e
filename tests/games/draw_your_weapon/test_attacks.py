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
from companion.schema import Cards, Odds, Refused, Sum
from tests.games.course import alone, give, play, tap
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

MACE, SABRE = Weapon("mace", 4, 10, ("C",)), Weapon("sabre", 4, 11, ("S",))
BOW, NET = Weapon("bow", 5, 12, ("D",), 2), Weapon("net", 1, 7)
TEETH = Weapon("teeth", 2, 9, hands=0)


def struck(s, *answers):
    return play(alone(GAME, s, lambda g: simple_strike(g, ANN)), *answers)


def attacked(s, *answers):
    return play(alone(GAME, s, lambda g: weapon_attack(g, ANN)), *answers)


def mighty(might, **changes):
    return having(state(), ANN, attributes={**state().characters[ANN].attributes, "might": might}, **changes)


@pytest.mark.parametrize(("might", "damage"), [(-5, 0), (0, 1), (1, 1), (2, 2), (3, 2), (4, 3)])
def test_a_strike_deals_one_and_half_of_might_rounded_down(might, damage):  # DYW-STRIKE-5
    assert struck(mighty(might), GATEKEEPER, "yes", "KC").state.blow.damage == damage


def test_strike_can_target_an_object():  # DYW-STRIKE-6
    assert struck(state(), "something else", "yes", "2S").state.blow.target == "something else"


def test_strike_is_possible_with_full_hands():  # DYW-STRIKE-2, -3
    assert cannot_strike(having(state(), ANN, weapons=(MACE, MACE)), ANN) is None


@pytest.mark.parametrize(
    ("weapon", "card", "damage"),
    [(MACE, "4C", 7), (MACE, "10C", 13), (MACE, "10S", 10), (NET, "7C", 7)],  # no suits: DYW-WEAPON-4, DYW-AMB-17
)
def test_weapon_damage_is_its_result(weapon, card, damage):  # DYW-WEAPON-6 to -8
    assert attacked(mighty(3, weapons=(weapon,)), GATEKEEPER, card).state.blow.damage == damage


@pytest.mark.parametrize("card", ["3C", "JC"])
def test_the_printed_value_must_be_in_the_range(card):  # DYW-WEAPON-3, -5, -9
    with pytest.raises(Refused, match="the mace takes values from 4 to 10"):
        give(attacked(mighty(2, weapons=(MACE,)), GATEKEEPER), card)


def test_weapon_attack_asks_for_one_of_several_weapons():  # DYW-WEAPON-1
    run = attacked(having(state(), ANN, weapons=(SABRE, NET, BOW), away=("bow",)))
    with pytest.raises(Refused, match="take the bow in hand first"):
        give(run, "bow")
    play(run, "net", GATEKEEPER, "7C")
    assert (run.state.blow.weapon, run.state.blow.damage) == ("net", 7)


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
    return play(alone(GAME, s, lambda g: feature(g, ANN)), *((ANN, answer) for answer in answers))


def test_a_feature_with_a_range_attacks_as_a_weapon_does():  # DYW-SPECIAL-1, -3
    s = using(ann(), "Spark", GATEKEEPER, "7H").state
    assert (s.blow.weapon, s.blow.damage) == ("Spark", 9)  # Might 2 for the suit
    assert (s.characters[GATEKEEPER].conditions[-1], s.characters[ANN].reserve) == ("Dazed", 4)


def test_a_feature_may_modify_the_attack_with_a_weapon():  # DYW-SPECIAL-1
    blow = using(ann(), "Hard hit", GATEKEEPER, "7C").state.blow
    assert (blow.weapon, blow.damage, blow.played.result) == ("mace", 12, 12)  # 7, Might 2, 3 of the Feature


def test_a_feature_may_hurt_without_a_card():
    run = using(ann(), "Curse", GATEKEEPER)
    assert [type(fact).__name__ for fact in run.facts][:2] == ["StatSpent", "FeatureUsed"]
    assert (run.facts[1].counts_as, shared(run.state).pile) == ("attack", ())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Balm", "Balm costs 2 Reserve, Ann has 0"),
        ("Spark", "Spark costs 1 Reserve, Ann has 0"),
        ("Nap", "Nap takes a whole Breather"),  # DYW-BABILITY-1
    ],
)
def test_feature_refusal_names_the_reason(name, sentence):
    with pytest.raises(Refused, match=sentence):
        using(ann(reserve=0), name)


def test_an_ally_may_be_helped():  # DYW-ABILITY-1
    run = using(having(ann(defending=True), BEN, hp=3, conditions=("Broken", "Down")), "Balm", BEN)
    assert (run.state.characters[BEN].hp, run.state.characters[BEN].conditions) == (8, ())
    assert not run.state.characters[ANN].defending  # DYW-DEFEND-5
    assert run.facts[2].counts_as == "use_ability"


def test_ready_feature_counts_in_one_test():
    s = play(a_skill_test(ann(ready=("Sleuth",))), "11", "7C").state
    assert (s.last.test.played[0].result, s.last.winners) == (11, (ANN,))  # 7, Might 2, 2 of the Feature
    assert s.characters[ANN].ready == ()


def test_feature_may_join_before_the_card():
    run = play(a_skill_test(ann()), "11")
    tap(run, "test.feature", "Sleuth")
    give(run, "7C")
    assert (run.state.last.winners, run.state.characters[ANN].clout) == ((ANN,), 4)


def test_contest_offers_features_before_the_cards():
    run = a_contest(s=ann())
    assert [(p.seat, p.least, p.most) for p in run.open] == [(ANN, 0, 1)]
    assert play(run, "Sleuth", (ANN, "5S"), (BEN, "6S")).state.last.winners == (ANN,)


def test_breather_feature_uses_the_breather():  # DYW-BABILITY-1
    run = alone(GAME, ann(), lambda g: breather(g, ANN))
    s = play(run, (ANN, "use_ability"), (BEN, "nothing"), (CLEO, "nothing"), (ANN, "Nap")).state
    assert (s.characters[ANN].reserve, s.characters[ANN].hand, s.breathers) == (8, 6, 1)


def test_ready_feature_survives_an_attack():  # DYW-ABILITY-2
    s = play(alone(GAME, ann(ready=("Sleuth",)), lambda g: special_attack(g, ANN, SPARK)), GATEKEEPER, "7H").state
    assert (s.characters[ANN].ready, s.blow.damage) == (("Sleuth",), 9)


def terms(run):
    verdict = next(b for b in GAME.view(run.state, "table") if isinstance(b, Sum))
    return [(str(t.label), t.value) for t in verdict.terms], str(verdict.sentence)


def test_attack_result_is_shown_with_its_terms():
    sentence = "Ann strikes The gatekeeper with the mace: 9 damage."
    run = attacked(mighty(2, weapons=(MACE,)), GATEKEEPER, "7C")
    assert terms(run) == ([("7 of Clubs", 7), ("Might", 2)], sentence)
    run = alone(GAME, ann(weapons=()), lambda g: special_attack(g, ANN, HARD_HIT))
    assert terms(play(run, GATEKEEPER, "yes", "2S"))[0] == [("1 and half of Might", 2), ("Features", 3)]


def armed(*weapons, away=()):
    return having(state(), ANN, weapons=weapons, away=away)


def in_hand(run):
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
)
def test_at_first_two_hands_hold_what_they_can(weapons, away):  # DYW-WEAPON-1
    assert too_many(weapons) == away


def test_weapon_put_away_cannot_attack():  # DYW-WEAPON-1
    no = cannot_use_weapon(armed(SABRE, BOW, away=("bow",)), ANN, "bow")
    assert (no.code, str(no.sentence)) == ("WEAPON_NOT_EQUIPPED", "Ann has no bow in hand: take the bow in hand first.")
    assert str(cannot_use_weapon(armed(), ANN).sentence) == "Ann has no weapon in hand."


def test_taking_a_weapon_makes_room():
    run = Run(GAME, armed(SABRE, NET, BOW, away=("bow",)))
    tap(run, "hands", "take:bow")
    assert in_hand(run) == ["bow"]
    assert run.facts[-3:] == (WeaponPutAway(ANN, "sabre"), WeaponPutAway(ANN, "net"), WeaponTaken(ANN, "bow"))


def test_changing_weapons_is_not_an_action():
    run = Run(GAME, having(armed(SABRE), ANN, defending=True))
    tap(run, "hands", "away:sabre")
    assert in_hand(run) == []
    tap(run, "hands", "take:sabre")
    assert (in_hand(run), run.state.characters[ANN].defending) == (["sabre"], True)


@pytest.mark.parametrize("changes", [{"resting": True}, {"conditions": ("Down",)}, {"weapons": (TEETH,)}])
def test_weapon_prompt_is_left_out_where_useless(changes):
    run = Run(GAME, having(armed(SABRE), ANN, **changes))
    assert not [p for p in run.open if (p.seat, p.key) == (ANN, "hands")]


def test_the_dealers_figures_hold_what_the_dealer_says():
    assert in_the_way(state().characters[GATEKEEPER], BOW) == ()


def test_the_own_page_tells_hands_and_bags_apart():
    blocks = GAME.view(armed(SABRE, BOW, away=("bow",)), ANN)
    titles = {str(b.title): [str(card.text) for card in b.cards] for b in blocks if isinstance(b, Cards)}
    assert (titles["In hand"], titles["Put away"]) == (["sabre"], ["bow"])
    assert [str(bar.label) for b in blocks if isinstance(b, Odds) for bar in b.bars] == ["sabre, 4 to 11"]


def test_resting_character_takes_no_action():  # DYW-REST-2
    s = having(state(), ANN, resting=True)
    assert {no.code for a in ACTIONS if (no := a.refuse(s, ANN))} == {"RESTING", "IN_COMBAT_ONLY", "NOT_YOUR_TURN"}
    assert all(a.refuse(s, ANN) for a in ACTIONS)


def test_character_that_is_down_takes_no_action():
    run = Run(GAME, having(state(), ANN, hp=0, conditions=("Down",)))
    for action in ("defend", "simple_strike", "weapon_attack", "dash", "feature"):
        with pytest.raises(Refused) as no:
            give(run, action, seat=ANN)
        assert no.value.code == "DOWN"


def fighting(s=None):
    return play(Run(GAME, s or state()), "combat")


def test_combat_begins_with_the_first_seat():
    s = fighting().state
    assert (s.in_combat, s.turn, s.round) == (True, ANN, 1)
    assert str(heading(s).subtitle) == f"Combat · Round 1 · {s.characters[ANN].display_name!s}"
    assert str(heading(state()).subtitle) == ""
    options = next(p for p in fighting().open if p.key == "call").options
    assert [str(o.text) for o in options if o.id == "combat"] == ["End the combat"]


def test_turn_marker_wraps_into_a_new_round():
    run, seen = fighting(), []
    for _ in fighters(run.state):
        give(run, "next_turn")
        seen.append((run.state.turn, run.state.round))
    assert (seen[0], seen[-1]) == ((BEN, 1), (ANN, 2))
    assert len({turn for turn, _ in seen}) == len(seen)


def test_turn_is_ended_by_its_seat_only():
    run = fighting()
    with pytest.raises(Refused, match="It is not Ben’s turn"):
        give(run, "end_turn", seat=BEN)
    assert play(run, (ANN, "end_turn")).state.turn == BEN


def test_turn_skips_characters_that_are_down():
    assert play(fighting(having(state(), BEN, conditions=("Down",))), "next_turn").state.turn == CLEO


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


def test_losing_all_guard_or_hp_changes_the_condition():  # DYW-GUARD-2
    assert hurt(having(state(), BEN, guard=3), 3).state.characters[BEN].conditions == ("Broken",)
    assert hurt(having(state(), BEN, guard=3), 2).state.characters[BEN].conditions == ()
    ben = hurt(having(state(), BEN, hp=4, defending=True), 9).state.characters[BEN]
    assert (ben.hp, ben.conditions, ben.defending) == (0, ("Down",), False)


def test_target_without_hp_takes_no_harm():
    assert hurt(having(state(), GATEKEEPER, hp=0, max_hp=None, guard=0), 9, GATEKEEPER).facts == []
    assert hurt(state(), 9, "something else").facts == []
