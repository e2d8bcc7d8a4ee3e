"""The supported databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.hall.database.connection import open_hall
from companion.hall.database.row_security import engine_for_table
from companion.sessions import SqlEventLog
from tests.new_log import new_log

Opened: TypeAlias = Callable[..., SqlEventLog]
"""Opens one and the same database again and again, as restarts do; told a clock where one matters."""


IN_POSTGRESQL = [pytest.param(name, marks=pytest.mark.postgres) for name in ("postgres", "hall")]


@pytest.fixture(params=["sqlite", *IN_POSTGRESQL])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """An empty database of the newest schema; "hall": one table's part of a hall's."""
    logs: list[SqlEventLog] = []
    kind, server = request.param, request.getfixturevalue("postgres") if request.param != "sqlite" else None

    def anew(clock: Callable[[], float]) -> SqlEventLog:
        if server is None:
            return new_log(tmp_path, clock)
        return SqlEventLog(url if kind == "postgres" else engine_for_table(open_hall(url), "lamp-1"), clock)

    url = "" if server is None else server.newest() if kind == "postgres" else server.hall()

    def opened(clock: Callable[[], float] = lambda: 0.0) -> SqlEventLog:
        logs.append(anew(clock))
        return logs[-1]

    yield opened
    for log in logs:
        log.close()
