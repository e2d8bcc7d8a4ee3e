"""The same house driven by Hypothesis: where an invariant breaks it looks for the shortest way there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.examples import so_many
from tests.torture.simulation import WHICH, Action, a_house, mended, perform, the_shelf

pytestmark = pytest.mark.slow

CHANCE = st.integers(0, 2**32 - 1)


class AHouse(RuleBasedStateMachine):
    """Actions and faults in any order. At the end everything is repaired."""

    def __init__(self) -> None:
        super().__init__()
        self.open = ExitStack()

    @initialize(chance=CHANCE)
    def begin(self, chance: int) -> None:
        self.world = self.open.enter_context(a_house(Random(chance), "cellar"))

    @rule(deed=st.sampled_from(WHICH), chance=CHANCE)
    def happens(self, deed: Action, chance: int) -> None:
        perform(self.world, lambda: deed(self.world, Random(chance)))

    @invariant()
    def holds(self) -> None:
        assert not self.broken(), self.broken()

    def broken(self) -> list[str]:
        return [f"{one.invariant}: {one.sentence}" for one in self.world.broken] if hasattr(self, "world") else []

    def teardown(self) -> None:
        try:
            perform(self.world, lambda: mended(self.world, Random(1)))
            self.holds()
        finally:
            self.open.close()


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    with the_shelf():
        yield


def test_torture_invariants_hold_in_any_order() -> None:
    some = settings(
        max_examples=so_many(8), stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
    )
    AHouse.TestCase.settings = some
    AHouse.TestCase().runTest()
