"""A whole house with its doors, and a watcher who knows whether anything in it was changed. Only the broker is in memory."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient

from companion.app import Application
from companion.messaging import MemoryBus
from companion.schema import DEALER, Seat
from companion.sessions import Devices
from companion.settings import BrokerSettings, Settings
from companion.web.app import create_app
from tests.web.house import OURS

ELSEWHERE = BrokerSettings(kind="external", host="127.0.0.1", port=1)  # an unreachable broker


class Stand:
    """A server with its tablet and phones of some seats at its first table."""

    def __init__(self, folder: Path, game: str = "mansions", *, demo: bool = False) -> None:
        self.folder = folder
        self.house = Application(Settings(data=folder, broker=ELSEWHERE), demo, MemoryBus())
        self.house.connect()
        self.hall = self.house.sessions
        self.hall._random = self.hall._writer._random = Random(1)  # chance of a known kind
        self.hall.open(game)
        self.app = create_app(replace(self.house.services(), trusts_this_machine=True))
        self.tablet = self.app.test_client()
        self._other = sqlite3.connect(next(folder.glob("*.db")), timeout=5)

    def close(self) -> None:
        self._other.close()
        self.house.stop()

    def device(self, table: str, role: Seat) -> FlaskClient:
        """One that was let in: for a seat of a table, or for the whole house where that is "". It comes from elsewhere in the network."""
        devices: Devices = self.app.extensions["lamplight"].devices
        device = self.stranger()
        answer = device.post("/api/join", json={"token": devices.invite(table, role)}, headers=OURS)
        assert answer.status_code == 200
        return device

    def stranger(self) -> FlaskClient:
        """Return a browser without a role."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = "10.0.0.9"
        return client

    def roles(self) -> dict[str, FlaskClient]:
        """Return a device of each role. The keeper comes last, because the tablet keeps until then."""
        seat, wall, keeper = self.device("t1", "1"), self.device("", "wall"), self.device("", "keeper")
        dealer = self.device("t1", DEALER) if self.hall.snapshot("t1").game.dealer else seat
        others = {"dealer": dealer, "wall": wall, "keeper": keeper, "nobody": self.stranger()}
        return {"table": self.tablet, "seat": seat, **others}

    def state(self) -> tuple[object, ...]:
        """Changes with every commit to the database, with every file, and with every step of a table."""
        [(version,)] = self._other.execute("pragma data_version")
        return version, *self._revisions(), *self._files()

    def _revisions(self) -> Iterator[Any]:
        return ((name, self.hall.snapshot(name).rev) for name in self.hall.ids())

    def _files(self) -> Iterator[Any]:
        for folder, _, files in os.walk(self.folder):
            for file in files:
                if ".db" not in file:  # the database reports its own changes
                    told = os.stat(os.path.join(folder, file))  # noqa: PTH116, PTH118  a path object costs ten times as much
                    yield folder, file, told.st_mtime_ns, told.st_size


@contextmanager
def open_stand(folder: Path, game: str = "mansions", *, demo: bool = False) -> Iterator[Stand]:
    """A stand that is closed in the end."""
    stand = Stand(folder, game, demo=demo)
    try:
        yield stand
    finally:
        stand.close()
