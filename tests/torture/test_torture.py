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
from tests.torture.course import Course, the_shelf, twins
from tests.torture.mutants import HARMLESS, MUTANTS
from tests.torture.truth import Invariant

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
def test_whatever_fails_no_invariant_breaks(seed: int) -> None:
    course = Course(seed)
    course.run(STEPS)
    assert not course.found, course.found[0]
    assert course.steps == sum(course.done.values()) == STEPS, "nobody was idle"
    assert course.written["answer"] > 10, "the evening went on"


def test_the_same_seed_goes_the_very_same_way_and_another_does_not() -> None:
    courses = [Course(seed) for seed in (4, 4, 5)]
    for one in courses:
        one.run(STEPS // 2)
    assert courses[0].digest == courses[1].digest != courses[2].digest


def test_of_two_courses_that_differ_in_the_secret_number_the_others_are_sent_the_same_bytes() -> None:
    one, other = twins(6, STEPS)
    assert one.secrets and one.digest != other.digest, "the Dealer fixed it"
    assert one.sent == other.sent


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_of_design_is_found(name: str) -> None:
    mutant = MUTANTS[name]
    for seed in (mutant.seed, *range(100, 100 + MOST)):
        course = Course(seed, mutant.parts)
        course.run(mutant.steps, until=mutant.breaks)
        stories = ["\n".join(found.story) for found in course.found if found.broken.invariant == mutant.breaks]
        if stories:
            assert f"BROKEN {mutant.breaks}" in stories[0], "it is told how it came to that"
            return
    pytest.fail(f"it survives {MOST} courses of {mutant.steps} steps")


def test_each_invariant_is_broken_by_some_fault_of_design() -> None:
    assert {mutant.breaks for mutant in MUTANTS.values()} == set(get_args(Invariant))


@pytest.mark.parametrize("name", HARMLESS)
def test_what_does_no_harm_breaks_nothing(name: str) -> None:
    course = Course(0, HARMLESS[name])
    course.run(STEPS)
    assert not course.found


def test_the_last_line_says_how_far_it_came_and_what_broke(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = tmp_path / "trace.txt"
    run(seed=5, steps=60, trace=trace)
    assert capsys.readouterr().out.splitlines()[-1] == "60 steps, 0 violations, seed 5"
    assert len(trace.read_text().splitlines()) >= 60


def test_the_proof_counts_what_its_courses_did_and_tells_of_one_that_broke() -> None:
    went = course(6, 120, 60)
    counted = numbers([went, went])
    assert (counted["steps"], counted["seeds"], counted["violations"]) == (240, 2, 0)
    with pytest.raises(ProofError, match="seed 6: one was lost"):
        numbers([replace(went, broken=("one was lost",))])
