"""Play the shipped adventure to each of its endings, with every prepared Call on the path."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import adventures
from companion.games.draw_your_weapon.state import players, scene_of
from companion.schema import DEALER, Answer
from tests.games.course import begin, give, possible

BELL = adventures.adventures()["bell"]
WAYS = {
    "rung": ("lantern", "tower", "dyke", "pump", "cottage", "lock", "bell", "rung"),
    "fields": ("lantern", "tower", "priory", "fields"),
    "boats": ("lantern", "dyke", "lock", "boats"),
    "bargain": ("lantern", "tower", "priory", "lock", "bargain"),
}
LONG = 200  # answers, for one Call


def to_rest(run, random):
    """Answer prompts at random until the run is at rest."""
    for _ in range(LONG):
        if run.at_rest:
            return
        prompt = random.choice([p for p in run.open if p.at != "menu"])
        run.answer(Answer(f"a{random.random()}", prompt.id, possible(prompt, random), prompt.seat))
    raise AssertionError("a Call never ends")


def made(run, random, call):
    """Make a prepared Call where a player can take it."""
    prompt = next(p for p in run.open if p.seat == DEALER)
    if next(o for o in prompt.options if o.id == f"call:{call.id}").refused is None:
        give(run, f"call:{call.id}", seat=DEALER)
        to_rest(run, random)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ending", WAYS)
def test_bell_reaches_each_ending(ending, seed):
    random, run = Random(seed), begin(GAME)
    give(run, "go", seat=DEALER)
    for name in WAYS[ending][1:]:
        for call in scene_of(run.state).calls:
            made(run, random, call)
        give(run, f"scene:{name}", seat=DEALER)
    assert run.state.scene == ending
    give(run, "end", seat=DEALER)
    assert str(run.over) == f"The evening is over: {scene_of(run.state).title!s}."


@pytest.mark.parametrize("seed", range(3))
def test_bell_calls_can_all_be_made(seed):
    random = Random(seed)
    for scene in BELL.scenes:
        for call in scene.calls:
            run = begin(GAME)
            give(run, "go", seat=DEALER)
            story = next(p for p in run.open if p.at == "menu" and any(o.id == "turn" for o in p.options))
            run.answer(Answer("turn", story.id, ("turn",), DEALER))
            give(run, scene.id, seat=DEALER)
            made(run, random, call)
            assert run.state.last is not None
            assert run.state.passage in {call.passed, call.failed, scene.read}
            assert players(run.state)
