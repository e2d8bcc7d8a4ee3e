"""Broker, server and reader as processes that can be killed, and their clients."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Literal

from companion import games
from companion.messaging.broker.embedded import EmbeddedBroker
from tests.chaos.clients import GONE, Display, Page, Tablet
from tests.chaos.processes import CONNECTED, GAMES, PLACE, POINTS, READER, Fuse, run_reader, run_rules
from tests.chaos.truth import Kept, Truth, without_own
from tests.e2e.lamp import free_port
from tests.messaging.killing import kill
from tests.new_log import new_file
from tests.postgres import Postgres

Name = Literal["rules", "reader"]
FORKS = get_context("forkserver")  # importing the application takes a second
FORKS.set_forkserver_preload(
    ["tests.chaos.processes", "pytest", *(f"companion.games.{name}" for name in games.names())]
)
PATIENCE = 60.0  # s for a restart on two busy cores
RIGHT = 2.0  # s after the last kill within which every display is right
TURN = 0.01  # s between checks


class ExpectationError(AssertionError):
    """A condition did not become true in time."""


class World:
    """Restarts dead processes, each with the next fuse of its kind. A dead broker restarts itself."""

    nth: tuple[int, int] | None = None
    """Range of the passing at which a fuse kills; None = without fuses."""

    def __init__(self, folder: Path, seed: int = 1, server: Postgres | None = None) -> None:
        """`server` replaces SQLite."""
        self.data, self.book, self.outbox = folder / "data", folder / "struck", folder / f"{PLACE}-{READER}.outbox.db"
        self.data.mkdir(parents=True)
        new_file(self.data)
        self.chance, self.server, self.port = random.Random(seed), server, free_port()
        self.slowest = 0.0  # s until all clients were right after the last kill
        self.kills: Counter[str] = Counter()
        self.fuses: dict[str, Fuse] = {}  # process -> its current fuse
        self.pages: list[Page] = []
        self._points: dict[str, list[str]] = {}  # process -> remaining points
        self._counts: Counter[str] = Counter()  # process -> times its point was struck when its fuse was created
        self._processes: dict[Name, BaseProcess] = {}
        self._throws: Connection
        self._stack = ExitStack()
        games.look_in(GAMES)
        self._stack.callback(games.look_away, GAMES)
        self.database = server.database() if server else f"sqlite:///{self.data / 'log.db'}"
        self.truth, self.tablet = Truth(self.database), Tablet(self.port)
        self._stack.callback(self.truth.close)
        self.broker = EmbeddedBroker(folder / "broker", kind="mosquitto")
        self.broker.start()
        self._stack.callback(self.broker.stop)
        self._stack.callback(self._end)
        self._begin("rules")
        self._begin("reader")
        self.until(self.is_served)
        account = self.broker.account("display", PLACE)
        self.displays = [Display(account, f"shown{k}") for k in range(2)]
        self._stack.callback(self._disconnect)
        self.table = self.open()

    def close(self) -> None:
        self._stack.close()

    def _disconnect(self) -> None:
        for page in self.pages:
            page.close()
        for display in self.displays:
            display.bus.stop()

    def _end(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.join()

    # the processes

    def _begin(self, name: Name) -> None:
        """Start a process with the next fuse of its kind."""
        fuse, account = self._fuse(name), self.broker.account(name)
        process: BaseProcess
        if name == "rules":
            process = FORKS.Process(
                target=run_rules, args=(self.data, self.database, account, self.port, fuse), daemon=True
            )
            process.start()
        else:
            self._throws, theirs = FORKS.Pipe()
            process = FORKS.Process(target=run_reader, args=(self.outbox, account, theirs, fuse), daemon=True)
            process.start()
            theirs.close()
        self._processes[name] = process

    def _fuse(self, name: str) -> Fuse:
        """Return the fuse until it has fired, then the next of its kind. Each point occurs equally often."""
        if self.nth is None:
            return Fuse(self.book)
        fuse = self.fuses.get(name)
        if fuse is None or fuse.point is None or self.struck().count(fuse.point) > self._counts[name]:
            if not self._points.get(name):
                self._points[name] = self.chance.sample(POINTS[name], len(POINTS[name]))
            point = self._points[name].pop()
            self._counts[name] = self.struck().count(point)
            nth = 1 if point.startswith(("opening", "undo")) else self.chance.randint(*self.nth)
            self.fuses[name] = Fuse(self.book, point, nth)
        return self.fuses[name]

    def struck(self) -> list[str]:
        """The points at which processes died, in order."""
        return self.book.read_text(encoding="utf-8").splitlines() if self.book.exists() else []

    def kill(self, name: str) -> None:
        """kill -9."""
        self.kills[name] += 1
        if name == "broker":
            kill(self.broker)
        elif name == "database":
            assert self.server is not None
            self.server.kill()
            self.server.start()
        else:
            self._processes["rules" if name == "rules" else "reader"].kill()

    def _restart(self) -> None:
        for name, process in self._processes.items():
            if not process.is_alive():
                self._begin(name)

    def throw(self, prompt: str, faces: list[str]) -> str:
        """Give dice to the reader; return the id of the reading. Raises OSError or EOFError if it died meanwhile."""
        self._throws.send((prompt, faces))
        return str(self._throws.recv())

    # the clients

    def open(self) -> str:
        """Open and light a table. Searches for it if the answer was lost."""
        before = set(self.truth.tables())
        self.until(lambda: self._is_opened(before))
        self.table = next(name for name in reversed(self.truth.tables()) if name not in before)
        for page in self.pages:
            page.close()
        self.pages = [Page(self.port, self.table), Page(self.port, self.table, "wall")]
        return self.table

    def _is_opened(self, before: set[str]) -> bool:
        if set(self.truth.tables()) - before:
            return True
        return self.tablet.post("/api/tables", game="lanterns")[0] == 200

    def has_its_lamp(self) -> bool:
        """Return whether the table is lit. A page that was just closed may have lit its table again; then reopen the
        tablet's.
        """
        if self.truth.lit_table() == self.table:
            return True
        self.pages[0].close()
        self.pages[0] = Page(self.port, self.table)
        self.until(lambda: self.pages[0].is_open)
        return self.truth.lit_table() == self.table

    def is_served(self) -> bool:
        with suppress(*GONE):
            return bool(self.tablet.get("/health"))
        return False

    def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for the condition and restart dead processes meanwhile. Raises ExpectationError."""
        end = time.monotonic() + seconds
        while True:
            self._restart()
            with suppress(*GONE):
                if condition():
                    return
            if time.monotonic() > end:
                raise ExpectationError(f"it did not become so in {seconds} s")
            time.sleep(TURN)

    def settle(self) -> None:
        """Stop killing and wait until every display and page is right. Raises ExpectationError."""
        self.until(self.is_whole)
        began = time.monotonic()
        while wrong := self.wrong():
            if not all(process.is_alive() for process in self._processes.values()):
                return self.settle()  # a fuse fired while the last message was published
            if time.monotonic() - began > PATIENCE:
                raise ExpectationError(wrong)
            time.sleep(TURN)
        self.slowest = max(self.slowest, time.monotonic() - began)
        return None

    def is_whole(self) -> bool:
        """Return whether all parts are connected and no reading waits."""
        return (
            self.is_served()
            and (self.data / CONNECTED).exists()
            and all(display.bus.connected for display in self.displays)
            and all(page.is_open for page in self.pages)
            and not Kept.of(self.outbox).waiting
            and self.has_its_lamp()
        )

    def wrong(self) -> str | None:
        """Return what a display or page shows wrong."""
        expected, table = self.truth.public_state(self.table), self.truth.table(self.table)
        for display in self.displays:
            if without_own(display.state) != expected:
                return f"a display shows {without_own(display.state)}, not {expected}"
        newest, asked = table.trail.in_force[-1].seq, {prompt.id for prompt in table.open}
        for page in self.pages:
            if page.snapshot.get("newest") != newest or not page.asked() <= asked:
                return f"a page stands at {page.snapshot.get('newest')}, the log at {newest}"
        if self.pages[0].asked() != asked:
            return f"the tablet asks {self.pages[0].asked()}, not {asked}"
        back = [step for display in self.displays for step in display.steps_back]
        back += [step for page in self.pages for step in page.steps_back]
        return f"a revision went back: {back[0]}" if back else None
