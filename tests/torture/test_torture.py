"""A small part of the torture in every run, and each fault of design that it must find. The million steps: `./table prove torture`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from tests.proofs.proof import ProofError
from tests.proofs.torture import course, numbers
from tests.torture.command import run
from tests.torture.model import Invariant
from tests.torture.mutants import HARMLESS, MUTANTS
from tests.torture.simulation import Simulation, the_shelf, twins

pytestmark = pytest.mark.slow

STEPS = 250
MOST = 30  # courses until a fault must be found
SEEDS = (0, 6, 9)
"""One of each game."""


@pytest.fixture(scope="module", autouse=True)
def shelf() -> Iterator[None]:
    with the_shelf():
        yield


@pytest.mark.parametrize("seed", SEEDS)
def test_torture_breaks_no_invariant(seed: int) -> None:
    course = Simulation(seed)
    course.run(STEPS)
    assert not course.found, course.found[0]
    assert course.steps == sum(course.done.values()) == STEPS, "nobody was idle"
    assert course.written["answer"] > 10, "the evening went on"


def test_torture_replays_by_seed() -> None:
    courses = [Simulation(seed) for seed in (4, 4, 5)]
    for one in courses:
        one.run(STEPS // 2)
    assert courses[0].digest == courses[1].digest != courses[2].digest


def test_torture_output_is_independent_of_secret_numbers() -> None:
    one, other = twins(6, STEPS)
    assert one.secrets and one.digest != other.digest, "the Dealer fixed it"
    assert one.sent == other.sent


@pytest.mark.parametrize("name", MUTANTS)
def test_torture_finds_each_mutant(name: str) -> None:
    mutant = MUTANTS[name]
    for seed in (mutant.seed, *range(100, 100 + MOST)):
        course = Simulation(seed, mutant.parts)
        course.run(mutant.steps, until=mutant.breaks)
        stories = ["\n".join(found.story) for found in course.found if found.broken.invariant == mutant.breaks]
        if stories:
            assert f"BROKEN {mutant.breaks}" in stories[0], "it is told how it came to that"
            return
    pytest.fail(f"it survives {MOST} courses of {mutant.steps} steps")


def test_torture_mutants_cover_every_invariant() -> None:
    assert {mutant.breaks for mutant in MUTANTS.values()} == set(get_args(Invariant))


@pytest.mark.parametrize("name", HARMLESS)
def test_torture_accepts_harmless_changes(name: str) -> None:
    course = Simulation(0, HARMLESS[name])
    course.run(STEPS)
    assert not course.found


def test_torture_command_prints_steps_and_violations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = tmp_path / "trace.txt"
    run(seed=5, steps=60, trace=trace)
    assert capsys.readouterr().out.splitlines()[-1] == "60 steps, 0 violations, seed 5"
    assert len(trace.read_text().splitlines()) >= 60


def test_torture_proof_sums_its_runs() -> None:
    went = course(6, 120, 60)
    counted = numbers([went, went])
    assert (counted["steps"], counted["seeds"], counted["violations"]) == (240, 2, 0)
    with pytest.raises(ProofError, match="seed 6: one was lost"):
        numbers([replace(went, broken=("one was lost",))])
