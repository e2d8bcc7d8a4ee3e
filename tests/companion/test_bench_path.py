"""The bench of the whole way, on a real broker: a reading reaches the page, and so does its floor."""

from pathlib import Path

import pytest

from companion.bench import path
from companion.settings import Settings

pytestmark = pytest.mark.broker


def test_a_reading_on_the_bus_reaches_the_page(tmp_path: Path) -> None:
    with path.evening(Settings(data=tmp_path / "table", bind="127.0.0.1", port=0)) as evening:
        samples = evening.readings(tmp_path, 3)
    assert all(0 < sample < 1000 * path.PATIENCE for sample in samples)


def test_a_payload_comes_back_over_two_hops(tmp_path: Path) -> None:
    with path.echo(tmp_path) as hops:
        assert all(sample > 0 for sample in hops())
