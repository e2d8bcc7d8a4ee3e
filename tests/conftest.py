"""What every test may lean on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("lamplight", deadline=None, max_examples=50)  # a busy machine is no failure
settings.load_profile("lamplight")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared test data; a test that needs it skips with a sentence where it is absent."""
    folder = Path(os.environ.get("LAMPLIGHT_SHARED", Path(__file__).parents[2] / "shared"))
    if not folder.is_dir():
        pytest.skip(f"The shared test data is not at {folder}; set LAMPLIGHT_SHARED to where it lies.")
    return folder


SLOWER = ("browser", "broker", "slow", "hardware", "postgres")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs nothing else is part of the quick minute: `./table test -m quick`."""
    for item in items:
        if not any(item.get_closest_marker(name) for name in SLOWER):
            item.add_marker("quick")
