"""The user's kits are in a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.kit import own_kits


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return own_kits()
