"""A toy that is made once and copied for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.updating.toy import Toy, made


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    return made(tmp_path_factory.mktemp("toy"))


@pytest.fixture
def toy(pattern: Toy, tmp_path: Path) -> Toy:
    return pattern.copied(tmp_path)
