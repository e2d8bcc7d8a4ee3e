"""The bench of the whole path, on a real broker: a reading reaches the page, and so does its floor."""

from pathlib import Path

import pytest

from companion.settings import Settings
from tests.bench import resolution
from tests.bench.evening import PATIENCE, echo, evening
from tests.messaging.heard import wait_for

pytestmark = pytest.mark.broker


def test_path_bench_measures_a_reading_to_the_page(tmp_path: Path) -> None:
    with evening(Settings(data=tmp_path / "table", bind="127.0.0.1", port=0)) as play:
        samples = play.readings(tmp_path, 3)
    assert all(0 < sample < 1000 * PATIENCE for sample in samples)


def test_path_bench_closes_streams_of_left_pages(tmp_path: Path) -> None:
    with evening(Settings(data=tmp_path / "table", bind="127.0.0.1", port=0)) as play:
        play.roll()
        for _ in range(3):
            play.page.close()
            assert not play.page._reader.is_alive()
            play.table, play.page = play.sit()
        wait_for(lambda: play.house.broadcaster.streams == 1)


def test_path_bench_measures_an_echo(tmp_path: Path) -> None:
    with echo(tmp_path) as hops:
        assert all(sample > 0 for sample in hops(3))


def test_path_bench_measures_the_resolution() -> None:
    found = {line.name: line for line in resolution.lines(rounds=1, samples=3, draws=2)}
    assert {line.n for name, line in found.items() if "resolution" in name or "ack" in name} == {3, 2}
    assert found["path.reading_to_resolution"].most == resolution.MOST_P50
