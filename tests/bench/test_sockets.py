"""A house before a silent crowd is measured: a tablet taps, devices come in, the watchdog is heard."""

from __future__ import annotations

import pytest

from tests.bench import sockets


@pytest.mark.slow
@pytest.mark.broker
def test_a_small_crowd_keeps_nobody_from_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "NEW", 1)
    lines = {line.name: line for line in sockets.lines(40, 3)}
    assert list(lines) == ["sockets.tap_p99", "sockets.watchdog_gap", "sockets.let_in"]
    assert lines["sockets.tap_p99"].value < 1000 * sockets.PATIENCE, "a tap was not answered"
