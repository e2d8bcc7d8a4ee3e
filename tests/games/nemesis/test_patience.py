"""Beside the questions of the course the page can be put right."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Bag, Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content import AttackCard, Effect
from companion.schema import Answer
from tests.games.nemesis.ship import ANN, BEN, page, with_intruder

CLAW = AttackCard("claw", "Claw", ("adult",), (Effect("light_wound"),), 2)


def night(s, step="attack"):
    return Run(GAME, replace(s, phase="event", step=step))


def tap(run, words, *answers):
    """The prompt with these words in its title, and then whatever follows."""
    prompt = next(p for p in run.open if words in p.title)
    for answer in answers:
        run.answer(Answer(f"a-{prompt.id}", prompt.id, (answer,), prompt.seat))
        prompt = run.open[0]


def test_after_a_correction_the_same_is_asked_as_it_is_now():
    run = night(with_intruder(page(attacks=(CLAW,)), "hall"))
    assert run.open[0].title == "Everybody: the adult attacks Ben"
    tap(run, "Ben: put down", "dead")
    assert run.open[0].title == "Everybody: the adult attacks Ann"
    tap(run, "attacks Ann", "go", "claw")
    assert run.state.characters[ANN].light_wounds == 1


def test_what_a_correction_took_away_is_not_asked_any_more():
    run = night(with_intruder(page(attacks=(CLAW,)), "hall"))
    tap(run, "put the ship right", "intruder", "adult", "gone")
    assert run.state.intruders == {}
    assert run.state.characters[BEN].light_wounds == 0
    assert run.open[0].title == "Everybody: the bag develops, draw an Intruder token"


def test_a_token_that_is_put_into_the_bag_can_be_drawn_at_once():
    run = night(page(bag=Bag(("blank",))), "bag")
    tap(run, "put the ship right", "token_more", "queen-4")
    assert [option.id for option in run.open[0].options] == ["blank", "queen-4"]
