"""The way of a throw: reading on the bus to verdict on the page, and last motion before the camera to verdict on the page.

A whole house runs in a folder of its own: broker, rules, log on the disk, web server; the page is a stream over HTTP.
The floor is the same payload over two hops of the same kind of broker with nobody in between, and two blocks on the disk:
the outbox's and the log's, because nothing is told that a pulled plug could take back.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from companion.app import House
from companion.bench import camera, floors
from companion.bench.hearer import PATIENCE, NoSnapshot, Page
from companion.bench.line import Line, measured, p95
from companion.bench.rules import any_values
from companion.bus.access import Role
from companion.bus.embedded import Broker
from companion.bus.mqtt import MqttBus
from companion.bus.outbox import Outbox
from companion.bus.sender import Sender
from companion.expecting import expect_of
from companion.settings import BrokerSettings, Settings
from companion.tables import chance
from companion.wire import codec, topics
from companion.wire.prompt import Answer, Prompt
from companion.wire.reading import Reading, Seen

GAME = "mansions"
KIND = "mom_d8"
MENU = "menu"
READINGS = 100
THROWS = 12
CONNECT = 10.0
"""s for a client to reach the broker."""


def lines() -> Iterator[Line]:
    """Both ways, median and 95 %."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        hops = stack.enter_context(echo(folder / "echo"))()
        disk = 2 * median(floors.sync())
        floor = [hop + disk for hop in hops]
        settings = Settings(data=folder / "table", bind="127.0.0.1", port=0, broker=BrokerSettings())
        play = stack.enter_context(evening(settings))
        readings = play.readings(folder, READINGS)
        yield measured("path.reading_to_page", "ms", readings, floor)
        yield measured("path.reading_to_page_p95", "ms", readings, floor, p95)
        throws = play.throws(folder, THROWS)
        yield measured("path.motion_to_page", "ms", throws, floor)
        yield measured("path.motion_to_page_p95", "ms", throws, floor, p95)


@contextmanager
def echo(folder: Path) -> Iterator[Callable[[], list[float]]]:
    """Two hops over a broker of its own."""
    broker = Broker(folder)
    broker.start()
    reader = client(broker, "reader", "one")
    rules = client(broker, "rules", "other")
    payload = codec.encode(Reading("r", "lamp", "vision/bench", "e", 1, objects=(Seen(KIND, "blank", 0.99),) * 3))
    there, back = topics.reading("lamp", "vision-bench"), topics.ack("lamp", "vision-bench")
    try:
        yield lambda: floors.echo(reader, rules, there, back, payload)
    finally:
        reader.stop()
        rules.stop()
        broker.stop()


def client(broker: Broker, role: Role, name: str) -> MqttBus:
    """A client of that role, connected."""
    account = broker.account(role)
    bus = MqttBus(account, f"{account.user}.{name}")
    bus.start()
    bus.wait_connected(CONNECT)
    return bus


class Evening:
    """One table under the lamp, with a page that watches it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.random, self.ids = Random(1), count()
        self.table, self.page = self.sit()

    def sit(self) -> tuple[str, Page]:
        table = self.house.hall.open(GAME)
        return table, Page(self.house.port, table)

    def roll(self, dice: Collection[int] = range(1, 100)) -> Prompt:
        """The next roll of so many dice that stands on the page; what else is asked is answered by hand."""
        while True:
            picture = self.house.hall.picture(self.table)
            if not picture.open:
                self.page.close()
                self.table, self.page = self.sit()
                continue
            for prompt in picture.open:
                if prompt.kind == "roll" and KIND in prompt.of and prompt.most in dice and not prompt.locked:
                    self.page.wait_with(prompt.id)
                    return prompt
            self.by_hand(self.asked(picture.open))

    def asked(self, open: Collection[Prompt]) -> Prompt:
        """What is answered on the way to a roll: no menu, which ends a story before its time."""
        return self.random.choice([prompt for prompt in open if prompt.at != MENU])

    def readings(self, folder: Path, times: int) -> list[float]:
        """Milliseconds from handing a reading to the outbox to the verdict on the page."""
        assert self.house.broker is not None
        bus = client(self.house.broker, "reader", "bench")
        outbox = Outbox(folder / "bench.db")
        sender = Sender(bus, outbox, self.house.settings.place, "vision-bench", time.monotonic)
        samples = []
        for _ in range(times):
            samples.append(self.reading(sender))
            until(lambda: not outbox.waiting)  # people throw again when the last throw is long acknowledged
        bus.stop()
        outbox.close()
        return samples

    def reading(self, sender: Sender) -> float:
        prompt = self.roll()
        expect = expect_of(self.house.hall.picture(self.table)).expect
        seen = tuple(Seen(KIND, face, 0.99) for face in chance.throw(prompt, self.random))
        reading = Reading("", self.house.settings.place, "vision/bench", "", 0, expect, prompt.zone, seen)
        start = perf_counter()
        sender.put(reading)
        return 1000 * (self.page.wait_without(prompt.id) - start)

    def throws(self, folder: Path, times: int) -> list[float]:
        """Milliseconds from the last picture with motion to the verdict on the page."""
        assert self.house.broker is not None
        account, recorded = self.house.broker.account("reader"), camera.throws_of(KIND)
        with camera.started(account, folder / "camera", self.house.settings.place, KIND) as throw:
            samples: list[float] = []
            while len(samples) < times:
                prompt = self.roll(recorded)
                moved = throw(prompt.most)
                if self.page.is_asked_back(prompt.id):  # no verdict to measure: a person would answer now
                    self.by_hand(prompt)
                else:
                    samples.append(1000 * (self.page.wait_without(prompt.id) - moved))
        return samples

    def by_hand(self, prompt: Prompt) -> None:
        values = any_values(prompt, self.random)
        self.house.hall.answer(self.table, Answer(f"bench-{next(self.ids)}", prompt.id, values, prompt.seat))


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that another thread does. Raises NoSnapshot."""
    patience = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > patience:
            raise NoSnapshot(f"A reading was not acknowledged within {PATIENCE:g} s.")
        time.sleep(0.002)


@contextmanager
def evening(settings: Settings) -> Iterator[Evening]:
    """The house, and one evening in it."""
    house = House(settings)
    try:
        house.start()
        play = Evening(house)
        yield play
        play.page.close()
    finally:
        house.stop()
