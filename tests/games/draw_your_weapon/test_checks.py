"""How a card decides, told paragraph by paragraph."""

from __future__ import annotations

import pytest

from companion.games.draw_your_weapon.facts import RequirementFixed
from tests.games.course import give
from tests.games.draw_your_weapon.table import (
    ANN,
    BEN,
    GATEKEEPER,
    a_contest,
    a_skill_test,
    having,
    shared,
    state,
)


@pytest.mark.parametrize(
    ("card", "required", "passes"),
    [("7C", 9, True), ("7C", 10, False), ("7H", 7, True), ("7H", 8, False), ("KC", 15, True), ("AS", 2, False)],
)
def test_attribute_counts_for_the_named_suit(card, required, passes):  # DYW-TEST-5, -6, DYW-SKILL-5
    run = a_skill_test()
    give(run, str(required))
    give(run, card)
    assert bool(run.state.last.winners) is passes


def test_requirement_is_fixed_before_the_card_prompt():  # DYW-SKILL-3, -6
    run = a_skill_test()
    (prompt,) = run.open
    assert (prompt.seat, prompt.kind) == ("dealer", "count")
    assert give(run, "9") == (RequirementFixed(9),)
    assert run.open[0].kind == "show"


def test_failed_skill_test_gives_experience():  # DYW-SKILL-4
    run = a_skill_test()
    give(run, "9")
    give(run, "2S")
    assert run.state.characters[ANN].experience == 1
    assert run.state.characters[ANN].hand == 4
    assert shared(run.state).pile == ("2S",)


def test_contest_emits_nothing_before_all_cards():  # DYW-CONTEST-2
    run = a_contest()
    assert give(run, "7C", seat=ANN) == ()
    assert run.state.test.played == ()
    assert [p.seat for p in run.open] == [BEN]


def test_tie_with_the_dealer_is_decided_between_players():  # DYW-AMB-5
    run = a_contest((ANN, BEN, GATEKEEPER), having(state(), ANN, hand=9))
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    give(run, "9D", seat="dealer")
    assert run.state.last.winners == (ANN,)


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


def test_defender_may_decline_a_surprise():  # DYW-DEFEND-2, -3, -4
    run = a_skill_test(having(state(), ANN, defending=True), surprise=True)
    give(run, "5")
    give(run, "ordinary", seat=ANN)
    assert run.open[0].kind == "show"
    give(run, "9S")
    assert run.state.last.winners == (ANN,)
    assert shared(run.state).pile == ("9S",)
    assert run.state.characters[ANN].defending  # DYW-AMB-15


def test_dealer_renews_an_empty_library():  # DYW-X-ZONES-4
    run = a_contest(s=state(library=0, void=("2C", "3C")))
    give(run, "KS", seat=ANN)
    give(run, "3H", seat=BEN)
    assert run.open[0].seat == "dealer"
    give(run, "renew")
    assert (shared(run.state).library, shared(run.state).void) == (1, ())
    assert run.state.characters[BEN].hand == 5
