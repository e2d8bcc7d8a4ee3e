"""The bench of a long game: both ways open the same table."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

from companion import games
from companion.sessions import SessionManager, resting_states
from tests.bench import opening
from tests.bench.history import play_long_game


@pytest.mark.slow
def test_opening_bench_opens_a_table_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "SAMPLES", 1)
    table = play_long_game(games.find("draw_your_weapon"), 200)
    with closing(opening.stored(table, tmp_path)) as log:
        assert set(opening.measures(log)) == {"from_its_log", "from_a_state"}
        with log.database.connect() as connection:
            assert connection.scalar(select(func.count()).select_from(resting_states)) == 1
        assert SessionManager(log, Random(1)).snapshot(opening.NAME).state == table.run.state
