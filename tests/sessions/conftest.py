"""The supported databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from companion import games
from companion.engine import Game
from companion.hall.database.connection import open_hall
from companion.hall.database.row_security import engine_for_table
from companion.sessions import SessionManager, SqlEventLog
from tests.fakes import TOY
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


class Again:
    """Opens the same installation again and again, as restarts do, each time a second later."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self._patch, self.logs = folder, patch, list[SqlEventLog]()
        self.clock: Callable[[], float] = lambda: float(len(self.logs))

    def play(self, game: Game[Any, Any]) -> None:
        """Find this game by every name from now on."""
        self._patch.setattr(games, "find", lambda _name: game)

    def __call__(self, **given: Any) -> SessionManager:
        self.logs.append(new_log(self.folder, lambda: self.clock()))
        return SessionManager(self.logs[-1], Random(7), **given)

    @property
    def log(self) -> SqlEventLog:
        return self.logs[-1]


@pytest.fixture
def again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Again]:
    again = Again(tmp_path, monkeypatch)
    again.play(TOY)
    yield again
    for log in again.logs:
        log.close()


@pytest.fixture
def hall(again: Again) -> SessionManager:
    """One table of the toy game, "t1"."""
    hall = again()
    hall.open("toy")
    return hall
