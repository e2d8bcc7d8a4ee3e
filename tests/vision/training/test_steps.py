"""The steps from nothing to the nets: their order, their stops, and that each can be run."""

import threading
from importlib.util import find_spec
from pathlib import Path

import pytest

from vision.training.__main__ import CORES, Step, StepError, run, steps

EVERY = steps(Path("photos"), Path("work"))


def nobody(_step: Step) -> bool:
    return False


def test_every_step_needs_earlier_ones_only_and_has_a_module() -> None:
    names = [step.name for step in EVERY]
    assert len(names) == len(set(names))
    for place, step in enumerate(EVERY):
        assert set(step.after) <= set(names[:place]), step.name
        assert find_spec(step.module) is not None


def test_the_second_look_learns_what_the_new_finder_finds() -> None:
    told: list[str] = []
    run(EVERY, lambda step: told.append(step.name), nobody)
    assert sorted(told) == sorted(step.name for step in EVERY)
    order = [
        "tables-M1", "train-finder", "quantised-finder", "look-examples", "train-look", "quantised-look",
        "quantised-faces", "calibrate", "model-card",
    ]  # fmt: skip
    assert [told.index(name) for name in order] == sorted(told.index(name) for name in order)


def test_as_many_steps_run_at_once_as_there_are_cores() -> None:
    both = threading.Barrier(CORES, timeout=10)
    run([Step("a", "m", ()), Step("b", "m", ())], lambda _step: both.wait() and None, nobody)


def test_what_is_done_is_not_done_again() -> None:
    told: list[str] = []
    run([Step("a", "m", ()), Step("b", "m", (), ("a",))], lambda step: told.append(step.name), lambda s: s.name == "a")
    assert told == ["b"]


def test_what_needs_a_step_that_is_done_again_is_done_again() -> None:
    told: list[str] = []
    chain = [Step("a", "m", ()), Step("b", "m", (), ("a",)), Step("c", "m", ())]
    run(chain, lambda step: told.append(step.name), lambda step: step.name != "a")
    assert told == ["a", "b"]


def test_a_failure_stops_what_needs_it() -> None:
    told: list[str] = []

    def act(step: Step) -> None:
        told.append(step.name)
        raise StepError(step.name)

    with pytest.raises(StepError, match="a"):
        run([Step("a", "m", ()), Step("b", "m", (), ("a",))], act, nobody)
    assert told == ["a"]
