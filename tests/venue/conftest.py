"""A hall's database, and what a worker does to its process."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from companion.venue.database import open_hall
from tests.postgres import Postgres


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    """A worker in a test's process tells Python's collector what to look at: the next test's litter shall be found again."""
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    yield
    gc.set_threshold(*before)
    if gc.get_freeze_count() > frozen:
        gc.unfreeze()
        gc.collect()
        gc.freeze()


@pytest.fixture
def hall(postgres: Postgres) -> Iterator[Engine]:
    """Fresh, and divided among lamps."""
    engine = open_hall(postgres.hall())
    yield engine
    engine.dispose()
