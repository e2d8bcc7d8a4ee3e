"""Evening after evening in a whole server: hall, log on the disk, bus, page and event streams.

Only the broker is in memory, and the camera is simulated. Each evening is put away at its end, as a keeper would.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np

from companion import games
from companion.app import Application
from companion.messaging import MemoryBus, Outbox
from companion.settings import Settings
from companion.web.permissions import Role
from tests.games.chances import StuckError, any_setup
from tests.soak import gauge
from tests.soak.gauge import Gauge
from tests.soak.player import Player
from tests.soak.viewer import Viewer
from tests.web.planted import ELSEWHERE
from vision.service.pictures.page_images import KEPT, PageImages

LONGEST = 250  # answers per evening
REFUSALS = 60  # in a row, before an evening counts as stuck
PICTURES = 2  # one in this many readings has a picture
PICTURES_KEPT = KEPT + 1  # and the preview
ROLES: tuple[Role, ...] = ("table", "wall", "keeper")  # of the viewers: a tablet, a television, a keeper's phone


class Soak:
    """A server with a reader, from start to stop. `data`: its folder."""

    def __init__(self, data: Path, seed: int) -> None:
        self.data, self.random = data, Random(seed)
        self.bus = MemoryBus()
        self.house = start(data, self.bus)
        reader = self.bus.peer()
        reader.start()
        self.outbox = Outbox(data / "reader.db")
        self.player = Player(self.house.sessions, reader, self.outbox, self.random)
        self.viewers = [Viewer(self.house.port, self.house.devices, role) for role in ROLES]
        self.album = PageImages(data / "pictures")
        self.evenings: Counter[str] = Counter()  # by game

    def play(self, answers: int) -> Iterator[Gauge]:
        """Play at least this number of answers. Returns a reading after each evening."""
        names = [name for name in games.names() if games.find(name).title]
        while self.player.answers < answers:
            name = names[self.evenings.total() % len(names)]
            self._evening(name, min(LONGEST, answers - self.player.answers))
            self.evenings[name] += 1
            yield gauge.look(self.player.answers, self.data)

    def _evening(self, name: str, most: int) -> None:
        game, hall = games.find(name), self.house.sessions
        table = hall.open(name, any_setup(game, self.random))
        for viewer in self.viewers:
            viewer.look_at(table)
        before, stuck, began = self.player.answers, 0, self.player.answers
        while self.player.answers - began < most and stuck < REFUSALS and hall.snapshot(table).open:
            try:
                self.player.step(table, self._picture())
            except StuckError:
                break
            stuck = 0 if self.player.answers > before else stuck + 1
            before = self.player.answers
        hall.tables.put_away(table)
        for viewer in self.viewers:
            viewer.done()

    def _picture(self) -> str:
        """Sometimes add a picture."""
        if self.player.counts["reading"] % PICTURES:
            return ""
        name = f"{self.random.getrandbits(64):016x}"
        return self.album.keep(name, np.zeros((8, 8, 3), np.uint8), (), None)

    def stop(self) -> None:
        self.house.stop()
        self.outbox.close()


def start(data: Path, bus: MemoryBus) -> Application:
    """A server like that of `./table serve`, without its other processes."""
    house = Application(Settings(data=data, broker=ELSEWHERE, bind="127.0.0.1", port=0), bus=bus)
    house.connect()
    house._server = house._serve()
    house._server.start()
    return house


def seconds_to_start(data: Path, clock: Callable[[], float] = time.monotonic) -> float:
    """Seconds until a server with all these evenings is ready again."""
    began = clock()
    house = start(data, MemoryBus())
    took = clock() - began
    house.stop()
    return took
