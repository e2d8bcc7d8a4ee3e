"""The trade of a Breather."""

from __future__ import annotations

from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import HandCounted
from companion.games.draw_your_weapon.rules.actions.breather import breather_trade, cannot_trade
from tests.games.course import alone, give
from tests.games.draw_your_weapon.table import ANN, BEN, CLEO, having, state


def trading(s=None, agreed="yes"):
    """Ann and Ben rest together; Cleo does nothing."""
    run = alone(GAME, s or state(), lambda g: breather_trade(g, ANN))
    give(run, BEN, seat=ANN)
    give(run, agreed, seat=BEN)
    if agreed == "yes":
        give(run, "nothing", seat=CLEO)
    return run


def test_trade_hides_the_cards_from_others():  # DYW-BTRADE-2
    run = trading()
    give(run, "7C", seat=ANN)
    give(run, seat=BEN)
    assert [run.state.characters[who].hand for who in (ANN, BEN)] == [4, 6]
    assert run.state.breathers == 1
    assert str(GAME.tell(run.state, run.facts[-1], CLEO)) == "Ann and Ben trade a card for nothing."
    assert "7C" not in repr(GAME.view(run.state, CLEO))


def test_traded_known_card_stays_known():
    run = trading(having(state(), ANN, known=("7C",)))
    give(run, "7C", seat=ANN)
    give(run, seat=BEN)
    assert (run.state.characters[ANN].known, run.state.characters[BEN].known) == ((), ("7C",))


def test_trade_drops_a_corrected_card():
    run = trading(having(state(), BEN, reserve=12))
    give(run, "7C", seat=ANN)
    give(run, "9H", seat=BEN)
    run.correct(HandCounted(BEN, 0))
    while run.open:
        give(run, "0")
    assert [run.state.characters[who].hand for who in (ANN, BEN)] == [4, 1]


def test_reserve_and_clout_count_together():  # DYW-AMB-12
    run = trading(having(state(), ANN, reserve=12, clout=12))
    give(run, "7C", seat=ANN)
    give(run, seat=BEN)
    give(run, "5")
    assert run.open[0].most == 2


def test_trading_is_an_action_of_both():  # DYW-BREATH-3, DYW-DEFEND-5
    run = trading(having(having(state(), ANN, defending=True), BEN, defending=True))
    assert not any(run.state.characters[who].defending for who in (ANN, BEN))


def test_trade_needs_a_partner():
    s = having(having(state(), BEN, resting=True), CLEO, resting=True)
    assert cannot_trade(s, ANN).code == "CONSENT_MISSING"
    assert cannot_trade(state(breathers=2), ANN).code == "BREATHERS_EXHAUSTED"


def test_trade_asks_again_for_a_duplicate_card():  # DYW-BTRADE-2
    run = trading()
    give(run, "7C", seat=ANN)
    give(run, "7C", seat=BEN)
    assert [str(p.title).partition("?")[2] for p in run.open] == [" Once more: both named the same card"] * 2
    give(run, "7C", seat=ANN)
    give(run, "8C", seat=BEN)
    assert (bool(run.over), run.state.characters[ANN].hand) == (True, 5)
