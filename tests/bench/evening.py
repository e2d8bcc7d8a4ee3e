"""A server with a selected game whose prompts are answered by readings."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

from companion.app import Application
from companion.messaging import MqttBus, Outbox, OutboxSender
from companion.messaging.broker.accounts import Role
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.presentation import expect_of
from companion.schema import TABLE, Answer, Prompt, Reading, SeenObject
from companion.sessions.table import prompts
from companion.settings import Settings
from companion.web.request import cookie
from tests.bench.http_page import PATIENCE, SnapshotError, StreamPage
from tests.bench.rules import any_values

GAME = "mansions"
KIND = "mom_d8"
MENU = "menu"
ECHOED = Reading("r", "lamp", "vision/bench", "e", 1, objects=(SeenObject(KIND, "blank", 0.99),) * 3)
COOKIE = cookie(TABLE, "")
CONNECT = 10.0
"""s for a client to reach the broker."""


def client(broker: EmbeddedBroker, role: Role, name: str) -> MqttBus:
    """A client of that role, connected."""
    account = broker.account(role)
    bus = MqttBus(account, f"{account.user}.{name}")
    bus.start()
    bus.wait_connected(CONNECT)
    return bus


class BenchEvening:
    """One selected table with a page. It throws or draws things of one kind."""

    def __init__(self, house: Application, game: str = GAME, kind: str = KIND) -> None:
        self.house, self.game, self.kind = house, game, kind
        self.random, self.ids = Random(1), count()
        self.table, self.page = self.sit()

    def sit(self) -> tuple[str, StreamPage]:
        table = self.house.sessions.open(self.game)
        return table, StreamPage(self.house.port, table, f"{COOKIE}={self.key()}")

    def key(self) -> str:
        """The stream of one more tablet. The server limits streams per device, and learns late that a page was closed."""
        devices = self.house.devices
        return devices.accept(devices.invite("", TABLE))[1]

    def roll(self) -> Prompt:
        """Return the next roll or draw that is on the page. Answer other prompts by hand."""
        while True:
            picture = self.house.sessions.snapshot(self.table)
            if not picture.open:
                self.page.close()
                self.table, self.page = self.sit()
                continue
            for prompt in picture.open:
                if prompt.kind in {"roll", "draw"} and self.kind in prompt.of and not prompt.locked:
                    self.page.wait_with(prompt.id)
                    return prompt
            self.by_hand(self.asked(picture.open))

    def asked(self, open: Collection[Prompt]) -> Prompt:
        """Answer prompts on the way to a roll, except menus, which end a story early."""
        return self.random.choice([prompt for prompt in open if prompt.at != MENU])

    def readings(self, folder: Path, times: int) -> list[float]:
        """Milliseconds from handing a reading to the outbox to the verdict on the page."""
        assert self.house.broker is not None
        bus = client(self.house.broker, "reader", "bench")
        outbox = Outbox(folder / "bench.db")
        sender = OutboxSender(bus, outbox, self.house.settings.place, "vision-bench", time.monotonic)
        samples = []
        for _ in range(times):
            samples.append(self.reading(sender))
            until(lambda: not outbox.waiting)  # people throw again when the last throw is long acknowledged
        bus.stop()
        outbox.close()
        return samples

    def reading(self, sender: OutboxSender) -> float:
        prompt = self.roll()
        reading = self.seen(prompt)
        start = perf_counter()
        sender.put(reading)
        return 1000 * (self.page.wait_without(prompt.id) - start)

    def seen(self, prompt: Prompt) -> Reading:
        """Return the reading of a prompt's things, drawn at random."""
        expect = expect_of(self.house.sessions.snapshot(self.table)).expect
        seen = tuple(SeenObject(self.kind, face, 0.99) for face in prompts.roll_virtually(prompt, self.random))
        return Reading("", self.house.settings.place, "vision/bench", "", 0, expect, prompt.zone, seen)

    def by_hand(self, prompt: Prompt) -> None:
        values = any_values(prompt, self.random)
        self.house.sessions.answer(self.table, Answer(f"bench-{next(self.ids)}", prompt.id, values, prompt.seat))


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that another thread does. Raises SnapshotError."""
    patience = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > patience:
            raise SnapshotError(f"A reading was not acknowledged within {PATIENCE:g} s.")
        time.sleep(0.002)


@contextmanager
def evening(settings: Settings, game: str = GAME, kind: str = KIND) -> Iterator[BenchEvening]:
    """The server and one game in it."""
    house = Application(settings)
    try:
        house.start()
        play = BenchEvening(house, game, kind)
        yield play
        play.page.close()
    finally:
        house.stop()
