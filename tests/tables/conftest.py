"""The databases that a house may have: what holds on one holds on the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.tables.log import SqlLog
from tests.new_log import new_log

Opened: TypeAlias = Callable[..., SqlLog]
"""Opens one and the same database again and again, as restarts do; told a clock where one matters."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """Of the newest shape, and empty."""
    logs: list[SqlLog] = []
    url = request.getfixturevalue("postgres").newest() if request.param == "postgres" else ""

    def opened(clock: Callable[[], float] = lambda: 0.0) -> SqlLog:
        logs.append(SqlLog(url, clock) if url else new_log(tmp_path, clock))
        return logs[-1]

    yield opened
    for log in logs:
        log.close()
