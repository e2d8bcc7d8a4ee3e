"""The people overrule the state at any moment, and the procedure under way goes on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Settings
from companion.games.nemesis.facts import CharacterDied, actions, crew, events, intruders, ship
from companion.schema import Answer
from tests.games.course import give, possible
from tests.games.nemesis.ship import ANN, aboard, acting, noisy, state, with_intruder


def fact(s, random):
    """Something that people might state."""
    seat, room, corridor = (random.choice(list(of)) for of in (s.characters, s.rooms, s.corridors))
    facts = [
        events.Moved(seat, room),
        actions.Wounded(seat, "light"),
        actions.SlimeGained(seat),
        intruders.NoiseMade(corridor),
        intruders.NoiseCleared(room),
        events.CorridorClosed(corridor),
        events.Explored(room),
        intruders.IntruderCame(f"adult{s.came + 1}", "adult", room),
        intruders.TokenAdded("larva-1"),
        actions.ItemGained(seat, "tape"),
        CharacterDied(seat),
        crew.Healed(seat, 1, 1),
        crew.SlimeCleaned(seat),
        crew.LarvaGained(seat),
        crew.LarvaLost(seat),
        crew.ContaminationLost(seat),
        crew.WeaponGained(seat, "axe", 2),
        crew.ObjectPut(f"egg of {seat}", "egg", seat=seat),
        crew.ActionsSet(seat, 1),
        ship.DoorSet(corridor, closed=True),
        ship.NoiseTaken(corridor),
        ship.EggsLeft(0),
        ship.AlarmSet(3),
    ]
    return random.choice([*facts, *_about(s, seat)])


def _about(s, seat):
    """Of things that are there."""
    yield from (intruders.IntruderDied(name) for name in s.intruders)
    yield from (crew.IntruderRemoved(name) for name in s.intruders)
    yield from (crew.IntruderHurt(name, 1) for name in s.intruders)
    yield from (crew.ObjectGone(name) for name in s.objects)
    yield from (crew.ItemLost(seat, item) for item in s.characters[seat].items)
    yield from (crew.WeaponLost(seat, weapon.name) for weapon in s.characters[seat].weapons)


@pytest.mark.slow
@given(st.integers(0, 10_000))
@example(2417)  # an Intruder is gone while the people are asked where it stands
def test_a_fact_may_be_stated_at_every_prompt(seed):
    random, run = Random(seed), aboard()
    for number in range(60):
        if not run.open:
            return
        if random.random() < 0.3:
            run.correct(fact(run.state, random))
        assert all(GAME.view(run.state, seat) for seat in (ANN, "table"))
        prompt = random.choice(run.open)
        run.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))


def test_noise_is_made_where_the_character_is_by_now():
    run = acting()
    for answer in ("move:lab", "Search"):
        give(run, answer)
    run.correct(events.Moved(ANN, "nest"))
    give(run, "1")
    assert noisy(run) == {"c2"}


@pytest.mark.parametrize("action", ["shoot:pistol/adult", "melee:adult"])
def test_a_target_that_is_gone_by_now_is_not_hit_and_does_not_hit_back(action):
    run = acting(with_intruder(state(settings=Settings(decks="box")), "hall"))
    give(run, action)
    give(run, "Search")
    run.correct(intruders.IntruderDied("adult"))
    give(run, "miss")
    assert run.over
    assert run.state.test is None
    assert run.state.characters[ANN].serious_wounds == 0
