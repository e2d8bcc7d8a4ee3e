"""A worker learns which tables changed, and checks all after a possible gap."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from companion.hall.database.table_database import NOTIFY_CHANNEL, TableDatabase, table_mark
from companion.hall.database.table_registry import WORKER_APPLICATION, add_tables, count_workers
from companion.hall.worker.change_listener import ChangeListener
from tests.messaging.heard import wait_for

pytestmark = pytest.mark.postgres


class Hearing:
    """Runs a listener in a thread."""

    def __init__(self, hall: Engine) -> None:
        self.hall, self.stopping = hall, threading.Event()
        self.heard: list[tuple[str, int]] = []
        self.missed = 0
        self.listener = ChangeListener(hall, lambda name, rev: self.heard.append((name, rev)), self._miss)
        self.thread = threading.Thread(target=self.listener.listen, args=(self.stopping,))
        self.thread.start()
        wait_for(lambda: self.missed > 0)

    def _miss(self) -> None:
        assert self.listener.is_listening, "what changes from now on is heard"
        self.missed += 1

    def workers(self) -> int:
        with self.hall.connect() as connection:
            return count_workers(connection)

    def change(self, name: str) -> tuple[str, int]:
        with TableDatabase(self.hall, name, table_mark(self.hall, name)).begin():
            pass
        return name, table_mark(self.hall, name).rev


@pytest.fixture
def hearing(hall: Engine) -> Iterator[Hearing]:
    add_tables(hall, ["lamp-1", "lamp-2"])
    hearing = Hearing(hall)
    yield hearing
    hearing.stopping.set()
    hearing.thread.join(20)
    assert not hearing.thread.is_alive()


def test_listener_reconnects_and_reports_possible_losses(hearing: Hearing) -> None:
    with hearing.hall.begin() as connection:
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
        assert connection.exec_driver_sql(query, (WORKER_APPLICATION,)).scalars().all() == [True]
    wait_for(lambda: hearing.missed == 2)
    told = [hearing.change(name) for name in ("lamp-1", "lamp-2", "lamp-1")]
    wait_for(lambda: hearing.heard == told)


def test_listener_survives_an_invalid_revision(hearing: Hearing) -> None:
    with hearing.hall.begin() as connection:
        connection.exec_driver_sql("SELECT pg_notify(%s, 'lamp-1 later')", (NOTIFY_CHANNEL,))
    wait_for(lambda: hearing.heard == [("lamp-1", 0)])
    told = hearing.change("lamp-1")
    wait_for(lambda: hearing.heard[-1] == told)
