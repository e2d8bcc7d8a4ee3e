"""The people overrule the state at any moment, and the procedure under way goes on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.draw_your_weapon import GAME, events
from companion.wire.prompt import Answer
from tests.games.course import begin, give, possible
from tests.games.draw_your_weapon.table import ANN, a_skill_test

pytestmark = pytest.mark.quick


def fact(s, random):
    """Something that people might state."""
    who = random.choice(["1", "2", "3"])
    facts = [
        events.ExperienceGained(who),
        events.CardDrawn(who),
        events.DefenceTaken(who),
        events.DefenceEnded(who),
        events.SpeedChanged(who, 2),
        events.CombatChanged(random.random() < 0.5),
        events.LibraryRenewed(),
        events.PileDiscarded(),
        events.StatRegained(who, "hp", 1),
        events.RestBegan(who),
        events.RestEnded(who, completed=True),
    ]
    fixed = [events.RequirementFixed(5)] if s.test and not s.test.played else []
    return random.choice(facts + fixed)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_a_fact_may_be_stated_at_every_prompt(seed):
    random, run = Random(seed), begin(GAME)
    for number in range(60):
        if not run.open:
            return
        if random.random() < 0.3:
            run.correct(fact(run.state, random))
        assert all(GAME.view(run.state, seat) for seat in (ANN, "dealer", "table"))
        prompt = random.choice(run.open)
        run.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))


def test_a_card_that_is_not_on_the_pile_any_more_cannot_be_kept():  # DYW-SURPRISE-4
    run = a_skill_test(surprise=True)
    give(run, "2")
    give(run, "6C")
    run.correct(events.PileDiscarded())
    give(run, "keep")
    assert run.state.characters[ANN].hand == 5
