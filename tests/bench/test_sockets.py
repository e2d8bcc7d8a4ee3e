"""The bench of a server with a silent crowd: a tablet taps, devices come in, the watchdog reports."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tests.bench import boot, sockets

JOIN = "/api/join"
CROWD, LINES = 60, 40
FULL = (
    f"from companion.web import connection_limits as limits; limits.MOST_LINES = {LINES};"
    "from companion import cli; cli.main()"
)


@pytest.mark.slow
@pytest.mark.broker
def test_sockets_bench_serves_the_table_during_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[tuple[str, Any]] = []
    closed: list[int] = []
    asked = sockets.ask

    def ask(port: int, address: str, method: str, path: str, *more: Any) -> Any:
        answers.append((path, asked(port, address, method, path, *more)))
        return answers[-1][1]

    class SilentCrowd(sockets.SilentCrowd):
        def _open(self, address: str) -> Any:
            closed.append(1)
            return super()._open(address)

        def leave(self) -> None:
            super().leave()
            closed.append(-CROWD)

    monkeypatch.setattr(boot, "SERVE", (sys.executable, "-c", FULL, "serve"))
    monkeypatch.setattr(sockets, "NEW", 1)
    monkeypatch.setattr(sockets, "ask", ask)
    monkeypatch.setattr(sockets, "SilentCrowd", SilentCrowd)
    lines = {line.name: line for line in sockets.lines(CROWD, 10)}
    assert list(lines) == ["sockets.tap_p99", "sockets.watchdog_gap", "sockets.let_in"]
    assert sum(closed) > 0, "the house was never full"
    assert [path for path, answer in answers if answer is None and path != JOIN] == [], "the tablet was not answered"
    assert [answer for path, answer in answers if path == JOIN][-1] is not None, "the last device did not come in"
