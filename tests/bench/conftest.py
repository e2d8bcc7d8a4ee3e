"""Benches under test start the command without the script, which would look after the packages."""

from __future__ import annotations

import sys

import pytest

from tests.bench import boot


@pytest.fixture(autouse=True)
def command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boot, "SERVE", (sys.executable, "-m", "companion.cli", "serve"))
