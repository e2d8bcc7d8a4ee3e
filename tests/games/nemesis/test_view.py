"""What each seat sees."""

from __future__ import annotations

import pytest

from companion.engine import Run
from companion.games.nemesis import GAME
from companion.games.nemesis.facts import CardsDrawn
from companion.games.nemesis.state import Verdict
from companion.schema import Cards, Odds, Steps, Sum
from tests.games.course import give
from tests.games.nemesis.ship import (
    ANN,
    BEN,
    aboard,
    acting,
    heard,
    moved,
    state,
    with_character,
    with_intruder,
    with_noise,
)


def block(s, seat, kind):
    return next((b for b in GAME.view(s, seat) if isinstance(b, kind)), None)


def test_a_hand_is_its_owners_alone():
    assert [str(card.text) for card in block(state(), ANN, Cards).cards] == [
        "Search",
        "Rest",
        "Signal",
        "Contamination",
    ]
    assert block(state(), "table", Cards) is None
    assert "Signal" not in repr(GAME.view(state(), BEN))


def test_the_chance_of_an_encounter_is_exact():
    run = moved(with_noise(state(), "c3"))
    odds = block(run.state, "table", Odds)
    assert odds.chance == pytest.approx(0.4)
    assert sum(bar.share for bar in odds.bars) == pytest.approx(1)


def test_a_roll_stands_in_its_step():
    steps = block(moved().state, "table", Steps)
    assert [(str(step.text), step.state) for step in steps.steps if step.state == "now"] == [("Roll", "now")]


def test_the_verdict_stands_until_the_next_action_is_paid():
    run = aboard()
    for answer in ("move:r4", "Listen", "nothing", "1"):
        give(run, answer)
    verdict = block(run.state, "table", Sum)
    assert (str(verdict.title), verdict.faces, verdict.object) == ("Something was heard", ("1",), "nemesis_noise")
    give(run, "move:r3")
    assert block(run.state, "table", Sum) == verdict
    give(run, "Sprint")
    assert block(run.state, "table", Sum) is None


def test_a_hit_is_told_with_its_injuries():
    run = acting(with_intruder(state(), "hall"))
    for answer in ("shoot:pistol/adult", "Search", "hit2"):
        give(run, answer)
    verdict = block(run.state, "table", Sum)
    assert (verdict.total, verdict.verdict, verdict.object) == (2, "passed", "nemesis_combat")


@pytest.mark.parametrize(("kind", "title"), [("adult", "An adult comes"), ("queen", "A queen comes")])
def test_what_comes_is_named_by_its_kind(kind, title):
    came = Verdict("came", ANN, "hall", f"{kind}-4", target=kind)
    assert str(block(state(last=came), ANN, Sum).title) == title


def test_drawn_cards_are_told_to_their_owner_only():
    run = Run(GAME, with_character(state(), ANN, deck=("Aim", "Weld")))
    give(run, "pass")
    give(run, "pass")
    fact = next(fact for fact in give(run, "Weld") if isinstance(fact, CardsDrawn))
    assert heard(run.state, fact, ANN) == "You draw Weld."
    assert heard(run.state, fact, BEN) == "Ann draws 1 card."
