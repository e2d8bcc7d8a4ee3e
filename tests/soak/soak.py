"""Play evening after evening in a whole server: sessions, log on the disk, bus, page and event streams.

Only the broker is in memory, and the camera is simulated. Each evening is put away at its end, as a keeper would.
"""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np

from companion import games
from companion.app import Application
from companion.errors import LamplightError
from companion.messaging import MemoryBus, Outbox, OutboxSender
from companion.schema import Answer, Prompt, Reading, Refused, SeenObject, topics
from companion.sessions import AnswerGiven, Devices, SessionManager, TableSnapshot, question_of
from companion.settings import Settings
from companion.web.permissions import Role
from companion.web.request import cookie
from tests.games.chances import StuckError, any_answer, any_setup
from tests.soak.gauge import Gauge, look
from tests.web.planted import ELSEWHERE
from vision.service.pictures.page_images import KEPT, PageImages

LONGEST = 250  # answers per evening
REFUSALS = 60  # in a row, before an evening counts as stuck
PICTURES = 2  # one in this many readings has a picture
PICTURES_KEPT = KEPT + 1  # and the preview
ROLES: tuple[Role, ...] = ("table", "wall", "keeper")  # of the viewers: a tablet, a television, a keeper's phone
UNDONE, MENDED = 0.02, 0.01  # of all answers
SOURCE = "vision/cam0"
SEEN = ("roll", "draw")  # kinds of prompts that a reader answers


class Player:
    """All players at a table. They give any possible answer, on the tray or by a tap, and undo or correct a few."""

    def __init__(self, hall: SessionManager, bus: MemoryBus, outbox: Outbox, random: Random) -> None:
        """`bus` and `outbox` are those of a reader."""
        self._hall, self._random = hall, random
        self._sender = OutboxSender(bus, outbox, hall.place, topics.reader_of(SOURCE), lambda: 0.0)
        self.counts: Counter[str] = Counter()  # "reading", "tap", "undone", "mended", "refused", "asked about"

    @property
    def answers(self) -> int:
        return self.counts["reading"] + self.counts["tap"]

    def step(self, table: str, picture: str = "") -> None:
        """Give one answer, and perhaps undo or correct one."""
        before = self._hall.snapshot(table)
        answer = any_answer(before.open, self._random, self.counts.total())
        prompt = next(one for one in before.open if one.id == answer.prompt)
        if prompt.kind in SEEN and prompt.of and not self._lay(before, prompt, answer, picture):
            return
        try:
            self._hall.answer(table, answer)
            self.counts["tap"] += 1
        except Refused:
            self.counts["refused"] += 1
        self._think_again(table)

    def _lay(self, before: TableSnapshot, prompt: Prompt, answer: Answer, picture: str) -> bool:
        """Put it on the tray. Return whether a tap is needed too, since the reader could not read it clearly."""
        seen = tuple(SeenObject(prompt.thing, value, 0.999) for value in answer.values)
        expect = f"{before.id}.{question_of(before.open)}"
        self._sender.put(Reading("", self._hall.place, SOURCE, "", 0, expect, prompt.zone, seen, 0.0, picture))
        after = self._hall.snapshot(before.id)
        taken = len(after.moments) > len(before.moments)
        self.counts["reading" if taken else "asked about"] += 1
        return not taken and any(one.id == prompt.id for one in after.open)

    def _think_again(self, table: str) -> None:
        chance = self._random.random()
        moments = self._hall.snapshot(table).moments
        given = [(m.entry.seq, m.entry.what.answer) for m in moments if isinstance(m.entry.what, AnswerGiven)]
        if chance > UNDONE + MENDED or not given:
            return
        with suppress(LamplightError):
            if chance < UNDONE:
                self._hall.history.undo(table, self._random.choice(given[-3:])[0] - 1)
                self.counts["undone"] += 1
            else:
                seq, answer = self._random.choice(given[-5:])
                self._hall.history.amend(table, seq, answer.values)
                self.counts["mended"] += 1


class Viewer:
    """A device that only watches: it keeps the event stream of a table open as long as the table exists."""

    def __init__(self, port: int, devices: Devices, role: Role) -> None:
        _, key = devices.accept(devices.invite("", role), role)
        self._port, self._cookie = port, f"{cookie(role, '')}={key}"
        self.snapshots = 0
        self._thread = threading.Thread()

    def look_at(self, table: str) -> None:
        self._thread = threading.Thread(target=self._look, args=(table,), name=f"viewer of {table}", daemon=True)
        self._thread.start()

    def done(self) -> None:
        """Wait for the end of the stream, after the table was put away."""
        self._thread.join(20)
        assert not self._thread.is_alive(), "a stream outlives its table"

    def _look(self, table: str) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            line.request("GET", f"/api/tables/{table}/stream", headers={"Cookie": self._cookie})
            answer = line.getresponse()
            assert answer.status == http.client.OK, answer.read()
            for sent in answer:
                self.snapshots += sent.startswith(b"event: snapshot")
        finally:
            line.close()


class Soak:
    """A server with a reader, from start to stop. `data`: its folder."""

    def __init__(self, data: Path, seed: int) -> None:
        self.data, self.random = data, Random(seed)
        bus = MemoryBus()
        self.house = start(data, bus)
        reader = bus.peer()
        reader.start()
        self.outbox = Outbox(data / "reader.db")
        self.player = Player(self.house.sessions, reader, self.outbox, self.random)
        self.viewers = [Viewer(self.house.port, self.house.devices, role) for role in ROLES]
        self.album = PageImages(data / "pictures")
        self.evenings: Counter[str] = Counter()  # by game

    def play(self, answers: int) -> Iterator[Gauge]:
        """Play at least this number of answers. Yield a reading after each evening."""
        names = [name for name in games.names() if games.find(name).title]
        while self.player.answers < answers:
            name = names[self.evenings.total() % len(names)]
            self._evening(name, min(LONGEST, answers - self.player.answers))
            self.evenings[name] += 1
            yield look(self.player.answers, self.data)

    def _evening(self, name: str, most: int) -> None:
        hall = self.house.sessions
        table = hall.open(name, any_setup(games.find(name), self.random))
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
        """Keep a picture for some readings. Return its name, or "" for none."""
        if self.player.counts["reading"] % PICTURES:
            return ""
        return self.album.keep(f"{self.random.getrandbits(64):016x}", np.zeros((8, 8, 3), np.uint8), (), None)

    def stop(self) -> None:
        self.house.stop()
        self.outbox.close()


def start(data: Path, bus: MemoryBus) -> Application:
    """Start a server like that of `./table serve`, without its other processes."""
    house = Application(Settings(data=data, broker=ELSEWHERE, bind="127.0.0.1", port=0), bus=bus)
    house.connect()
    house._server = house._serve()
    house._server.start()
    return house


def seconds_to_start(data: Path) -> float:
    """Return the seconds until a server with all these evenings is ready again."""
    began = time.monotonic()
    house = start(data, MemoryBus())
    took = time.monotonic() - began
    house.stop()
    return took
