"""A hall's database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from companion.venue.database import open_hall
from tests.postgres import Postgres


@pytest.fixture
def hall(postgres: Postgres) -> Iterator[Engine]:
    """Fresh, and divided among lamps."""
    engine = open_hall(postgres.hall())
    yield engine
    engine.dispose()
