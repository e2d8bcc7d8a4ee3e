"""Views of each seat. Only the Dealer reads the number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import prompts_for_seat
from companion.games.draw_your_weapon import GAME
from companion.schema import Odds, Sum
from tests.games.course import begin, give
from tests.games.draw_your_weapon.table import ANN, BEN, PLAIN, a_contest, a_skill_test, having, state

SEATS = ("1", "2", "3", "table")


def block(run, seat, kind):
    return next((b for b in GAME.view(run.state, seat) if isinstance(b, kind)), None)


def test_the_chance_of_the_secret_number_is_the_dealers():
    run = a_skill_test()
    give(run, "9")
    assert block(run, "dealer", Odds).chance == pytest.approx(22 / 52)  # 7C, 8C and 9, 10, J, Q, K of each suit
    assert block(run, ANN, Odds).chance is None


@given(st.tuples(st.integers(1, 9), st.integers(1, 9)))
def test_view_hides_the_requirement_after_the_test(numbers):
    runs = [begin(GAME, PLAIN) for _ in numbers]
    for run, number in zip(runs, numbers, strict=True):
        for value in ("skill_test", "might", ANN, str(number), "7C"):
            give(run, value)
    for seat in SEATS:
        assert GAME.view(runs[0].state, seat) == GAME.view(runs[1].state, seat)
        assert prompts_for_seat(runs[0].open, seat) == prompts_for_seat(runs[1].open, seat)


def test_view_hides_the_requirement_before_the_card():
    runs = [a_skill_test(), a_skill_test()]
    give(runs[0], "3")
    give(runs[1], "25")
    for seat in SEATS:
        assert GAME.view(runs[0].state, seat) == GAME.view(runs[1].state, seat)
    assert GAME.view(runs[0].state, "dealer") != GAME.view(runs[1].state, "dealer")


def test_view_hides_laid_cards_until_all_are_laid():  # DYW-CONTEST-2
    runs = [a_contest(), a_contest()]
    give(runs[0], "7C", seat=ANN)
    give(runs[1], "KS", seat=ANN)
    for seat in (*SEATS, "dealer"):
        assert GAME.view(runs[0].state, seat) == GAME.view(runs[1].state, seat)
        assert prompts_for_seat(runs[0].open, seat) == prompts_for_seat(runs[1].open, seat)


def test_the_verdict_stands_with_its_reasons_until_the_next_test():
    run = begin(GAME, PLAIN)
    for value in ("skill_test", "might", ANN, "9", "7C"):
        give(run, value)
    verdict = block(run, "table", Sum)
    assert [(str(term.label), term.value) for term in verdict.terms] == [("7 of Clubs", 7), ("Might", 2)]
    assert (verdict.total, verdict.needed, verdict.verdict, verdict.faces) == (9, None, "passed", ("7C",))
    assert block(run, "dealer", Sum).needed == 9
    for value in ("skill_test", "might", BEN):
        give(run, value)
    assert block(run, "table", Sum) is None


def test_a_contest_shows_all_cards_and_why_the_tie_fell():
    run = a_contest(s=having(state(), BEN, hand=7))
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    verdict = block(run, ANN, Sum)
    assert str(verdict.title) == "Ben wins the Contest"
    assert verdict.faces == ("9S", "9H")
    assert "larger hand" in str(verdict.sentence)
