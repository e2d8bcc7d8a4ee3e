"""The application in processes that can be killed, and its clients."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from companion import games
from companion.messaging import BrokerCredentials
from tests.chaos import light_reader, looker, rules
from tests.chaos.clients import GONE, DeafPage, Display, Finger, Page, SlowDisplay
from tests.chaos.parts import Parts
from tests.chaos.rules import GAMES, PLACE
from tests.chaos.truth import Kept, Truth, without_own
from tests.e2e.lamp import free_port

PATIENCE = 60.0  # s for a restart on two busy cores
RIGHT = 2.0  # s after the last kill within which every display is right
TURN = 0.01  # s between checks


class ExpectationError(AssertionError):
    """A condition did not become true in time."""


class World:
    """`url` is the database. `whole` adds the camera's and the bridge's real processes."""

    def __init__(self, folder: Path, url: str = "", seed: int = 1, *, whole: bool = True, naive: bool = False) -> None:
        self.data = folder / "data"
        self.data.mkdir(parents=True)
        self.chance = random.Random(seed)
        self.slowest = 0.0  # s until all clients were right after the last kill
        self.looks = 0  # number of these checks
        self.lamps = 0  # number of times that another table was lit
        self._stack = ExitStack()
        games.look_in(GAMES)
        self._stack.callback(games.look_away, GAMES)
        told = rules.Told(
            str(self.data), url or f"sqlite:///{self.data / 'log.db'}", BrokerCredentials(), free_port(), naive
        )
        self.truth, self.port = Truth(told.database), told.port
        self._stack.callback(self.truth.close)
        self.finger = Finger(self.port)
        self.parts = Parts(folder, told, self.chance, whole=whole)
        self._stack.callback(self.parts.close)
        self._stack.callback(self.leave)
        self.pages: list[Page] = []
        self.deaf = DeafPage(self.port)
        self.until(self.is_served)
        account = self.parts.broker.account("display", PLACE)
        self.displays = [Display(account, f"shown{k}") for k in range(2)]
        self.slow = SlowDisplay(account)
        self._stack.callback(self._hang_up)
        self.table = self.open()

    def close(self) -> None:
        self._stack.close()

    def _hang_up(self) -> None:
        self.slow.stop()
        for display in self.displays:
            display.bus.stop()

    def see_with(self, eye: str) -> None:
        """Switch to the real camera or the light reader, after the readings of the other are committed."""
        self.until(lambda: not Kept.of(self.parts.outbox("light")).waiting)
        self.parts.see_with(eye)
        self.until(lambda: eye == "light" or self._is_ready(light_reader.READER))

    def _is_ready(self, reader: str) -> bool:
        senses = self.pages[0].snapshot["senses"]
        return any(sense["reader"] == reader and sense["state"] == "ready" for sense in senses)

    def open(self) -> str:
        """Open and light a table. Searches for it if the answer was lost."""
        before = set(self.truth.tables())
        self.until(lambda: self._opened(before))
        self.table = next(name for name in reversed(self.truth.tables()) if name not in before)
        self.leave()
        self.pages = [Page(self.port, self.table), Page(self.port, self.table, "wall")]
        self.deaf.open(self.table)
        return self.table

    def _opened(self, before: set[str]) -> bool:
        if set(self.truth.tables()) - before:
            return True
        return self.finger.post("/api/tables", game="lanterns")[0] == 200

    def has_its_lamp(self) -> bool:
        """Return whether the table is lit. A page that was just closed may have lit its table again; then reopen the
        tablet's.
        """
        if self.truth.lit() == self.table:
            return True
        self.lamps += 1
        self.pages[0].close()
        self.pages[0] = Page(self.port, self.table)
        self.until(lambda: self.pages[0].is_open)
        return self.truth.lit() == self.table

    def leave(self) -> None:
        """Close the pages."""
        for page in self.pages:
            page.close()
        self.deaf.close()

    def is_served(self) -> bool:
        with suppress(*GONE):
            return bool(self.finger.get("/health"))
        return False

    def until(self, true: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for the condition and restart dead processes meanwhile. Raises ExpectationError."""
        end = time.monotonic() + seconds
        while True:
            self.parts.look()
            with suppress(*GONE):
                if true():
                    return
            if time.monotonic() > end:
                raise ExpectationError(f"it did not become so in {seconds} s")
            time.sleep(TURN)

    def quiet(self) -> float:
        """Stop killing and wait until every display and page is right; return how many s that took. Raises
        ExpectationError.
        """
        self.until(self.is_whole)
        began = time.monotonic()
        while wrong := self.wrong():
            if not self.parts.are_alive():
                return self.quiet()  # a fuse fired while the last message was published
            if time.monotonic() - began > PATIENCE:
                raise ExpectationError(wrong)
            time.sleep(TURN)
        took = time.monotonic() - began
        self.looks += 1
        self.slowest = max(self.slowest, took)
        return took

    def is_whole(self) -> bool:
        """Return whether all parts are connected and no reading waits."""
        self.slow.read()
        return (
            self.is_served()
            and (self.data / rules.CONNECTED).exists()
            and all(display.bus.connected for display in self.displays)
            and all(page.is_open for page in self.pages)
            and not any(Kept.of(path).waiting for _, path in self.parts.readers)
            and self.looker().is_there
            and self.has_its_lamp()
        )

    def looker(self) -> looker.Shown:
        """Return what the separate page client displays. Raises one of GONE."""
        return looker.look(self.parts.folder / "look", self.table)

    def wrong(self) -> str:
        """Return a wrong display or page, "" = none."""
        shown, table, look = self.truth.shown(self.table), self.truth.table(self.table), self.looker()
        self.slow.read()
        for state in (*(display.state for display in self.displays), self.slow.state, look.state):
            if without_own(state) != shown:
                return f"a display shows {without_own(state)}, not {shown}"
        newest, asked = table.trail.in_force[-1].seq, {prompt.id for prompt in table.open}
        for snapshot in (*(page.snapshot for page in self.pages), look.snapshot):
            if snapshot.get("newest") != newest or not {a["prompt"]["id"] for a in snapshot["asked"]} <= asked:
                return f"a page stands at {snapshot.get('newest')}, the log at {newest}"
        if {a["prompt"]["id"] for a in self.pages[0].snapshot["asked"]} != asked:
            return f"the tablet asks another thing than {asked}"
        steps = [display.steps_back for display in self.displays] + [page.steps_back for page in self.pages]
        steps.append(list(look.steps_back))
        return next((f"a revision went back: {step}" for back in steps for step in back), "")
