"""A page client in a separate process: a wall stream over HTTP and a display on the bus."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.messaging import BrokerCredentials
from tests.chaos.clients import Display, Page
from tests.chaos.fuse import Fuse


@dataclass(frozen=True, slots=True)
class Told:
    """Arguments of the process."""

    account: BrokerCredentials
    port: int
    door: str  # socket for queries


@dataclass(frozen=True, slots=True)
class Shown:
    """The displayed state, and whether both are connected."""

    is_there: bool
    state: dict[str, Any]
    snapshot: dict[str, Any]
    steps_back: tuple[str, ...]


class Looker:
    """Follow the table of the newest command."""

    def __init__(self, told: Told) -> None:
        self._display = Display(told.account, "looker")
        self._port, self._table = told.port, ""
        self._page: Page | None = None

    def at(self, table: str) -> Shown:
        if self._page is None or table != self._table:
            if self._page is not None:
                self._page.close()
            self._page, self._table = Page(self._port, table, "wall"), table
        is_there = self._page.is_open and self._display.bus.connected
        steps = (*self._display.steps_back, *self._page.steps_back)
        return Shown(is_there, self._display.state, self._page.snapshot, steps)


def run(told: Told, _fuse: Fuse) -> None:
    """Run until killed. A command names a table, and the reply is the displayed state."""
    looker = Looker(told)
    Path(told.door).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(told.door)
        door.listen()
        while True:
            visitor = door.accept()[0]
            with visitor, visitor.makefile("rw", encoding="utf-8") as said:
                shown = looker.at(said.readline().strip())
                said.write(json.dumps([shown.is_there, shown.state, shown.snapshot, shown.steps_back]) + "\n")


def look(door: Path, table: str) -> Shown:
    """Query it. Raises OSError and ValueError if it has died."""
    with socket.socket(socket.AF_UNIX) as there:
        there.settimeout(10)
        there.connect(str(door))
        with there.makefile("rw", encoding="utf-8") as said:
            said.write(f"{table}\n")
            said.flush()
            is_there, state, snapshot, steps_back = json.loads(said.readline())
    return Shown(is_there, state, snapshot, tuple(steps_back))
