"""Beside the questions of the course the page can be put right."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Bag, Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import AttackCard, Effect
from companion.schema import TABLE, Answer
from tests.games.nemesis.ship import ANN, BEN, page, with_intruder

CLAW = AttackCard("claw", "Claw", ("adult",), (Effect("light_wound"),), 2)


def night(s, step="attack"):
    return Run(GAME, replace(s, phase="event", step=step))


def tap(run, seat, key, *answers):
    """What a seat is asked, and then whatever follows."""
    prompt = next(p for p in run.open if (p.seat, p.key) == (seat, key))
    for answer in answers:
        run.answer(Answer(f"a-{prompt.id}", prompt.id, (answer,), prompt.seat))
        prompt = run.open[0]


def test_after_a_correction_the_same_is_asked_as_it_is_now():
    run = night(with_intruder(page(attacks=(CLAW,)), "hall"))
    assert str(run.open[0].title) == "the adult attacks Ben"
    tap(run, BEN, "correct", "dead")
    assert str(run.open[0].title) == "the adult attacks Ann"
    tap(run, TABLE, "event.attack", "go", "claw")
    assert run.state.characters[ANN].light_wounds == 1


def test_what_a_correction_took_away_is_not_asked_any_more():
    run = night(with_intruder(page(attacks=(CLAW,)), "hall"))
    tap(run, TABLE, "correct", "intruder", "adult", "gone")
    assert run.state.intruders == {}
    assert run.state.characters[BEN].light_wounds == 0
    assert str(run.open[0].title) == "the bag develops, draw an Intruder token"


def test_a_token_that_is_put_into_the_bag_can_be_drawn_at_once():
    run = night(page(bag=Bag(("blank",))), "bag")
    tap(run, TABLE, "correct", "token_more", "queen-4")
    assert [option.id for option in run.open[0].options] == ["blank", "queen-4"]
