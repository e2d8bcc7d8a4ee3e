"""A hall's database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from companion.hall.database.connection import open_hall
from tests.postgres import Postgres


@pytest.fixture(scope="session")
def of_all(postgres: Postgres) -> Iterator[Engine]:
    """One for all tests of this process."""
    engine = open_hall(postgres.hall(stays=True))
    yield engine
    engine.dispose()


@pytest.fixture
def hall(of_all: Engine, postgres: Postgres) -> Iterator[Engine]:
    """Empty, and divided among lamps; what a test listens for ends with it."""
    yield of_all.execution_options()
    postgres.empty(str(of_all.url.database))
