"""The way of a reading to its resolution: from the bus, through the rules and a durable commit, to what every display is told.

It is resolved for a display once the public event has come that says what was rolled, which is said after the commit; the public
state follows, and the reader hears its acknowledgement. The floor is the echo of a reading over two hops in the same run: both
are measured in turns, so that whatever else the machine does falls on both. The echo has no disk; what a block there takes is
told beside it.
"""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from companion.bench import floors
from companion.bench.evening import GAME, KIND, Evening, client, echo, evening
from companion.bench.hearer import PATIENCE, NoSnapshot
from companion.bench.line import Line, measured, p99
from companion.bus.bus import Message
from companion.bus.outbox import Outbox
from companion.bus.sender import beside
from companion.settings import BrokerSettings, Settings
from companion.wire import codec, topics
from companion.wire.status import Ack

ROUNDS = 5
"""Turns of echoes and readings."""
SAMPLES = 400
"""Of each in a turn."""
DRAWS = 80
"""Tokens in a turn: another game, to see that it is no matter of one."""
MOST_P50, MOST_P99 = 2.6, 3.0
"""Times the echo's own."""
READER = "vision-bench"


@dataclass(frozen=True, slots=True)
class Resolved:
    """Milliseconds after a reading was handed to the bus."""

    resolved: float  # a display heard what was rolled
    told: float  # a display heard the state after it
    acknowledged: float  # the reader heard that it is committed


def lines(rounds: int = ROUNDS, samples: int = SAMPLES, draws: int = DRAWS) -> Iterator[Line]:
    """Median and 99 % beside those of the echo, another game's, and what the disk alone takes."""
    rolled: list[Resolved] = []
    drawn: list[Resolved] = []
    hops: list[float] = []
    blocks: list[float] = []
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        hop = stack.enter_context(echo(folder / "echo"))
        roll = stack.enter_context(resolving(folder / "rolls", GAME, KIND))
        draw = stack.enter_context(resolving(folder / "draws", "arkham", "token"))
        for _ in range(rounds):
            hops += hop(samples)
            rolled += [roll.one() for _ in range(samples)]
            drawn += [draw.one() for _ in range(draws)]
            blocks += floors.sync()
    ways: Mapping[str, Callable[[Resolved], float]] = {
        "resolution": lambda one: one.resolved,
        "ack": lambda one: one.acknowledged,
        "state": lambda one: one.told,
    }
    for to, way in ways.items():
        bars = (MOST_P50, MOST_P99) if to == "resolution" else (None, None)
        took = [way(one) for one in rolled]
        yield measured(f"path.reading_to_{to}", "ms", took, hops, most=bars[0])
        yield measured(f"path.reading_to_{to}_p99", "ms", took, hops, p99, beside=p99, most=bars[1])
    yield measured("path.token_to_resolution", "ms", [one.resolved for one in drawn], hops)
    yield measured("path.block_on_the_disk", "ms", blocks, hops)


class Resolving:
    """A reader and a display at a house of their own, with a page that watches the game."""

    def __init__(self, play: Evening, outbox: Outbox) -> None:
        assert play.house.broker is not None
        self._play, self._outbox, self._place = play, outbox, play.house.settings.place
        self._changed = threading.Condition()
        self._rev, self._acked = -1, 0
        self._resolved_at = self._told_at = self._acked_at = 0.0
        self._reader = client(play.house.broker, "reader", "bench")
        self._display = client(play.house.broker, "display", "bench")
        self._reader.subscribe(topics.ack(self._place, READER), self._on_ack)
        self._display.subscribe(topics.public_event(self._place), self._on_event)
        self._display.subscribe(topics.public_state(self._place), self._on_state)
        self._until(lambda: self._rev >= 0)

    def one(self) -> Resolved:
        """The next thing that is asked for is laid down, and what came of it is heard. Raises NoSnapshot."""
        prompt = self._play.roll()
        reading = self._outbox.put(self._play.seen(prompt))
        payload = beside(codec.encode(reading), reading.seq)
        rev = self._play.house.hall.picture(self._play.table).rev
        self._until(lambda: self._rev >= rev)  # nobody throws before it is asked
        before, self._resolved_at = self._rev, 0.0
        start = perf_counter()
        self._reader.publish(topics.reading(self._place, READER), payload)
        self._until(lambda: self._resolved_at > 0 and self._rev > before and self._acked >= reading.seq)
        self._outbox.acknowledge(Ack(reading.epoch, reading.seq))
        if any(asked.id == prompt.id for asked in self._play.house.hall.picture(self._play.table).open):
            raise NoSnapshot(f"The reading {reading.id} did not answer {prompt.id}.")
        return Resolved(*(1000 * (at - start) for at in (self._resolved_at, self._told_at, self._acked_at)))

    def stop(self) -> None:
        """Both leave the bus."""
        self._reader.stop()
        self._display.stop()

    def _on_event(self, message: Message) -> None:
        at = perf_counter()
        message.ack()
        if json.loads(message.payload)["kind"] == "answer":  # other sentences follow it
            with self._changed:
                self._resolved_at = self._resolved_at or at
                self._changed.notify_all()

    def _on_state(self, message: Message) -> None:
        at = perf_counter()
        message.ack()
        with self._changed:
            self._rev, self._told_at = json.loads(message.payload)["rev"], at
            self._changed.notify_all()

    def _on_ack(self, message: Message) -> None:
        at = perf_counter()
        message.ack()
        with self._changed:
            self._acked, self._acked_at = codec.decode(Ack, message.payload).seq, at
            self._changed.notify_all()

    def _until(self, is_so: Callable[[], bool]) -> None:
        with self._changed:
            if not self._changed.wait_for(is_so, PATIENCE):
                raise NoSnapshot(f"A reading came to nothing within {PATIENCE:g} s.")


@contextmanager
def resolving(folder: Path, game: str, kind: str) -> Iterator[Resolving]:
    """A house in that folder, where things of a kind are laid down at a game."""
    settings = Settings(data=folder, bind="127.0.0.1", port=0, broker=BrokerSettings())
    with evening(settings, game, kind) as play:
        outbox = Outbox(folder / "bench.db")
        lays = Resolving(play, outbox)
        try:
            yield lays
        finally:
            lays.stop()
            outbox.close()
