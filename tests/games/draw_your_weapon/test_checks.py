"""Skill Tests, Contests, Surprises, calls of the Dealer, and free play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import DECK, Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Effect, Feature, Weapon
from companion.games.draw_your_weapon.facts import RequirementFixed
from companion.games.draw_your_weapon.rules.actions.attacks import weapon_attack
from companion.games.draw_your_weapon.rules.actions.called_tests import call_contest, call_surprise_contest
from companion.games.draw_your_weapon.rules.actions.defend_and_move import cannot_defend
from companion.games.draw_your_weapon.rules.actions.figure_attacks import figure_attack
from companion.games.draw_your_weapon.rules.checks import contest
from companion.games.draw_your_weapon.state import Hand
from companion.schema import Answer, Refused
from tests.games.course import alone, begin, give
from tests.games.draw_your_weapon.table import (
    ANN,
    BEN,
    CLEO,
    GATEKEEPER,
    PLAIN,
    a_contest,
    a_skill_test,
    having,
    shared,
    state,
    whole_rest,
)
from tests.games.draw_your_weapon.test_decks import with_rules


def test_contest_asks_again_for_a_duplicate_card():
    run = a_contest()
    give(run, "9S", seat=ANN)
    assert give(run, "9S", seat=BEN) == ()
    assert [p.seat for p in run.open] == [ANN, BEN]
    assert str(run.open[0].title).startswith("play a card once more, one was shown twice")


def test_surprise_winner_may_keep_the_card():  # DYW-SURPRISE-4
    run = a_skill_test(surprise=True)
    give(run, "2")
    give(run, "6C")
    give(run, "keep")
    assert run.state.characters[ANN].known == ("6C",)
    assert run.state.characters[ANN].hand == 6
    assert shared(run.state).pile == ()


def test_flip_comes_after_the_hand_cards():  # DYW-AMB-7
    run = a_contest((ANN, BEN), surprised=(ANN,))
    assert [(p.seat, p.kind) for p in run.open] == [(BEN, "show")]
    give(run, "9H")
    assert [(p.seat, p.kind) for p in run.open] == [(ANN, "draw")]
    give(run, "9H")  # there is only one
    assert str(run.open[0].title).startswith("surprised, turn the top card once more, one was shown twice")
    give(run, "9C")
    assert run.state.last.winners == (ANN,)


def test_flip_prompt_does_not_reveal_laid_cards():  # DYW-CONTEST-2
    asked = []
    for card in ("9H", "2S"):
        run = a_contest((ANN, BEN), surprised=(ANN,))
        give(run, card)
        asked.append(run.open)
    assert asked[0] == asked[1]


def test_dealer_renews_an_empty_library():  # DYW-X-ZONES-4
    run = a_contest(s=state(library=0, void=("2C", "3C")))
    give(run, "KS", seat=ANN)
    give(run, "3H", seat=BEN)
    assert run.open[0].seat == "dealer"
    give(run, "renew")
    assert (shared(run.state).library, shared(run.state).void) == (1, ())
    assert run.state.characters[BEN].hand == 5


CLUB = Weapon("club", 3, 9, ("C",))


def attacked_by_gatekeeper(s=None, *answers):
    """The gatekeeper attacks."""
    s = s or having(state(), GATEKEEPER, weapons=(CLUB,))
    run = alone(GAME, s, lambda g: figure_attack(g, "dealer"))
    for answer in (GATEKEEPER, *answers):
        give(run, answer)
    return run


def test_a_figure_attacks_with_its_weapon():  # DYW-ATTACK-1, DYW-WEAPON-6
    run = attacked_by_gatekeeper(None, "club", ANN, "hits", "7C")
    assert run.state.blow.damage == 10  # Might 3
    assert run.state.characters[ANN].hp == 10
    assert run.state.decks["dealer"].pile == ("7C",)
    assert shared(run.state).pile == ()


def test_figure_without_weapon_strikes_without_reach_prompt():  # DYW-STRIKE-5
    run = attacked_by_gatekeeper(having(state(), GATEKEEPER, weapons=()), ANN, "hits", "KC")
    assert (run.state.blow.weapon, run.state.blow.damage) == ("", 2)


def test_surprise_contest_can_avert_the_attack():  # DYW-SURPRISE-1, -2
    run = attacked_by_gatekeeper(None, "club", ANN, "contest")
    give(run, "2H", seat="dealer")
    give(run, "KC", seat=ANN)
    give(run, "leave", seat=ANN)
    assert run.over
    assert (run.state.last.winners, run.state.blow, run.state.characters[ANN].hp) == ((ANN,), None, 20)


def test_lost_surprise_contest_lets_the_attack_hit():
    run = attacked_by_gatekeeper(None, "club", ANN, "contest")
    give(run, "KC", seat="dealer")
    give(run, "2H", seat=ANN)
    give(run, "5C", seat="dealer")
    assert run.state.blow.damage == 8


def test_contest_figures_are_limited_by_the_dealers_hand():
    s = replace(with_rules(dealer_hand=1), held=Hand(1))
    figures = [name for name, c in s.characters.items() if not c.is_player][:2]
    run = alone(GAME, s, lambda g: call_contest(g, "dealer"))
    give(run, "might")
    give(run, *figures)
    assert str(run.open[0].title).startswith("you hold 1 card:")
    give(run, ANN, figures[0])
    assert [p.seat for p in run.open] == [ANN, "dealer"]


def test_contest_leaves_out_figures_without_a_card():
    s = replace(with_rules(dealer_hand=1), held=Hand(1))
    figures = tuple(name for name, c in s.characters.items() if not c.is_player)[:2]
    run = alone(GAME, s, lambda g: contest(g, (ANN, *figures), "might", "C"))
    assert run.state.test.who == (ANN, figures[0])


def test_surprise_is_limited_by_the_library():  # DYW-SURPRISE-3, DYW-AMB-20
    s = state(library=2, void=DECK[:35])
    run = alone(GAME, s, lambda g: call_surprise_contest(g, "dealer"))
    give(run, "might")
    with pytest.raises(Refused, match="1 to 2 wanted, 3 came"):
        give(run, ANN, BEN, CLEO)


def test_cards_of_several_seats_have_separate_zones():
    run = alone(GAME, state(), lambda g: contest(g, (ANN, BEN, GATEKEEPER), "might", "C"))
    assert [p.zone for p in run.open] == ["seat-1", "seat-2", "seat-dealer"]
    run = alone(GAME, state(), lambda g: contest(g, (ANN, GATEKEEPER), "might", "C", (ANN,)))
    assert [p.zone for p in run.open] == ["tray"]


SNARL = Feature("Snarl", tags=("Attack",), reserve=3, effects=(Effect("condition", what="Afraid"),))
CLAW = Feature("Claw", tags=("Attack",), low=1, high=13, effects=(Effect("damage", 1),))


def test_figure_attacks_with_a_feature_at_no_cost():  # DYW-SPECIAL-1
    s = having(state(), GATEKEEPER, weapons=(), features=(SNARL, CLAW))
    run = attacked_by_gatekeeper(s, "Claw", ANN, "hits", "5H")
    assert (run.state.blow.weapon, run.state.blow.damage, run.state.characters[ANN].hp) == ("Claw", 5, 14)
    run = attacked_by_gatekeeper(s, "Snarl", ANN, "hits")
    assert run.state.characters[ANN].conditions == ("Afraid",)
    assert run.state.characters[GATEKEEPER].reserve == 0


def test_the_dealer_and_every_player_are_asked_at_once():  # DYW-TEST-1, -2
    run = begin(GAME, PLAIN)
    assert run.question.first
    assert [p.seat for p in run.open if p.at != "menu"] == ["dealer", "1", "2", "3"]
    assert run.at_rest


def test_first_answer_continues_the_play():
    run = begin(GAME, PLAIN)
    give(run, "defend", seat=BEN)
    assert run.state.characters[BEN].defending
    refused = {p.seat: p.options[0].refused for p in run.open if p.seat != "dealer" and not p.at}
    assert [seat for seat, no in refused.items() if no is not None] == [BEN]


def test_an_evening_from_a_script():
    run = begin(GAME, PLAIN)
    for values in (["skill_test"], ["might"], [ANN], ["9"], ["7C"]):
        give(run, *values)
    for values in (["contest"], ["wits"], ["1", "gatekeeper"]):
        give(run, *values)
    give(run, "3D", seat=ANN)
    give(run, "KH", seat="dealer")
    for values in (["surprise_test"], ["charm"], ["3"], ["5"], ["8H"], ["keep"]):
        give(run, *values)
    ending = next(p for p in run.open if p.key == "evening")
    run.answer(Answer("end", ending.id, ("end",), "dealer"))
    assert run.over
    assert [type(fact).__name__ for fact in run.facts] == [
        *("TestCalled", "RequirementFixed", "CardPlayed", "TestResolved"),
        *("TestCalled", "CardPlayed", "CardPlayed", "TestResolved", "CardDrawn"),
        *("TestCalled", "RequirementFixed", "SurpriseMet", "CardPlayed", "TestResolved", "CardKept"),
        "EveningEnded",
    ]


def test_a_surprise_contest_names_the_surprised_and_whom_they_meet():  # DYW-SURPRISE-2
    run = begin(GAME, PLAIN)
    for values in (["surprise_contest"], ["might"], [ANN], ["gatekeeper"]):
        give(run, *values)
    give(run, "2H", seat="dealer")
    give(run, "9C", seat=ANN)
    assert run.state.last.winners == (ANN,)
    assert run.open[0].rule == "DYW-SURPRISE-4"


def test_several_surprised_need_no_opponent():
    run = begin(GAME, PLAIN)
    for values in (["surprise_contest"], ["might"], [ANN, BEN], []):
        give(run, *values)
    assert [(p.seat, p.kind) for p in run.open] == [(ANN, "draw")]


def test_defending_mends_broken_instead_of_guard():  # DYW-GUARD-2, DYW-AMB-14
    s = having(state(in_combat=True), ANN, guard=1, guard_refresh=4, conditions=("Broken",))
    run = Run(GAME, s)
    give(run, "defend", seat=ANN)
    ann = run.state.characters[ANN]
    assert (ann.guard, ann.conditions, ann.defending) == (1, (), True)


@pytest.mark.parametrize(
    ("changes", "code"), [({"resting": True}, "RESTING"), ({"defending": True}, "ALREADY_DEFENDING")]
)
def test_defending_is_refused(changes, code):
    refusal = cannot_defend(having(state(), ANN, **changes), ANN)
    assert refusal is not None
    assert refusal.code == code


def test_of_9(s):
    run = a_skill_test(s)
    give(run, "9")
    return run


def surprised(s):
    run = a_skill_test(s, surprise=True)
    give(run, "9")
    return run


def resting(s):
    run = alone(GAME, having(s, ANN, hand=1), whole_rest)
    give(run, "completed")
    return run


def attacking(s):
    run = alone(GAME, s, lambda g: weapon_attack(g, ANN))
    give(run, GATEKEEPER)
    return run


@pytest.mark.parametrize(
    ("run", "cards", "code", "sentence"),
    [
        (test_of_9(state(pile=("7C",))), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Pile"),
        (test_of_9(state(void=("7C",))), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Void"),
        (
            test_of_9(having(state(), BEN, known=("7C",))),
            ("7C",),
            "CARD_NOT_IN_HAND",
            "7 of Clubs .* is in the hand of Ben",
        ),
        (surprised(state(pile=("7C",))), ("7C",), "DUPLICATE_CARD", "7 of Clubs .* the Library: it lies in the Pile"),
        (
            surprised(having(state(), BEN, known=("7C",))),
            ("7C",),
            "DUPLICATE_CARD",
            "7 of Clubs .* the Library: it is in the hand of Ben",
        ),
        (resting(state(void=("7C",))), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Void"),
        (attacking(state()), ("KC",), "VALUE_OUT_OF_RANGE", "King of Clubs is out of range: .* from 4 to 10"),
        (test_of_9(state()), ("14C",), "UNKNOWN_FACE", "14C is not possible"),
        (test_of_9(state()), ("7C", "8C"), "WRONG_COUNT", "1 wanted, 2 came"),
        (a_contest(), ("7C", "8C"), "WRONG_COUNT", "1 wanted, 2 came"),
    ],
    ids=[
        "in the pile",
        "in the void",
        "another hand",
        "turned of the pile",
        "turned of a hand",
        "rest",
        "out of range",
        "no such card",
        "two cards",
        "three of two",
    ],
)
def test_impossible_card_is_refused_by_name(run, cards, code, sentence):
    before, asked = run.state, run.open
    with pytest.raises(Refused, match=sentence) as no:
        run.answer(Answer("a", run.open[0].id, cards, ANN))
    assert no.value.code == code
    assert (run.state, run.open) == (before, asked)


def open_menu(run, key):
    return next(p for p in run.open if p.key == key and p.at == "menu")


def take_way(run, prompt, value):
    return run.answer(Answer(f"w-{prompt.id}", prompt.id, (value,), prompt.seat))


def test_requirement_option_is_grey_after_the_card():  # DYW-SKILL-6
    run = Run(GAME, state())
    for value in ("skill_test", "might", ANN, "9", "7H"):
        give(run, value)
    before = run.state
    with pytest.raises(Refused, match="cannot change once the card lies there") as no:
        take_way(run, open_menu(run, "requirement"), "number")
    assert no.value.code == "REQUIREMENT_LOCKED"
    assert run.state == before


def test_requirement_is_locked_while_bonus_is_open():  # DYW-SKILL-6
    run = test_of_9(state(asks_attribute=True))
    give(run, "7C")
    assert [p.rule for p in run.open] == ["DYW-TEST-7"]
    with pytest.raises(Refused) as no:
        run.correct(RequirementFixed(3))
    assert no.value.code == "REQUIREMENT_LOCKED"


def test_requirement_can_be_shown_once():
    run = Run(GAME, state())
    for value in ("skill_test", "might", ANN, "9", "7H"):
        give(run, value)
    take_way(run, open_menu(run, "requirement"), "show")
    assert run.state.last.shown
    assert not [p for p in run.open if p.key == "requirement"]


def test_skill_test_can_be_called_off_before_the_card():
    run = test_of_9(state())
    take_way(run, open_menu(run, "test.change"), "off")
    assert (run.state.test, run.state.last, run.state.characters[ANN].experience) == (None, None, 0)
