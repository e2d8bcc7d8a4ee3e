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
from tests.games.course import alone, begin, give, play, tap
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
    with_rules,
)


def test_contest_asks_again_for_a_duplicate_card():
    run = play(a_contest(), (ANN, "9S"))
    assert give(run, "9S", seat=BEN) == ()
    assert [p.seat for p in run.open] == [ANN, BEN]
    assert str(run.open[0].title).startswith("play a card once more, one was shown twice")


def test_surprise_winner_may_keep_the_card():  # DYW-SURPRISE-4
    run = play(a_skill_test(surprise=True), "2", "6C", "keep")
    ann = run.state.characters[ANN]
    assert (ann.known, ann.hand, shared(run.state).pile) == (("6C",), 6, ())


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
    asked = [play(a_contest((ANN, BEN), surprised=(ANN,)), card).open for card in ("9H", "2S")]
    assert asked[0] == asked[1]


def test_dealer_renews_an_empty_library():  # DYW-X-ZONES-4
    run = play(a_contest(s=state(library=0, void=("2C", "3C"))), (ANN, "KS"), (BEN, "3H"))
    assert run.open[0].seat == "dealer"
    give(run, "renew")
    assert (shared(run.state).library, shared(run.state).void, run.state.characters[BEN].hand) == (1, (), 5)


CLUB = Weapon("club", 3, 9, ("C",))
SNARL = Feature("Snarl", tags=("Attack",), reserve=3, effects=(Effect("condition", what="Afraid"),))
CLAW = Feature("Claw", tags=("Attack",), low=1, high=13, effects=(Effect("damage", 1),))


def attacked(*answers, **changes):
    """The gatekeeper attacks."""
    s = having(state(), GATEKEEPER, **{"weapons": (CLUB,), **changes})
    return play(alone(GAME, s, lambda g: figure_attack(g, "dealer")), GATEKEEPER, *answers)


@pytest.mark.parametrize(
    ("changes", "answers", "blow", "hp"),
    [
        ({}, ("club", ANN, "hits", "7C"), ("club", 10), 10),  # Might 3: DYW-ATTACK-1, DYW-WEAPON-6
        ({"weapons": ()}, (ANN, "hits", "KC"), ("", 2), 18),  # no prompt for reach: DYW-STRIKE-5
        ({}, ("club", ANN, "contest", ("dealer", "KC"), (ANN, "2H"), ("dealer", "5C")), ("club", 8), 12),
        ({"weapons": (), "features": (SNARL, CLAW)}, ("Claw", ANN, "hits", "5H"), ("Claw", 5), 14),  # DYW-SPECIAL-1
    ],
)
def test_figure_attack_hits(changes, answers, blow, hp):
    run = attacked(*answers, **changes)
    assert ((run.state.blow.weapon, run.state.blow.damage), run.state.characters[ANN].hp) == (blow, hp)
    assert run.state.decks["dealer"].pile[-1] == run.state.blow.played.card


def test_surprise_contest_can_avert_the_attack():  # DYW-SURPRISE-1, -2
    run = attacked("club", ANN, "contest", ("dealer", "2H"), (ANN, "KC"), (ANN, "leave"))
    assert run.over
    assert (run.state.last.winners, run.state.blow, run.state.characters[ANN].hp) == ((ANN,), None, 20)


def test_feature_of_a_figure_costs_nothing():
    run = attacked("Snarl", ANN, "hits", weapons=(), features=(SNARL, CLAW))
    assert (run.state.characters[ANN].conditions, run.state.characters[GATEKEEPER].reserve) == (("Afraid",), 0)


def test_contest_figures_are_limited_by_the_dealers_hand():
    s = replace(with_rules(dealer_hand=1), held=Hand(1))
    figures = [name for name, c in s.characters.items() if not c.is_player][:2]
    run = play(alone(GAME, s, lambda g: call_contest(g, "dealer")), "might", ("", *figures))
    assert str(run.open[0].title).startswith("you hold 1 card:")
    give(run, ANN, figures[0])
    assert [p.seat for p in run.open] == [ANN, "dealer"]
    run = alone(GAME, s, lambda g: contest(g, (ANN, *figures), "might", "C"))
    assert run.state.test.who == (ANN, figures[0])


def test_surprise_is_limited_by_the_library():  # DYW-SURPRISE-3, DYW-AMB-20
    run = play(
        alone(GAME, state(library=2, void=DECK[:35]), lambda g: call_surprise_contest(g, "dealer")),
        "might",
    )
    with pytest.raises(Refused, match="1 to 2 wanted, 3 came"):
        give(run, ANN, BEN, CLEO)


def test_cards_of_several_seats_have_separate_zones():
    assert [p.zone for p in a_contest((ANN, BEN, GATEKEEPER)).open] == ["seat-1", "seat-2", "seat-dealer"]
    assert [p.zone for p in a_contest((ANN, GATEKEEPER), surprised=(ANN,)).open] == ["tray"]


def test_the_dealer_and_every_player_are_asked_at_once():  # DYW-TEST-1, -2
    run = begin(GAME, PLAIN)
    assert run.question.first
    assert run.at_rest
    assert [p.seat for p in run.open if p.at != "menu"] == ["dealer", "1", "2", "3"]
    give(run, "defend", seat=BEN)
    assert run.state.characters[BEN].defending
    refused = {p.seat: p.options[0].refused for p in run.open if p.seat != "dealer" and not p.at}
    assert [seat for seat, no in refused.items() if no is not None] == [BEN]


def test_an_evening_from_a_script():
    run = play(begin(GAME, PLAIN), "skill_test", "might", ANN, "9", "7C")
    play(run, "contest", "wits", ("", "1", "gatekeeper"), (ANN, "3D"), ("dealer", "KH"))
    play(run, "surprise_test", "charm", "3", "5", "8H", "keep")
    tap(run, "evening", "end")
    assert run.over
    assert [type(fact).__name__ for fact in run.facts] == [
        *("TestCalled", "RequirementFixed", "CardPlayed", "TestResolved"),
        *("TestCalled", "CardPlayed", "CardPlayed", "TestResolved", "CardDrawn"),
        *("TestCalled", "RequirementFixed", "SurpriseMet", "CardPlayed", "TestResolved", "CardKept"),
        "EveningEnded",
    ]


def test_a_surprise_contest_names_the_surprised_and_whom_they_meet():  # DYW-SURPRISE-2
    run = play(begin(GAME, PLAIN), "surprise_contest", "might", ANN, "gatekeeper", ("dealer", "2H"), (ANN, "9C"))
    assert (run.state.last.winners, run.open[0].rule) == ((ANN,), "DYW-SURPRISE-4")
    run = play(begin(GAME, PLAIN), "surprise_contest", "might", ("", ANN, BEN), ("",))  # several need no opponent
    assert [(p.seat, p.kind) for p in run.open] == [(ANN, "draw")]


def test_defending_mends_broken_instead_of_guard():  # DYW-GUARD-2, DYW-AMB-14
    s = having(state(in_combat=True), ANN, guard=1, guard_refresh=4, conditions=("Broken",))
    ann = play(Run(GAME, s), (ANN, "defend")).state.characters[ANN]
    assert (ann.guard, ann.conditions, ann.defending) == (1, (), True)


@pytest.mark.parametrize(
    ("changes", "code"), [({"resting": True}, "RESTING"), ({"defending": True}, "ALREADY_DEFENDING")]
)
def test_defending_is_refused(changes, code):
    assert cannot_defend(having(state(), ANN, **changes), ANN).code == code
    assert cannot_defend(having(state(in_combat=True), ANN, defending=True), ANN) is None  # raises the guard again


def asked_for_a_card(s, surprise=False):
    return play(a_skill_test(s, surprise=surprise), "9")


KNOWN_TO_BEN = having(state(), BEN, known=("7C",))


@pytest.mark.parametrize(
    ("run", "cards", "code", "sentence"),
    [
        (asked_for_a_card(state(pile=("7C",))), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Pile"),
        (asked_for_a_card(state(void=("7C",))), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Void"),
        (asked_for_a_card(KNOWN_TO_BEN), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* is in the hand of Ben"),
        (asked_for_a_card(state(pile=("7C",)), True), ("7C",), "DUPLICATE_CARD", "the Library: it lies in the Pile"),
        (asked_for_a_card(KNOWN_TO_BEN, True), ("7C",), "DUPLICATE_CARD", "the Library: it is in the hand of Ben"),
        (play(alone(GAME, having(state(void=("7C",)), ANN, hand=1), whole_rest), "completed"), ("7C",), "CARD_NOT_IN_HAND", "7 of Clubs .* lies in the Void"),
        (play(alone(GAME, state(), lambda g: weapon_attack(g, ANN)), GATEKEEPER), ("KC",), "VALUE_OUT_OF_RANGE", "King of Clubs is out of range: .* from 4 to 10"),
        (asked_for_a_card(state()), ("14C",), "UNKNOWN_FACE", "14C is not possible"),
        (a_contest(), ("7C", "8C"), "WRONG_COUNT", "1 wanted, 2 came"),
    ],
)  # fmt: skip
def test_impossible_card_is_refused_by_name(run, cards, code, sentence):
    before, asked = run.state, run.open
    with pytest.raises(Refused, match=sentence) as no:
        run.answer(Answer("a", run.open[0].id, cards, ANN))
    assert no.value.code == code
    assert (run.state, run.open) == (before, asked)


def test_requirement_changes_before_the_card_only():  # DYW-SKILL-3, -6
    run = play(Run(GAME, state()), "skill_test", "might", ANN, "9")
    tap(run, "test.change", "number")
    play(run, "7", "7H")
    assert run.state.last.winners == (ANN,)
    with pytest.raises(Refused, match="cannot change once the card lies there") as no:
        tap(run, "requirement", "number")
    assert no.value.code == "REQUIREMENT_LOCKED"
    tap(run, "requirement", "show")
    assert run.state.last.shown
    assert not [p for p in run.open if p.key == "requirement"]


def test_requirement_is_locked_while_bonus_is_open():  # DYW-SKILL-6
    run = play(asked_for_a_card(state(asks_attribute=True)), "7C")
    assert [p.rule for p in run.open] == ["DYW-TEST-7"]
    with pytest.raises(Refused) as no:
        run.correct(RequirementFixed(3))
    assert no.value.code == "REQUIREMENT_LOCKED"


def test_skill_test_can_be_called_off_before_the_card():
    run = asked_for_a_card(state())
    tap(run, "test.change", "off")
    assert (run.state.test, run.state.last, run.state.characters[ANN].experience) == (None, None, 0)
