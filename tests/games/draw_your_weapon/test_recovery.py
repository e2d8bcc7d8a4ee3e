"""Rest, Breather and trade."""

from __future__ import annotations

import pytest

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import HandCounted
from companion.games.draw_your_weapon.rules.actions.breather import (
    STATS,
    breather,
    breather_trade,
    cannot_breathe,
    cannot_trade,
)
from companion.games.draw_your_weapon.rules.actions.rest import cannot_rest
from companion.schema import Refused
from tests.games.course import alone, give, play, tap
from tests.games.draw_your_weapon.table import ANN, BEN, CLEO, having, shared, state, whole_rest

HAND = ("7C", "8S", "KD", "2S")  # 30


def rested(s, *answers):
    return play(alone(GAME, s, whole_rest), *answers)


def breathing(s, ann="recover", ben="nothing"):
    """Ann calls the Breather; Cleo does nothing."""
    return play(alone(GAME, s, lambda g: breather(g, ANN)), (ANN, ann), (BEN, ben), (CLEO, "nothing"))


def test_rest_heals_by_the_hand():  # DYW-REST-4, -5, -7
    run = rested(having(state(pile=("5D", "6D"), library=30), ANN, hp=1, max_hp=40, hand=4), "completed", ("", *HAND))
    ann = run.state.characters[ANN]
    assert (ann.hp, ann.hand, ann.known) == (31, 5, ())
    assert (shared(run.state).pile, shared(run.state).void, shared(run.state).library) == ((), ("5D", "6D", *HAND), 25)


def test_rest_asks_only_for_unknown_cards():  # DYW-REST-5
    run = rested(having(state(), ANN, hp=1, max_hp=40, hand=3, known=("9C",)), "completed")
    assert str(run.open[0].title) == "show the whole hand, 2 cards beside the 9 of Clubs"
    with pytest.raises(Refused, match="9 of Clubs is counted already"):
        give(run, "9C", "2S")
    give(run, "3S", "2S")
    assert (run.state.characters[ANN].hp, shared(run.state).void) == (15, ("9C", "3S", "2S"))


def test_the_hp_never_rise_above_their_maximum():  # DYW-AMB-10
    run = rested(having(state(), ANN, hp=15, hand=4), "completed", ("", *HAND))
    assert run.state.characters[ANN].hp == 20


def test_rest_without_discarding_heals_nothing():  # DYW-REST-8, DYW-AMB-9
    s = having(state(), ANN, hp=1, effects=("cannot_discard_hand",))
    run = rested(s, "completed")
    assert (run.state.characters[ANN].hp, run.state.characters[ANN].hand) == (1, 5)
    assert shared(run.state).library == shared(s).library


def test_a_rest_makes_breathers_possible_again():  # DYW-AMB-21
    assert rested(having(state(breathers=2), ANN, hand=0), "completed").state.breathers == 0
    assert rested(having(state(breathers=2), ANN, hand=0), "awoken").state.breathers == 2


def test_rest_renews_a_short_library():  # DYW-X-ZONES-4
    s = having(state(library=2, void=("3C", "4C", "5C", "6C")), ANN, hand=0)
    run = rested(s, "completed", "renew")
    assert (shared(run.state).library, run.state.characters[ANN].hand) == (1, 5)


def test_recover_gives_two_stats_their_attribute_times_the_level():  # DYW-RECOVER-1, -2
    run = breathing(having(state(), ANN, hp=10, level=2))
    with pytest.raises(Refused):
        give(run, *STATS)
    play(run, ("", "hp", "reserve"), "6", "4")
    ann = run.state.characters[ANN]
    assert (ann.hp, ann.reserve, run.state.breathers) == (16, 4, 1)


def test_recovery_with_a_negative_attribute_is_zero():  # DYW-RECOVER-2
    run = breathing(having(state(), ANN, attributes={"might": -2, "endurance": -1}, hp=1))
    play(run, ("", "hp", "reserve"), "0", "0")
    assert (bool(run.over), run.state.characters[ANN].hp) == (True, 1)


def test_breather_is_taken_by_all():  # DYW-AMB-11
    run = breathing(having(state(), BEN, defending=True), "use_ability", "use_ability")
    assert [type(f).__name__ for f in run.facts] == ["BreatherTaken", "FeatureUsed", "DefenceEnded", "FeatureUsed"]
    assert run.state.breathers == 1


@pytest.mark.parametrize(
    ("refuse", "s", "code"),
    [
        (cannot_breathe, having(state(), ANN, resting=True), "RESTING"),
        (cannot_breathe, state(in_combat=True), "OUT_OF_COMBAT_ONLY"),
        (cannot_breathe, state(breathers=2), "BREATHERS_EXHAUSTED"),
        (cannot_rest, having(state(), ANN, resting=True), "RESTING"),
        (cannot_rest, state(in_combat=True), "OUT_OF_COMBAT_ONLY"),
        (cannot_trade, having(having(state(), BEN, resting=True), CLEO, resting=True), "CONSENT_MISSING"),
        (cannot_trade, state(breathers=2), "BREATHERS_EXHAUSTED"),
    ],
)
def test_recovery_is_refused(refuse, s, code):
    assert refuse(s, ANN).code == code
    assert refuse(state(breathers=1), ANN) is None


@pytest.mark.parametrize(
    ("answer", "hp", "hands", "void"),
    [("completed", (10, 9), (5, 5), ("5D", "9C", "8C")), ("over:1", (10, 1), (5, 1), ("5D", "9C"))],
)
def test_several_rest_together(answer, hp, hands, void):  # DYW-REST-4
    s = having(having(state(pile=("5D",)), ANN, hand=1, known=("9C",)), BEN, hand=1, known=("8C",))
    run = Run(GAME, having(having(s, ANN, hp=1, resting=True), BEN, hp=1, resting=True))
    assert not {ANN, BEN} & {p.seat for p in run.open}
    tap(run, "rest.over", answer)
    both = [run.state.characters[who] for who in (ANN, BEN)]
    assert (tuple(c.hp for c in both), tuple(c.hand for c in both), shared(run.state).void) == (hp, hands, void)


def trading(s=None):
    """Ann and Ben rest together; Cleo does nothing."""
    run = alone(GAME, s or state(), lambda g: breather_trade(g, ANN))
    return play(run, (ANN, BEN), (BEN, "yes"), (CLEO, "nothing"))


def test_trade_hides_the_cards_from_others():  # DYW-BTRADE-2
    run = play(trading(), (ANN, "7C"), (BEN,))
    assert [run.state.characters[who].hand for who in (ANN, BEN)] == [4, 6]
    assert run.state.breathers == 1
    assert str(GAME.tell(run.state, run.facts[-1], CLEO)) == "Ann and Ben trade a card for nothing."
    assert "7C" not in repr(GAME.view(run.state, CLEO))


def test_traded_known_card_stays_known():
    s = play(trading(having(state(), ANN, known=("7C",))), (ANN, "7C"), (BEN,)).state
    assert (s.characters[ANN].known, s.characters[BEN].known) == ((), ("7C",))


def test_trade_drops_a_corrected_card():
    run = play(trading(having(state(), BEN, reserve=12)), (ANN, "7C"), (BEN, "9H"))
    run.correct(HandCounted(BEN, 0))
    while run.open:
        give(run, "0")
    assert [run.state.characters[who].hand for who in (ANN, BEN)] == [4, 1]


def test_reserve_and_clout_count_together():  # DYW-AMB-12
    run = play(trading(having(state(), ANN, reserve=12, clout=12)), (ANN, "7C"), (BEN,))
    assert run.open[0].most == 7
    assert play(run, "5").open[0].most == 2
    give(run, "2")
    assert (run.state.characters[BEN].reserve, run.state.characters[BEN].clout) == (5, 2)


def test_trading_is_an_action_of_both():  # DYW-BREATH-3, DYW-DEFEND-5
    run = trading(having(having(state(), ANN, defending=True), BEN, defending=True))
    assert not any(run.state.characters[who].defending for who in (ANN, BEN))


def test_trade_asks_again_for_a_duplicate_card():  # DYW-BTRADE-2
    run = play(trading(), (ANN, "7C"), (BEN, "7C"))
    assert [str(p.title).partition("?")[2] for p in run.open] == [" Once more: both named the same card"] * 2
    play(run, (ANN, "7C"), (BEN, "8C"))
    assert (bool(run.over), run.state.characters[ANN].hand) == (True, 5)
