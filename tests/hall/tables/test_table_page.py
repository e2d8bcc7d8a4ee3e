"""The page of a table that a hall serves says where its people get help: at the staff, and not at a computer that they cannot reach."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import Client

from companion.hall.settings import HallSettings
from companion.hall.tables.served_table import ServedTable
from companion.hall.tables.table_page import create_table_page
from companion.i18n import Languages
from companion.messaging import MemoryBus
from companion.ops.health.metrics import Metrics
from companion.schema import TABLE
from companion.sessions import KEEPER
from companion.web.request import cookie
from tests.new_log import new_log


@pytest.fixture
def lamp(tmp_path: Path) -> Iterator[ServedTable]:
    log = new_log(tmp_path / "log")
    yield ServedTable(HallSettings(data=tmp_path / "hall").of("lamp-8"), log, MemoryBus(), Languages(), Metrics())
    log.close()


@pytest.fixture
def page(lamp: ServedTable) -> Client:
    return Client(create_table_page(lamp), use_cookies=False)


def test_who_was_not_let_in_hears_what_the_hall_calls_the_table(lamp: ServedTable, page: Client) -> None:
    """By which the staff lets a device in, when its tablet is lost or it came as a backup."""
    answer = page.get("/api/entering", headers={"Host": lamp.settings.hosts[0]})
    assert answer.json == {"inside": False, "claimable": True, "lamp": "lamp-8", "was_in": False, "demo": False}


def test_who_may_not_is_sent_to_the_staff(lamp: ServedTable, page: Client) -> None:
    lamp.devices.accept(lamp.devices.invite("", KEEPER))
    _, key = lamp.devices.accept(lamp.devices.invite("", TABLE))
    head = {"Host": lamp.settings.hosts[0], "Cookie": f"{cookie(TABLE, '')}={key}", "X-Lamplight": "1"}
    answer = page.delete("/api/devices", headers=head)
    assert answer.status_code == 403 and "Ask the staff" in (answer.json or {})["sentence"]
