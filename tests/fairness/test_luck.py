"""How lucky a throw was, by the odds that were shown before it."""

from __future__ import annotations

from random import Random

import pytest

from companion import games
from companion.engine import Game
from companion.fairness.luck import ThrowLuck, luckiest, tails, throw_lucks, unluckiest
from companion.schema import Answer, Bar, Odds
from companion.sessions import AnswerGiven, GameTable
from tests.games.course import possible


def odds(*shares: float, came: int) -> Odds:
    return Odds("Odds", "", tuple(Bar(str(k), share, came=k == came) for k, share in enumerate(shares)))


ROWS = Odds("Odds", "", (Bar("4+", 0.9), Bar("7+", 0.7, came=True), Bar("10+", 0.4)), shape="rows")
SINGLE = Odds("Odds", "", (Bar("2 icons", 0.3, now=True, came=True),), 0.3, shape="rows")
NOISE = Odds("Odds", "", (Bar("Silence", 0.1, came=True), Bar("Danger", 0.1)), 0.8, shape="rows")


def luck(best: float, worst: float, seq: int = 1, seat: str = "1") -> ThrowLuck:
    return ThrowLuck(seq, seat, "roll", "d6", ("6",), "camera", best, worst)


@pytest.mark.parametrize(
    ("shown", "verdict", "chances"),
    [
        (odds(0.25, 0.5, 0.25, came=2), "", (0.25, 1.0)),  # a histogram rises to the better
        (odds(0.25, 0.5, 0.25, came=0), "", (1.0, 0.25)),
        (ROWS, "", (0.7, 0.6)),  # rows that fall mean "so much or more"
        (SINGLE, "passed", (0.3, 1.0)),
        (SINGLE, "failed", (1.0, 0.7)),
        (SINGLE, "", None),
        (NOISE, "failed", None),  # in no order
        (odds(0.5, 0.5, came=-1), "", None),
    ],
)
def test_luck_follows_the_shown_odds(shown: Odds, verdict: str, chances: tuple[float, float] | None) -> None:
    assert tails(shown, verdict) == (chances and pytest.approx(chances))


def test_luckiest_throw_has_the_smallest_chance() -> None:
    found = [luck(0.3, 0.9, 1), luck(0.05, 1.0, 2), luck(1.0, 0.02, 3), luck(0.8, 0.4, 4)]
    best, worst = luckiest(found), unluckiest(found)
    assert best is not None
    assert worst is not None
    assert (best.seq, worst.seq) == (2, 3)
    assert luckiest([luck(1.0, 1.0), luck(0.75, 1.0)]) is unluckiest([luck(1.0, 1.0), luck(1.0, 0.6)]) is None


def test_average_luck_is_one_half() -> None:
    shares = (0.2, 0.5, 0.3)
    places = []
    for came, share in enumerate(shares):
        best, worst = tails(odds(*shares, came=came)) or (0, 0)
        places.append(share * luck(best, worst).place)
    assert sum(places) == pytest.approx(0.5)


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_luck_is_computed_for_throws_of_each_game(name: str) -> None:
    table = _played(games.find(name), 160)
    thrown = {
        m.entry.seq for m in table.known.states if isinstance(m.entry.what, AnswerGiven) and m.entry.what.prompt.of
    }
    for throw in throw_lucks(table.game, table.known.states):
        assert throw.seq in thrown
        assert 0 < throw.best <= 1.0001
        assert 0 < throw.worst <= 1.0001
        assert throw.best + throw.worst > 0.999


def _played(game: Game, answers: int) -> GameTable:  # type: ignore[type-arg]
    random, table = Random(5), GameTable.begin(game, game.sample)
    for number in range(answers):
        prompts = [prompt for prompt in table.open if prompt.at != "menu"] or list(table.open)
        if not prompts:
            break
        prompt = random.choice(prompts)
        table.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))
    return table
