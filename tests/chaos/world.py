"""The house as it runs on a table, in processes that can be killed, and everybody who looks at it."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from companion import games
from companion.bus.embedded import Broker
from companion.wire import codec
from firmware_bridge.pretend import Pretend
from firmware_bridge.settings import ReaderSettings
from firmware_bridge.settings import Settings as BridgeSettings
from tests.chaos import fuse, light_reader, rules
from tests.chaos.clients import GONE, DeafPage, Display, Finger, Page, SlowDisplay
from tests.chaos.fork import Forked, Forks
from tests.chaos.fuse import Fuse
from tests.chaos.rules import GAMES, PLACE
from tests.chaos.truth import Kept, Truth, without_own
from tests.e2e.lamp import free_port
from tests.e2e.stand import CameraStand
from tests.e2e.trays import THROWS
from tests.powerloss.journal import library
from vision.live.process import Settings as CameraSettings

PATIENCE = 60.0  # s for a house to come back; two cores may be busy
RIGHT = 2.0  # s after which every display is right, once nothing dies any more
TURN = 0.01  # s between looks
POINTS = {"rules": fuse.RULES, "light": fuse.READER}
EMPTY = THROWS / "mom_d8" / "2_0" / "frame_000.jpg"


class NotRight(AssertionError):
    """Something did not become as it should in time."""


class World:
    """`url`: of the database of the rules; `whole`: with the camera's and the bridge's real processes."""

    nth: tuple[int, int] | None = None
    """A fuse burns down at one of these passings of its point; None: no process gets one."""

    def __init__(self, folder: Path, url: str = "", seed: int = 1, *, whole: bool = True, naive: bool = False) -> None:
        self.folder, self.data = folder, folder / "data"
        self.data.mkdir(parents=True)
        self.chance, self.naive = random.Random(seed), naive
        self.book, self.disk = folder / "struck", folder / "disk"  # points where processes died; what fails on the disk
        self.kills: Counter[str] = Counter()
        self.slowest = 0.0  # s until all were right, once nothing died any more
        self.looks = 0  # so often that was looked at
        self.fuses: dict[str, Fuse] = {}  # that each was started with
        self._counted: Counter[str] = Counter()  # so often a point was struck when its fuse was made
        self._points: dict[str, list[str]] = {}  # still to come, by who passes them
        self._stack = ExitStack()
        games.look_in(GAMES)
        self._stack.callback(games.look_away, GAMES)
        self.broker = Broker(folder / "broker", kind="mosquitto")
        self.broker.start()
        self._stack.callback(self.broker.stop)
        self.url = url or f"sqlite:///{self.data / 'log.db'}"
        self.truth = Truth(self.url)
        self._stack.callback(self.truth.close)
        self.port = free_port()
        self.finger = Finger(self.port)
        shim = {"LD_PRELOAD": str(library()), "POWERLOSS_FOLDER": str(self.data)}
        self._forks = Forks(folder, {**shim, "POWERLOSS_SWITCH": str(self.disk)})
        self._stack.callback(self._forks.close)
        self.parts: dict[str, Forked | subprocess.Popen[bytes]] = {}
        self.line, self.stand = Pretend(), CameraStand(EMPTY)
        self._stack.callback(self.stand.stop)
        self.plug()
        self.names: tuple[str, ...] = ("rules", "light", *(("bridge",) if whole else ()))
        for name in self.names:
            self.begin(name)
        self._stack.callback(self._end)
        self.until(self.is_served)
        account = self.broker.account("display", PLACE)
        self.displays = [Display(account, f"shown{k}") for k in range(2)]
        self.slow = SlowDisplay(account)
        self.table = self.open()

    def close(self) -> None:
        self._stack.close()

    def _end(self) -> None:
        self.slow.stop()
        for display in self.displays:
            display.bus.stop()
        self.leave()
        self.line.close()
        for name in tuple(self.parts):
            self._ended(name)

    # processes

    def begin(self, name: str) -> None:
        """Start one, with the next fuse of its kind."""
        match name:
            case "rules":
                told = rules.Told(str(self.data), self.url, self.broker.account("rules"), self.port, self.naive)
                self.parts[name] = self._forks.start("rules", told, self._fused(name))
            case "light":
                account = self.broker.account("reader")
                box = light_reader.Told(str(self.outbox(name)), account, str(self.folder / "door"))
                self.parts[name] = self._forks.start("reader", box, self._fused(name))
            case _:
                self.parts[name] = self._real(name)

    def _real(self, name: str) -> subprocess.Popen[bytes]:
        """The very process that a house starts."""
        account = self.broker.account("reader")
        if name == "bridge":
            reader = ReaderSettings(port=str(self.folder / "line"))
            settings: object = BridgeSettings(PLACE, str(self.folder / name), account, (reader,), parent=os.getpid())
            module = "firmware_bridge"
        else:
            here = self.folder / name
            settings = CameraSettings(
                PLACE,
                str(here / "folder"),
                str(here / "pictures"),
                str(here / "uploads"),
                account=account,
                camera=self.stand.url,
                kits=("demo_mom_d8",),
                parent=os.getpid(),
            )
            module = "vision"
        with (self.folder / f"{name}.err").open("ab") as errors:
            process = subprocess.Popen([sys.executable, "-m", module, "-"], stdin=subprocess.PIPE, stderr=errors)
        assert process.stdin is not None
        process.stdin.write(json.dumps(codec.to_json(settings)).encode())
        process.stdin.close()
        return process

    @property
    def eye(self) -> str:
        """Who sees the dice: the real camera's process, or the light one on the same outbox."""
        return "camera" if "camera" in self.names else "light"

    def see_with(self, eye: str) -> None:
        """From now on, once what the other has kept is taken."""
        self.until(lambda: not Kept.of(self.outbox("light")).waiting)
        self._ended(self.eye)
        self.names = tuple(eye if name == self.eye else name for name in self.names)
        self.begin(eye)
        self.until(
            lambda: (
                eye == "light"
                or "ready"
                in {sense["state"] for sense in self.pages[0].snapshot["senses"] if "cam0" in sense["reader"]}
            )
        )

    def is_alive(self, name: str) -> bool:
        part = self.parts[name]
        return part.is_alive if isinstance(part, Forked) else part.poll() is None

    def look(self) -> None:
        """Start again what has died."""
        for name in self.names:
            if not self.is_alive(name):
                self._ended(name)
                self.begin(name)

    def kill(self, name: str) -> None:
        """kill -9."""
        name = self.eye if name == "eye" else name
        self.kills[name] += 1
        if name == "broker":
            if self.broker.pid:
                os.kill(self.broker.pid, signal.SIGKILL)
        elif name == "broker with its store":
            self._kill_with_its_store()
        else:
            self.parts[name].kill()

    def _kill_with_its_store(self) -> None:
        if self.broker.pid:
            os.kill(self.broker.pid, signal.SIGSTOP)  # else it might save once more
            (self.folder / "broker" / "mosquitto.db").unlink(missing_ok=True)
            os.kill(self.broker.pid, signal.SIGKILL)

    def _ended(self, name: str) -> None:
        part = self.parts.pop(name)
        part.kill()
        if isinstance(part, Forked):
            part.close()
        else:
            part.wait()

    def plug(self) -> None:
        """A reader of tags is at the line."""
        self.line.close()
        self.line = Pretend()
        link = self.folder / "line"
        link.unlink(missing_ok=True)
        link.symlink_to(self.line.path)

    # fuses

    def _fused(self, name: str) -> Fuse:
        """The one it had, until it has burnt down; then the next of its kind. Each point comes as often as every other."""
        if self.nth is None:
            return Fuse(str(self.book))
        before = self.fuses.get(name)
        if before is None or self.struck.count(before.point) > self._counted[before.point]:
            if not self._points.get(name):
                self._points[name] = self.chance.sample(POINTS[name], len(POINTS[name]))
            point = self._points[name].pop()
            self._counted[point] = self.struck.count(point)
            nth = 1 if point.startswith(("opening", "undo")) else self.chance.randint(*self.nth)
            self.fuses[name] = Fuse(str(self.book), point, nth)
        return self.fuses[name]

    @property
    def struck(self) -> list[str]:
        """Points at which processes died."""
        return fuse.struck(self.book)

    # tables and those who look at them

    def open(self) -> str:
        """A new table under the lamp; where it is not heard whether it is there, it is looked for."""
        before = set(self.truth.tables()) if self.looks else set()
        self.until(lambda: self._opened(before))
        self.table = next(name for name in reversed(self.truth.tables()) if name not in before)
        self.leave()
        self.pages = [Page(self.port, self.table), Page(self.port, self.table, "wall")]
        self.deaf = DeafPage(self.port, self.table)
        return self.table

    def _opened(self, before: set[str]) -> bool:
        if set(self.truth.tables()) - before:
            return True
        return self.finger.post("/api/tables", game="lanterns")[0] == 200

    def leave(self) -> None:
        """The pages are closed."""
        for page in getattr(self, "pages", ()):
            page.close()
        if hasattr(self, "deaf"):
            self.deaf.close()

    def outbox(self, name: str) -> Path:
        """The file in which a reader keeps what is not taken yet."""
        if name == "bridge":
            return next((self.folder / name).glob("*bag*.db"), self.folder / name / "none")
        return self.folder / "camera" / "folder" / f"{PLACE}-{light_reader.READER}.outbox.db"

    @property
    def readers(self) -> list[tuple[str, Path]]:
        """Source and outbox of those that have one."""
        found = [(light_reader.SOURCE, self.outbox("light")), ("bridge/bag", self.outbox("bridge"))]
        return [(source, path) for source, path in found if path.exists()]

    def throw(self, prompt: str, kind: str, *faces: str) -> str:
        """Things lie before the light reader; the id of its reading. Raises OSError where it died over it."""
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(10)
            door.connect(str(self.folder / "door"))
            with door.makefile("rw", encoding="utf-8") as said:
                said.write(json.dumps([prompt, kind, *faces]) + "\n")
                said.flush()
                if not (name := said.readline().strip()):
                    raise ConnectionResetError("the reader died over it")
        return name

    # waiting

    def is_served(self) -> bool:
        with suppress(*GONE):
            return bool(self.finger.get("/health"))
        return False

    def until(self, true: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Look until it is so, and meanwhile start again what dies. Raises NotRight."""
        end = time.monotonic() + seconds
        while True:
            self.look()
            with suppress(*GONE):
                if true():
                    return
            if time.monotonic() > end:
                raise NotRight(f"it did not become so in {seconds} s")
            time.sleep(TURN)

    def quiet(self) -> float:
        """Let nothing die any more, and wait until every display and page is right; s that took. Raises NotRight."""
        self.until(self.is_whole)
        began = time.monotonic()
        while wrong := self.wrong():
            if time.monotonic() - began > 5 * RIGHT:
                raise NotRight(wrong)
            time.sleep(TURN)
        took = time.monotonic() - began
        self.looks += 1
        self.slowest = max(self.slowest, took)
        return took

    def is_whole(self) -> bool:
        """Everybody is there and connected, and nothing waits to be taken."""
        self.slow.read()
        return (
            self.is_served()
            and (self.data / rules.CONNECTED).exists()
            and all(display.bus.connected for display in self.displays)
            and all(page.is_open for page in self.pages)
            and not any(Kept.of(path).waiting for _, path in self.readers)
        )

    def wrong(self) -> str:
        """What a display or a page shows that is not so; "" = nothing."""
        shown, table = self.truth.shown(self.table), self.truth.table(self.table)
        self.slow.read()
        for state in (*(display.state for display in self.displays), self.slow.state):
            if without_own(state) != shown:
                return f"a display shows {without_own(state)}, not {shown}"
        newest, asked = table.trail.counting[-1].seq, {prompt.id for prompt in table.open}
        for page in self.pages:
            snapshot = page.snapshot
            if snapshot.get("newest") != newest or not {a["prompt"]["id"] for a in snapshot["asked"]} <= asked:
                return f"a page stands at {snapshot.get('newest')}, the log at {newest}"
        if {a["prompt"]["id"] for a in self.pages[0].snapshot["asked"]} != asked:
            return f"the tablet asks another thing than {asked}"
        steps = [*(display.steps_back for display in self.displays), *(page.steps_back for page in self.pages)]
        return next((f"a revision went back: {step}" for back in steps for step in back), "")
