"""The bench of the path on a real broker: a reading until it is resolved, and its floor."""

import pytest

from tests.bench import path

pytestmark = pytest.mark.broker


def test_path_bench_measures_the_resolution() -> None:
    found = {line.name: line for line in path.lines(rounds=1, samples=3, draws=2)}
    assert {line.n for name, line in found.items() if "resolution" in name or "ack" in name} == {3, 2}
    assert found["path.reading_to_resolution"].most == path.MOST_P50
