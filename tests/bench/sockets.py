"""Measure a server during a crowd of idle connections: the tablet's taps, the watchdog, and the admission of a device.

The crowd holds a thousand connections from twenty addresses, and reopens closed ones, a few hundred a second. The floor is the same server without it.
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

from companion.ops.health.watchdog import TURN
from companion.presentation.responses import PromptView
from companion.schema import TABLE, Prompt, from_json
from companion.web.request import cookie
from tests.bench import boot
from tests.bench.evening import MENU
from tests.bench.http_page import SnapshotError
from tests.bench.line import BenchLine, measured, p99
from tests.bench.rules import any_values

SOCKETS = 1000
TAPS = 300
PAUSE = 0.1  # s between two taps
NEW = 5  # devices that are let in
CROWD = tuple(f"127.0.0.{number}" for number in range(2, 22))
TABLET = "127.0.0.50"
NEW_DEVICE = "127.0.0.{}"
FIRST_NEW = 60
TAP_MS, GAP_S, LET_IN_S = 300.0, 2.5 * TURN, 5.0
"""Targets for the slowest of a hundred taps, the watchdog's longest silence, and the admission."""
AGAIN = 50  # connections that a crowd reopens
EVERY = 0.2  # s
TRIES = 5  # of a page that is not answered
PATIENCE = 5.0  # s


class SilentCrowd:
    """Idle connections. A closed one is opened again."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._wished = port, [CROWD[at % len(CROWD)] for at in range(number)]
        self._lines: list[socket.socket | None] = [None] * number
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._hold, name="crowd", daemon=True)

    def come(self) -> None:
        """All of them try once, before this returns."""
        self._look(len(self._lines))
        self._thread.start()

    def leave(self) -> None:
        self._leaving.set()
        self._thread.join(PATIENCE)
        for line in self._lines:
            if line is not None:
                line.close()

    def _hold(self) -> None:
        while not self._leaving.wait(EVERY):
            self._look(AGAIN)

    def _look(self, most: int) -> None:
        closed = [at for at, line in enumerate(self._lines) if line is None or _is_closed(line)]
        for at in closed[:most]:
            self._lines[at] = self._open(self._wished[at])

    def _open(self, address: str) -> socket.socket | None:
        with suppress(OSError):
            line = socket.create_connection(("127.0.0.1", self._port), 1.0, (address, 0))
            line.setblocking(False)
            return line
        return None


def _is_closed(line: socket.socket) -> bool:
    try:
        line.recv(1)
    except BlockingIOError:
        return False
    except OSError:
        pass
    line.close()
    return True


class Systemd:
    """Notes the times of watchdog messages."""

    def __init__(self, path: Path) -> None:
        self.at: list[float] = []
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(path))
        threading.Thread(target=self._hear, name="systemd", daemon=True).start()

    def gaps(self, since: float) -> list[float]:
        """s between two times, the last one up to now."""
        at = [since, *(one for one in self.at if one > since), time.monotonic()]
        return [later - earlier for earlier, later in pairwise(at)]

    def _hear(self) -> None:
        while True:
            if b"WATCHDOG=1" in self._line.recv(2000):
                self.at.append(time.monotonic())


class Tablet:
    """A paired tablet that opens a connection for each tap."""

    def __init__(self, house: boot.BenchInstallation, address: str = TABLET) -> None:
        self._house, self._address, self._table = house, address, house.table
        self._random, self._ids = Random(1), count()

    def ask(self, method: str, path: str, **body: Any) -> Any:
        """Return the response as JSON, or None without one in time."""
        key = f"{cookie(TABLE, '')}={self._house.key}"
        return ask(self._house.port, self._address, method, path, body, {"Cookie": key})

    def tap(self) -> float:
        """Return the milliseconds of a tap, or the maximum wait without an answer. Raises SnapshotError."""
        prompt = self._prompt()
        tap = {"prompt": prompt.id, "values": any_values(prompt, self._random), "id": f"tap{next(self._ids)}"}
        began = time.perf_counter()
        is_answered = self.ask("POST", f"/api/tables/{self._table}/answer", **tap) is not None
        return 1000 * (time.perf_counter() - began if is_answered else PATIENCE)

    def _prompt(self) -> Prompt:
        """Return the current prompt, at a new table after the end of a story."""
        for _ in range(TRIES):
            shown = self.ask("GET", f"/api/tables/{self._table}/snapshot")
            if shown is None:
                continue
            asked = [p for one in shown["asked"] if (p := from_json(PromptView, one).prompt).at != MENU]
            if asked:
                return self._random.choice(asked)
            self._table = (self.ask("POST", "/api/tables", game=boot.GAME) or {"table": self._table})["table"]
        raise SnapshotError(f"The table showed the tablet nothing in {TRIES} tries.")


def ask(port: int, address: str, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
    line = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (address, 0))
    told = {"X-Lamplight": "1", "Host": "localhost", "Content-Type": "application/json", **headers}
    with closing(line), suppress(OSError, http.client.HTTPException, ValueError):
        line.request(method, path, json.dumps(body) if method != "GET" else None, told)
        return json.loads(line.getresponse().read())
    return None


def let_in(tablet: Tablet, port: int, address: str) -> float:
    """s for a new device with an invitation, however often it has to try. Raises SnapshotError."""
    invited = tablet.ask("POST", "/api/devices/invite", role="wall")
    if invited is None:
        raise SnapshotError("The table gave the tablet no invitation.")
    token, began = {"token": invited["url"].partition("#")[2]}, time.monotonic()
    while ask(port, address, "POST", "/api/join", token, {}) is None and time.monotonic() - began < TRIES * PATIENCE:
        pass
    return time.monotonic() - began


@contextmanager
def notified(path: Path) -> Iterator[Systemd]:
    """Let a starting server report to it."""
    systemd = Systemd(path)
    os.environ["NOTIFY_SOCKET"] = str(path)
    try:
        yield systemd
    finally:
        del os.environ["NOTIFY_SOCKET"]


def lines(sockets: int = SOCKETS, taps: int = TAPS) -> Iterator[BenchLine]:
    """Without a crowd, then with it."""
    with tempfile.TemporaryDirectory() as folder, notified(Path(folder) / "notify") as systemd:
        house = boot.furnished(Path(folder))
        with boot.running(house) as process:
            boot.until(lambda: boot.answers(house), "The page did not answer", process)
            tablet = Tablet(house)
            devices = (NEW_DEVICE.format(number) for number in count(FIRST_NEW))
            calm = _measure(tablet, house.port, systemd, devices.__next__, taps)
            crowd = SilentCrowd(house.port, sockets)
            crowd.come()
            full = _measure(tablet, house.port, systemd, devices.__next__, taps)
            crowd.leave()
    for name, unit, statistic, most, means in (
        ("tap_p99", "ms", p99, TAP_MS, "of a paired tablet, each on a connection of its own"),
        ("watchdog_gap", "s", max, GAP_S, "between two times that systemd is told"),
        ("let_in", "s", max, LET_IN_S, "a new device with a code"),
    ):
        line = measured(f"sockets.{name}", unit, full[name], calm[name], statistic, beside=statistic)
        yield line.limited(most / line.floor).explained(means)


def _measure(
    tablet: Tablet, port: int, systemd: Systemd, new_address: Callable[[], str], taps: int
) -> dict[str, list[float]]:
    began = time.monotonic()
    samples = []
    for _ in range(taps):
        samples.append(tablet.tap())
        time.sleep(PAUSE)
    doors = [let_in(tablet, port, new_address()) for _ in range(NEW)]
    return {"tap_p99": samples, "let_in": doors, "watchdog_gap": systemd.gaps(began)}
