"""Start, kill and restart the processes, each with the next fuse of its kind."""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from companion.messaging.broker.embedded import EmbeddedBroker
from companion.schema import codec
from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.settings import BridgeProcessSettings as BridgeSettings
from firmware_bridge.settings import ReaderSettings
from tests.chaos import fuse, light_reader, looker, rules
from tests.chaos.fork import Forked, Forks
from tests.chaos.fuse import Fuse
from tests.chaos.rules import PLACE
from tests.e2e.stand import CameraStand
from tests.e2e.trays import THROWS
from tests.messaging.killing import kill
from tests.powerloss.journal import library
from vision.service.settings import CameraProcessSettings as CameraSettings

POINTS = {"rules": fuse.RULES, "light": fuse.READER}
EMPTY = THROWS / "mom_d8" / "2_0" / "frame_000.jpg"


class Parts:
    """Runs the processes `names`. A dead broker restarts itself; `look` restarts the others."""

    nth: tuple[int, int] | None = None
    """Range of the passing at which a fuse kills; None = without fuses."""

    def __init__(self, folder: Path, rules_told: rules.Told, chance: random.Random, *, whole: bool) -> None:
        """`rules_told` has no account yet. `whole` adds the bridge's process."""
        self.folder, self._told, self._chance = folder, rules_told, chance
        self.book, self.disk = folder / "struck", folder / "disk"  # points where processes died; the disk's fault
        self.kills: Counter[str] = Counter()
        self.fuses: dict[str, Fuse] = {}  # process -> its current fuse
        self.names: tuple[str, ...] = ("rules", "light", "page", *(("bridge",) if whole else ()))
        self._counted: Counter[str] = Counter()  # times each point was struck when its fuse was created
        self._points: dict[str, list[str]] = {}  # process -> remaining points
        self._running: dict[str, Forked | subprocess.Popen[bytes]] = {}
        self._stack = ExitStack()
        self.broker = EmbeddedBroker(folder / "broker", kind="mosquitto")
        self.line, self.stand = FakeRfidReader(), CameraStand(EMPTY)
        self._begin()

    def _begin(self) -> None:
        self.broker.start()
        self._stack.callback(self.broker.stop)
        shim = {"LD_PRELOAD": str(library()), "POWERLOSS_FOLDER": self._told.data, "POWERLOSS_SWITCH": str(self.disk)}
        self._forks = Forks(self.folder, shim)
        self._stack.callback(self._forks.close)
        self._stack.callback(lambda: self.stand.stop())
        self._stack.callback(lambda: self.line.close())
        self.plug()
        for name in self.names:
            self.begin(name)

    def close(self) -> None:
        for name in tuple(self._running):
            self.end(name)
        self._stack.close()

    def begin(self, name: str) -> None:
        """Start a process with the next fuse of its kind."""
        match name:
            case "rules":
                told = replace(self._told, account=self.broker.account("rules"))
                self._running[name] = self._forks.start("rules", told, self._fused(name))
            case "light":
                account = self.broker.account("reader")
                box = light_reader.Told(str(self.outbox(name)), account, str(self.folder / "door"))
                self._running[name] = self._forks.start("reader", box, self._fused(name))
            case "page":
                account = self.broker.account("display", PLACE)
                looks = looker.Told(account, self._told.port, str(self.folder / "look"))
                self._running[name] = self._forks.start(name, looks, Fuse(str(self.book)))
            case _:
                self._running[name] = self._real(name)

    def _real(self, name: str) -> subprocess.Popen[bytes]:
        """Start the production process."""
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
        """Return the process that reads dice: the real camera, or the light one on the same outbox."""
        return "camera" if "camera" in self.names else "light"

    def see_with(self, eye: str) -> None:
        """Switch to this camera process."""
        self.end(self.eye)
        self.names = tuple(eye if name == self.eye else name for name in self.names)
        self.begin(eye)

    def is_alive(self, name: str) -> bool:
        part = self._running[name]
        return part.is_alive if isinstance(part, Forked) else part.poll() is None

    def are_alive(self) -> bool:
        """Return whether no process has died since the last call."""
        return all(map(self.is_alive, self.names))

    def look(self) -> None:
        """Restart dead processes."""
        for name in self.names:
            if not self.is_alive(name):
                self.end(name)
                self.begin(name)

    def kill(self, name: str) -> None:
        """kill -9."""
        name = self.eye if name == "eye" else name
        self.kills[name] += 1
        if name == "broker":
            kill(self.broker)
        else:
            self._running[name].kill()

    def end(self, name: str) -> None:
        """Stop a process, permanently or until it is restarted."""
        part = self._running.pop(name)
        part.kill()
        if isinstance(part, Forked):
            part.close()
        else:
            part.wait()

    def plug(self) -> None:
        """Plug in a tag reader."""
        self.line.close()
        self.line = FakeRfidReader()
        link = self.folder / "line"
        link.unlink(missing_ok=True)
        link.symlink_to(self.line.path)

    def _fused(self, name: str) -> Fuse:
        """Return the fuse until it has burnt down, then the next of its kind. Each point occurs equally often."""
        if self.nth is None:
            return Fuse(str(self.book))
        before = self.fuses.get(name)
        if before is None or self.struck.count(before.point) > self._counted[before.point]:
            if not self._points.get(name):
                self._points[name] = self._chance.sample(POINTS[name], len(POINTS[name]))
            point = self._points[name].pop()
            self._counted[point] = self.struck.count(point)
            nth = 1 if point.startswith(("opening", "undo")) else self._chance.randint(*self.nth)
            self.fuses[name] = Fuse(str(self.book), point, nth)
        return self.fuses[name]

    @property
    def struck(self) -> list[str]:
        """Points at which processes died."""
        return fuse.struck(self.book)

    def outbox(self, name: str) -> Path:
        """The file with the unacknowledged readings of a reader."""
        if name == "bridge":
            return next((self.folder / name).glob("*bag*.db"), self.folder / name / "none")
        return self.folder / "camera" / "folder" / f"{PLACE}-{light_reader.READER}.outbox.db"

    @property
    def readers(self) -> list[tuple[str, Path]]:
        """Source and outbox of each reader that has one."""
        found = [(light_reader.SOURCE, self.outbox("light")), ("bridge/bag", self.outbox("bridge"))]
        return [(source, path) for source, path in found if path.exists()]

    def throw(self, prompt: str, kind: str, *faces: str) -> str:
        """Give objects to the light reader; return the id of the reading. Raises OSError if it died meanwhile."""
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(10)
            door.connect(str(self.folder / "door"))
            with door.makefile("rw", encoding="utf-8") as said:
                said.write(json.dumps([prompt, kind, *faces]) + "\n")
                said.flush()
                if not (name := said.readline().strip()):
                    raise ConnectionResetError("the reader died over it")
        return name
