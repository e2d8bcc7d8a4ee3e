"""Measure a reading up to its resolution: from MQTT, through the rules and a durable commit, to the displays.

A display sees it resolved once it gets the public event with the roll, which is published after the commit. The
public state follows, and the reader gets its acknowledgement. The floor is the echo of a reading over two hops: one before each
reading, each after QUIET without work, because a throw comes to a waiting table. So both find
the machine as cold, and whatever else it does falls on both; reader and display are a process of their own for both. The echo has
no disk. A block there is measured separately, and so are echoes in a row, which find everything warm.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.messaging import Message, Outbox
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.messaging.outbox import add_window
from companion.schema import Ack, Prompt, Reading, codec, topics
from companion.settings import BrokerSettings, Settings
from tests.bench import floors
from tests.bench.evening import ECHOED, GAME, KIND, BenchEvening, client, evening
from tests.bench.http_page import SnapshotError
from tests.bench.line import BenchLine, make_line, p99
from tests.bench.reader_process import READER, BenchTable, Heard, Thrown, others

T = TypeVar("T")
ROUNDS = 5
"""Turns of echoes and readings."""
SAMPLES = 400
"""Samples of each kind per turn."""
ROW = 100
"""Echoes in a row in a turn."""
QUIET = 0.02
"""s before each echo and each reading: what a page still does with the last one is over by then."""
DRAWS = 80
"""Tokens per turn: another game, to check that the game does not matter."""
MOST_P50, MOST_P99 = 2.6, 3.0
"""Times the echo's own."""
MEANS = "a display hears what was rolled, after the commit"


def lines(rounds: int = ROUNDS, samples: int = SAMPLES, draws: int = DRAWS) -> Iterator[BenchLine]:
    """Median and 99 %, with those of the echo, another game's, and the disk's."""
    rolled: list[Heard] = []
    drawn: list[Heard] = []
    hops: list[float] = []
    row: list[float] = []
    blocks: list[float] = []
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        hop = stack.enter_context(echoing(folder / "echo"))
        roll = stack.enter_context(resolving(folder / "rolls", GAME, KIND))
        draw = stack.enter_context(resolving(folder / "draws", "arkham", "token"))
        for _ in range(rounds):
            row += [hop() for _ in range(ROW)]
            for _ in range(samples):
                tell = roll.ready()
                hops.append(quietly(hop))
                rolled.append(quietly(tell))
            drawn += [quietly(draw.ready()) for _ in range(draws)]
            blocks += floors.sync()
    ways: Mapping[str, Callable[[Heard], float]] = {
        "resolution": lambda one: one.resolved,
        "ack": lambda one: one.acknowledged,
        "state": lambda one: one.told,
    }
    for to, way in ways.items():
        bars, means = ((MOST_P50, MOST_P99), MEANS) if to == "resolution" else ((None, None), None)
        took = [way(one) for one in rolled]
        yield make_line(f"path.reading_to_{to}", "ms", took, hops).limited(bars[0]).explained(means)
        yield make_line(f"path.reading_to_{to}_p99", "ms", took, hops, p99, beside=p99).limited(bars[1])
    yield make_line("path.token_to_resolution", "ms", [one.resolved for one in drawn], hops)
    yield make_line("path.echo_in_a_row", "ms", row, hops)
    yield make_line("path.echo_in_a_row_p99", "ms", row, hops, p99, beside=p99)
    yield make_line("path.block_on_the_disk", "ms", blocks, hops)


def quietly(act: Callable[[], T]) -> T:
    """After QUIET."""
    time.sleep(QUIET)
    return act()


class Resolving:
    """A server with a game, a page, and the next throw."""

    def __init__(self, play: BenchEvening, outbox: Outbox, throw: Callable[[Thrown], Heard]) -> None:
        self._play, self._outbox, self._throw = play, outbox, throw

    def ready(self) -> Callable[[], Heard]:
        """Prepare a prompt that is on the page and before the reader. Return the function that answers it. Raises SnapshotError."""
        prompt = self._play.roll()
        reading = self._outbox.put(self._play.seen(prompt))
        payload = add_window(codec.encode(reading), reading.seq).decode()
        rev = self._play.house.sessions.snapshot(self._play.table).rev
        return partial(self._tell, prompt, reading, Thrown(payload, reading.seq, rev))

    def _tell(self, prompt: Prompt, reading: Reading, thrown: Thrown) -> Heard:
        heard = self._throw(thrown)
        self._outbox.acknowledge(Ack(reading.epoch, reading.seq))
        if any(asked.id == prompt.id for asked in self._play.house.sessions.snapshot(self._play.table).open):
            raise SnapshotError(f"The reading {reading.id} did not answer {prompt.id}.")
        return heard


@contextmanager
def echoing(folder: Path) -> Iterator[Callable[[], float]]:
    """Measure two hops over a separate broker, there and back, in milliseconds."""
    broker = EmbeddedBroker(folder)
    broker.start()
    rules = client(broker, "rules", "other")

    def returned(message: Message) -> None:
        rules.publish(topics.ack("lamp", READER), message.payload)
        message.ack()

    rules.subscribe(topics.reading("lamp", READER), returned)
    echoed = Thrown(codec.encode(ECHOED).decode())
    try:
        with others(BenchTable("lamp", broker.account("reader"))) as throw:
            throw(echoed)
            yield lambda: throw(echoed).acknowledged
    finally:
        rules.stop()
        broker.stop()


@contextmanager
def resolving(folder: Path, game: str, kind: str) -> Iterator[Resolving]:
    """Start a server in that folder, with a game and things of a kind."""
    settings = Settings(data=folder, bind="127.0.0.1", port=0, broker=BrokerSettings())
    with evening(settings, game, kind) as play:
        broker = play.house.broker
        assert broker is not None
        outbox = Outbox(folder / "bench.db")
        table = BenchTable(settings.place, broker.account("reader"), broker.account("display"))
        try:
            with others(table) as throw:
                yield Resolving(play, outbox, throw)
        finally:
            outbox.close()
