"""How lucky a throw was, by the odds that were shown before it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion import games
from companion.engine import Game
from companion.fairness.luck import ThrowLuck, luckiest, lucks, tails, unluckiest
from companion.schema import Answer, Bar, Odds
from companion.sessions import AnswerGiven, GameTable
from tests.games.course import possible

ROWS = (Bar("4 or more", 0.9), Bar("7 or more", 0.7), Bar("10 or more", 0.4))


def odds(*shares: float, came: int) -> Odds:
    return Odds("Odds", "", tuple(Bar(str(k), share, came=k == came) for k, share in enumerate(shares)))


def luck(best: float, worst: float, seq: int = 1, seat: str = "1") -> ThrowLuck:
    return ThrowLuck(seq, seat, "roll", "d6", ("6",), "camera", best, worst)


def test_a_histogram_rises_to_the_better() -> None:
    assert tails(odds(0.25, 0.5, 0.25, came=2)) == (0.25, 1.0)
    assert tails(odds(0.25, 0.5, 0.25, came=0)) == (1.0, 0.25)


def test_rows_that_fall_say_so_much_or_more() -> None:
    rows = tuple(replace(bar, came=k == 1) for k, bar in enumerate(ROWS))
    assert tails(Odds("Odds", "", rows, shape="rows")) == pytest.approx((0.7, 0.6))


def test_luck_of_a_single_chance_follows_the_verdict() -> None:
    test = Odds("Odds", "", (Bar("2 icons", 0.3, now=True, came=True),), 0.3, shape="rows")
    assert tails(test, "passed") == (0.3, 1.0)
    assert tails(test, "failed") == (1.0, 0.7)
    assert tails(test, "") is None


def test_unordered_odds_have_no_luck() -> None:
    noise = Odds("Odds", "", (Bar("Silence", 0.1, came=True), Bar("Danger", 0.1)), 0.8, shape="rows")
    assert tails(noise, "failed") is None
    assert tails(odds(0.5, 0.5, came=-1)) is None


def test_luckiest_throw_has_the_smallest_chance() -> None:
    found = [luck(0.3, 0.9, 1), luck(0.05, 1.0, 2), luck(1.0, 0.02, 3), luck(0.8, 0.4, 4)]
    best, worst = luckiest(found), unluckiest(found)
    assert best is not None
    assert worst is not None
    assert (best.seq, worst.seq) == (2, 3)


def test_common_result_is_neither_lucky_nor_unlucky() -> None:
    assert luckiest([luck(1.0, 1.0), luck(0.75, 1.0)]) is None
    assert unluckiest([luck(1.0, 1.0), luck(1.0, 0.6)]) is None


def test_average_luck_is_one_half() -> None:
    shares = (0.2, 0.5, 0.3)
    places = []
    for came, share in enumerate(shares):
        best, worst = tails(odds(*shares, came=came)) or (0, 0)
        places.append(share * luck(best, worst).place)
    assert sum(places) == pytest.approx(0.5)


@pytest.mark.parametrize("name", games.names())
def test_luck_is_computed_for_throws_of_each_game(name: str) -> None:
    table = _played(games.find(name), 160)
    thrown = {
        m.entry.seq for m in table.known.states if isinstance(m.entry.what, AnswerGiven) and m.entry.what.prompt.of
    }
    for one in lucks(table.game, table.known.states):
        assert one.seq in thrown
        assert 0 < one.best <= 1.0001
        assert 0 < one.worst <= 1.0001
        assert one.best + one.worst > 0.999


def _played(game: Game, answers: int) -> GameTable:  # type: ignore[type-arg]
    random, table = Random(5), GameTable.begin(game, game.sample)
    for number in range(answers):
        prompts = [prompt for prompt in table.open if prompt.at != "menu"] or list(table.open)
        if not prompts:
            break
        prompt = random.choice(prompts)
        table.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))
    return table
