"""A small part of the torture, and each wrong design that it must find. The million steps: `./table prove torture`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from tests.torture.command import run
from tests.torture.model import Invariant
from tests.torture.mutants import MUTANTS, Mutant
from tests.torture.simulation import Simulation, own_games

pytestmark = pytest.mark.slow

STEPS = 250
SEEDS_OF_GAMES = (0, 6, 9)
MORE_SEEDS = range(100, 130)  # tried where the product has changed and a mutant survives its own seed


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    with own_games():
        yield


@pytest.mark.parametrize("seed", SEEDS_OF_GAMES)
def test_torture_breaks_no_invariant(seed: int) -> None:
    simulation = Simulation(seed)
    simulation.run(STEPS)
    assert not simulation.found, simulation.found[0]
    assert simulation.written["answer"] > 10


def test_torture_replays_by_seed() -> None:
    runs = [Simulation(seed) for seed in (4, 4, 5)]
    for simulation in runs:
        simulation.run(STEPS // 4)
    assert runs[0].digest == runs[1].digest != runs[2].digest


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_torture_finds_each_mutant(mutant: Mutant) -> None:
    assert any(is_found(mutant, seed) for seed in (mutant.seed, *MORE_SEEDS))


def is_found(mutant: Mutant, seed: int) -> bool:
    simulation = Simulation(seed, mutant.parts)
    simulation.run(mutant.steps, until=mutant.breaks)
    return simulation.has_broken(mutant.breaks)


def test_torture_mutants_cover_every_invariant() -> None:
    assert {mutant.breaks for mutant in MUTANTS.values()} == set(get_args(Invariant))


def test_torture_command_writes_its_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = tmp_path / "trace.txt"
    run(seed=5, steps=60, trace=trace)
    assert capsys.readouterr().out.splitlines()[-1] == "60 steps, 0 violations, seed 5"
    assert len(trace.read_text().splitlines()) >= 60
