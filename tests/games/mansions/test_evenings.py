"""Random games of shipped and real scenarios, and the properties of each moment."""

import json
import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import GameSetup, Run
from companion.games.mansions import GAME
from companion.games.mansions.content import Scenario, names
from companion.games.mansions.setup import laid_out
from companion.games.mansions.state import State
from companion.scenarios.locate import scenario_at
from companion.scenarios.random_player import RandomPlayer
from companion.schema import HOUSE, from_json, to_json
from companion.sessions import addressee

pytestmark = pytest.mark.slow

SHARED = Path(__file__).resolve().parents[4] / "shared" / "formats" / "scenarios"
REAL = sorted(f"{path}" for path in SHARED.iterdir() if path.is_dir()) if SHARED.is_dir() else []
TAPS = 200
RAW = re.compile(r"\{(?:c|qst|ffg|val|var|rnd)[:_][^{}]*\}")
"""Marks that the page should never show."""


@pytest.fixture(params=[*names(), *REAL], ids=lambda what: Path(what).name[-24:])
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return scenario_at(request.param)


def table(scenario: Scenario, *, counted: bool) -> State:
    return laid_out(GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"counted_actions": counted}), scenario)


def taps(run: Run[State, Any], seed: int) -> Iterator[tuple[Any, ...]]:
    """Yield the facts of each answer, before the next one."""
    player = RandomPlayer(Random(seed))
    for _ in range(TAPS):
        if not run.open:
            return
        yield run.answer(player.answer(run))


def test_scenario_resumes_from_its_state(scenario: Scenario) -> None:
    run: Run[State, Any] = Run(GAME, table(scenario, counted=True))
    for _ in taps(run, 1):
        if run.at_rest:
            fresh: Run[State, Any] = Run(GAME, run.state)
            assert [(p.asks, p.options) for p in fresh.open] == [(p.asks, p.options) for p in run.open]
            assert fresh.facts == ()


def test_facts_round_trip_and_fold_to_the_state(scenario: Scenario) -> None:
    first = table(scenario, counted=False)
    run: Run[State, Any] = Run(GAME, first)
    for facts in taps(run, 2):
        for fact in facts:
            assert from_json(type(fact), json.loads(json.dumps(to_json(fact)))) == fact
    assert reduce(GAME.apply, run.facts, first) == run.state


def test_views_contain_no_raw_marks(scenario: Scenario) -> None:
    run: Run[State, Any] = Run(GAME, table(scenario, counted=True))
    for facts in taps(run, 3):
        records = [*run.open, *(block for seat in ("1", "table") for block in GAME.view(run.state, seat))]
        seen = [json.dumps(to_json(record, str)) for record in records]
        seen += [str(GAME.tell(run.state, fact, "table")) for fact in facts]
        assert RAW.findall(" ".join(seen)) == []


def test_prompts_name_their_addressee(scenario: Scenario) -> None:
    run: Run[State, Any] = Run(GAME, table(scenario, counted=True))
    for _ in taps(run, 4):
        unnamed = [str(p.title) for p in run.open if p.seat != HOUSE and not addressee(GAME, GAME.sample, run.state, p)]
        assert unnamed == []
