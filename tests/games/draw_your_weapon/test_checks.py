"""How a card decides, told paragraph by paragraph."""

from __future__ import annotations

import pytest

from companion.engine import DECK
from companion.games.draw_your_weapon.facts import RequirementFixed
from companion.games.draw_your_weapon.rules.checks import break_tie
from companion.games.draw_your_weapon.state import card_value
from companion.schema import Refused
from tests.games.course import give
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


@pytest.mark.parametrize(("card", "value"), [("2S", 2), ("10H", 10), ("AS", 1), ("JC", 11), ("QD", 12), ("KH", 13)])
def test_a_card_counts_its_value(card, value):
    assert card_value(state(), card) == value


@pytest.mark.parametrize(
    ("card", "required", "passes"),
    [("7C", 9, True), ("7C", 10, False), ("7H", 7, True), ("7H", 8, False), ("KC", 15, True), ("AS", 2, False)],
)
def test_the_attribute_counts_where_the_suit_fits(card, required, passes):  # DYW-TEST-5, -6, DYW-SKILL-5
    run = a_skill_test()
    give(run, str(required))
    give(run, card)
    assert bool(run.state.last.winners) is passes


def test_the_secret_number_is_fixed_before_the_card_is_asked_for():  # DYW-SKILL-3, -6
    run = a_skill_test()
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind) == ("dealer", "count")
    assert give(run, "9") == (RequirementFixed(9),)
    assert run.open[0].kind == "show"


def test_who_fails_a_skill_test_learns_from_it():  # DYW-SKILL-4
    run = a_skill_test()
    give(run, "9")
    give(run, "2S")
    assert run.state.characters[ANN].experience == 1
    assert run.state.characters[ANN].hand == 4
    assert shared(run.state).pile == ("2S",)


def test_who_passes_gains_no_experience_and_draws_nothing():
    run = a_skill_test()
    give(run, "2")
    give(run, "2S")
    assert run.state.characters[ANN].experience == 0
    assert shared(run.state).library == shared(state()).library


def test_a_card_of_the_pile_cannot_be_in_a_hand():
    run = a_skill_test(state(pile=("7C",)))
    give(run, "9")
    with pytest.raises(Refused, match="7 of Clubs is not in this hand"):
        give(run, "7C")


def test_a_card_that_everybody_saw_go_into_another_hand_cannot_be_in_this_one():
    run = a_skill_test(having(state(), BEN, known=("7C",)))
    give(run, "9")
    with pytest.raises(Refused) as no:
        give(run, "7C")
    assert no.value.code == "CARD_NOT_IN_HAND"


def test_where_the_whole_hand_is_known_nothing_else_can_be_shown():
    run = a_skill_test(having(state(), ANN, hand=1, known=("4D",)))
    give(run, "9")
    assert [option.id for option in run.open[0].options if option.refused is None] == ["4D"]


def test_the_permission_to_add_the_attribute_can_be_declined():  # DYW-TEST-7
    run = a_skill_test(state(asks_attribute=True))
    give(run, "8")
    give(run, "7C")
    give(run, "alone")
    assert run.state.last.winners == ()
    assert run.state.last.test.played[0].result == 7


def test_the_permission_is_asked_only_where_the_suit_fits():
    run = a_skill_test(state(asks_attribute=True))
    give(run, "8")
    give(run, "7H")
    assert run.state.test is None


def test_the_example_of_the_arm_wrestling():  # DYW-CONTEST-4
    run = a_contest()
    give(run, "7C", seat=ANN)
    give(run, "8H", seat=BEN)
    assert run.state.last.winners == (ANN,)
    assert [p.result for p in run.state.last.test.played] == [9, 8]


def test_no_fact_before_all_cards_are_in():  # DYW-CONTEST-2
    run = a_contest()
    assert give(run, "7C", seat=ANN) == ()
    assert run.state.test.played == ()
    assert [p.seat for p in run.open] == [BEN]


def test_every_loser_draws_one_card():  # DYW-CONTEST-5, -6
    run = a_contest((ANN, BEN, CLEO))
    for seat, card in ((ANN, "KS"), (BEN, "3H"), (CLEO, "4H")):
        give(run, card, seat=seat)
    assert [run.state.characters[who].hand for who in (ANN, BEN, CLEO)] == [4, 5, 5]
    assert shared(run.state).library == shared(state()).library - 2


def test_the_dealers_characters_draw_nothing():  # DYW-AMB-4
    run = a_contest((ANN, GATEKEEPER))
    give(run, "KS", seat=ANN)
    give(run, "3H", seat="dealer")
    assert shared(run.state).library == shared(state()).library


def test_a_player_goes_before_the_dealer():  # DYW-CONTEST-7
    run = a_contest((ANN, GATEKEEPER))
    give(run, "9S", seat=ANN)
    give(run, "9H", seat="dealer")
    assert (run.state.last.winners, run.state.last.tie) == ((ANN,), "player_beats_dealer")


def test_of_two_players_the_larger_hand_wins():  # DYW-CONTEST-8
    run = a_contest(s=having(state(), BEN, hand=7))
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    assert (run.state.last.winners, run.state.last.tie) == ((BEN,), "hand_count")


def test_equal_hands_draw_lots_and_nobody_draws_a_card_before():  # DYW-CONTEST-9
    run = a_contest()
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    (lots,) = run.open
    assert (lots.seat, lots.kind, [o.text for o in lots.options]) == ("table", "draw", ["Ann", "Ben"])
    give(run, BEN)
    assert run.state.last.winners == (BEN,)
    assert run.state.characters[ANN].hand == 5


def test_the_hands_are_counted_after_playing():  # DYW-AMB-6: who turned a card kept the whole hand
    run = a_contest(surprised=(BEN,))
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    assert (run.state.last.winners, run.state.last.tie) == ((BEN,), "hand_count")


def test_two_players_and_the_dealer_level_is_decided_between_the_players():  # DYW-AMB-5
    run = a_contest((ANN, BEN, GATEKEEPER), having(state(), ANN, hand=9))
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    give(run, "9D", seat="dealer")
    assert run.state.last.winners == (ANN,)


def test_one_card_shown_twice_is_asked_for_again():
    run = a_contest()
    give(run, "9S", seat=ANN)
    assert give(run, "9S", seat=BEN) == ()
    assert [p.seat for p in run.open] == [ANN, BEN]
    assert str(run.open[0].title).startswith("play a card once more, one was shown twice")


def test_a_surprise_turns_the_top_card_and_leaves_the_hand():  # DYW-SURPRISE-3, -5
    run = a_skill_test(surprise=True)
    give(run, "8")
    assert run.open[0].kind == "draw"
    give(run, "6C")
    assert run.state.last.test.played[0].result == 8
    assert run.state.characters[ANN].hand == 5
    assert shared(run.state).library == shared(state()).library - 1


def test_who_succeeds_in_a_surprise_may_keep_the_card():  # DYW-SURPRISE-4
    run = a_skill_test(surprise=True)
    give(run, "2")
    give(run, "6C")
    give(run, "keep")
    assert run.state.characters[ANN].known == ("6C",)
    assert run.state.characters[ANN].hand == 6
    assert shared(run.state).pile == ()


def test_who_fails_in_a_surprise_keeps_nothing_but_learns():
    run = a_skill_test(surprise=True)
    give(run, "20")
    give(run, "6C")
    assert run.state.characters[ANN].experience == 1
    assert shared(run.state).pile == ("6C",)


def test_the_flip_comes_after_the_hands_are_locked_in():  # DYW-AMB-7
    run = a_contest((ANN, BEN), surprised=(ANN,))
    assert [(p.seat, p.kind) for p in run.open] == [(BEN, "show")]
    give(run, "9H")
    assert [(p.seat, p.kind) for p in run.open] == [(ANN, "draw")]
    give(run, "9H")  # there is only one
    assert str(run.open[0].title).startswith("surprised, turn the top card once more, one was shown twice")
    give(run, "9C")
    assert run.state.last.winners == (ANN,)


def test_who_turns_a_card_cannot_tell_by_the_question_what_the_other_has_laid():  # DYW-CONTEST-2
    asked = []
    for card in ("9H", "2S"):
        run = a_contest((ANN, BEN), surprised=(ANN,))
        give(run, card)
        asked.append(run.open)
    assert asked[0] == asked[1]


def test_a_defender_may_treat_a_surprise_as_none():  # DYW-DEFEND-2, -3, -4
    run = a_skill_test(having(state(), ANN, defending=True), surprise=True)
    give(run, "5")
    give(run, "ordinary", seat=ANN)
    assert run.open[0].kind == "show"
    give(run, "9S")
    assert run.state.last.winners == (ANN,)
    assert shared(run.state).pile == ("9S",)
    assert run.state.characters[ANN].defending  # DYW-AMB-15


def test_a_defender_may_keep_it_a_surprise():
    run = a_skill_test(having(state(), ANN, defending=True), surprise=True)
    give(run, "5")
    give(run, "surprise", seat=ANN)
    assert run.open[0].kind == "draw"


def test_a_defender_without_cards_cannot_treat_it_as_none():
    run = a_skill_test(having(state(), ANN, defending=True, hand=0), surprise=True)
    give(run, "5")
    with pytest.raises(Refused) as no:
        give(run, "ordinary", seat=ANN)
    assert no.value.code == "NO_CARD_TO_PLAY"


def test_an_attempt_of_ones_own_ends_defending():  # DYW-DEFEND-5
    run = a_skill_test(having(state(), ANN, defending=True))
    assert not run.state.characters[ANN].defending


def test_an_empty_library_is_the_dealers_to_solve():  # DYW-X-ZONES-4
    run = a_contest(s=state(library=0, void=("2C", "3C")))
    give(run, "KS", seat=ANN)
    give(run, "3H", seat=BEN)
    assert run.open[0].seat == "dealer"
    give(run, "renew")
    assert (shared(run.state).library, shared(run.state).void) == (1, ())
    assert run.state.characters[BEN].hand == 5


def test_an_empty_library_and_an_empty_void_draw_nothing():
    run = a_contest(s=state(library=0))
    give(run, "KS", seat=ANN)
    give(run, "3H", seat=BEN)
    give(run, "go_on")
    assert run.state.characters[BEN].hand == 4


def test_one_alone_is_no_tie():
    with pytest.raises(StopIteration) as ended:
        next(break_tie(None, (ANN,)))
    assert ended.value.value == (ANN, "")


def test_every_card_of_the_deck_is_offered_or_explained():
    run = a_skill_test(state(pile=("7C",)))
    give(run, "9")
    assert tuple(option.id for option in run.open[0].options) == DECK
