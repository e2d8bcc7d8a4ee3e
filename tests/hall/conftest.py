"""A hall database, its content, and clients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine

from companion.hall.database.connection import open_hall
from companion.hall.device_invitations import invite_staff, staff_devices
from companion.hall.settings import HallSettings
from companion.hall.staff_service import HallStaff
from companion.i18n.languages import Languages
from companion.sessions import LogRow
from companion.web.staff_app import create_staff_app
from tests.postgres import Postgres

HEAD = {"X-Lamplight": "1"}
ROW = LogRow(1, "setup", "setup", {}, "", True)


def real(test: Callable[..., None]) -> Callable[..., None]:
    """Marks tests with real processes."""
    return pytest.mark.postgres(pytest.mark.broker(pytest.mark.slow(test)))


@pytest.fixture(scope="session")
def of_all(postgres: Postgres) -> Iterator[Engine]:
    """Shared by all tests of this process."""
    engine = open_hall(postgres.hall(stays=True))
    yield engine
    engine.dispose()


@pytest.fixture
def hall(of_all: Engine, postgres: Postgres) -> Iterator[Engine]:
    """An empty database with row security; listening connections are closed at the end."""
    yield of_all.execution_options()
    postgres.empty(str(of_all.url.database))


@pytest.fixture
def client(hall: Engine, tmp_path: Path) -> FlaskClient:
    """A browser without permission."""
    words, devices = Languages(tmp_path / "words"), staff_devices(hall)
    staff = HallStaff(hall, HallSettings(data=tmp_path / "data"))
    return create_staff_app(staff, devices, words, "", frozenset({"hall.local"})).test_client()


@pytest.fixture
def let_in(client: FlaskClient, hall: Engine) -> FlaskClient:
    """The same browser with permission."""
    assert client.post("/api/staff/enter", json={"token": invite_staff(hall)}, headers=HEAD).status_code == 200
    return client
