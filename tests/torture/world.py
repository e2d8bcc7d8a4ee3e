"""The simulated processes and connections, and the operations on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion.errors import LamplightError, StoreError
from companion.messaging import ReadingConsumer
from companion.schema import Prompt, Refused, Seat, SeenObject
from companion.sessions import LogState, SessionManager, TableSnapshot, TagBook, UnknownTableError
from tests.torture.broker import Broker, Client, Packet
from tests.torture.machine import Clock, DeathPlan, Died, Idle, delete_database
from tests.torture.model import Broken, Invariant, Model
from tests.torture.processes import PLACE, TAGS, Display, Reader, Rules
from tests.torture.storage import RULES, DyingLog, DyingOutbox

CAMERA, BAG = "vision/cam0", "bridge/bag"
DISPLAYS = ("panel", "wall")


@dataclass(slots=True)
class Wish:
    """A request of a page, which may be repeated or late."""

    table: str
    words: str
    do: Callable[[SessionManager], object]
    answer: str = ""  # the id of the answer that it is, "" = it is another command


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a world. A mutant replaces one."""

    log: Callable[..., DyingLog] = DyingLog
    rules: Callable[..., Rules] = Rules
    hall: Callable[..., SessionManager] = SessionManager
    consumer: type[ReadingConsumer] = ReadingConsumer
    outbox: Callable[..., DyingOutbox] = DyingOutbox
    reader: Callable[..., Reader] = Reader
    client: Callable[..., Client] = Client
    game: str = ""  # "" = as the seed says


class World:
    """All processes, connections and files of one simulation."""

    def __init__(self, folder: Path, random: Random, game: str, parts: Parts) -> None:
        self.random, self.game, self.parts = random, parts.game or game, parts
        self.clock, self.deaths, self.broker = Clock(), DeathPlan(), Broker()
        self.broken: list[Broken] = []
        self.database = folder / "log.db"
        self.outboxes = {source: folder / f"{source.replace('/', '-')}.db" for source in (CAMERA, BAG)}
        self.taught = folder / "tags.json"
        self.model = Model(self.database)
        self.rules: Rules | None = None
        self.readers: dict[str, Reader] = {}
        self.displays: dict[str, Display] = {}
        self.screens: dict[Seat, tuple[str, tuple[Prompt, ...]]] = {}  # what each page showed last
        self.wishes: list[Wish] = []  # sent, and to be sent once more
        self.arrangement = 0  # of the things before the readers
        self.names, self._epochs = count(1), count(1)
        self.begin()

    def begin(self) -> None:
        """Start all processes and open a table."""
        self.start(RULES)
        if self.rules is not None:
            self.rules.hall.open(self.game)
        for who in (*self.outboxes, *DISPLAYS):
            self.start(who)

    # the processes

    @property
    def dead(self) -> tuple[str, ...]:
        return tuple(who for who in (RULES, *self.outboxes, *DISPLAYS) if who not in self.clients)

    def start(self, who: str) -> None:
        """Start a process. Raises Died if it dies at once."""
        bus = self.parts.client(self.broker, who, self.deaths, lasting=who == RULES)
        if who == RULES:
            self._start_rules(bus)
        elif who in self.outboxes:
            self._start_reader(who, bus)
        else:
            self.displays[who] = Display(bus)
            bus.start()

    def _start_rules(self, bus: Client) -> None:
        log = self.parts.log(self.database, self.clock.wall, self.deaths)
        try:
            hall = self.parts.hall(log, Random(self.random.random()), PLACE, TagBook(TAGS, self.taught))
            self.rules = self.parts.rules(log, bus, hall, self.parts.consumer)
            self.rules.start()
        except Died:
            if self.rules is None:
                log.close()
            raise

    def _start_reader(self, source: str, bus: Client) -> None:
        outbox = self.parts.outbox(self.outboxes[source], lambda: f"e{next(self._epochs)}", source, self.deaths)
        self.readers[source] = self.parts.reader(source, outbox, bus, self.clock.monotonic)
        bus.start()

    def kill(self, who: str) -> None:
        """Kill a process. Its files stay, and packets it has sent may still arrive."""
        self.deaths.spare(who)
        if who not in self.clients:
            return
        self.drain()
        bus = self.clients[who]
        bus.die()
        sent = len(self.broker.links[who].up) if bus.is_linked else 0
        self.broker.cut(bus, self.random.randint(0, sent))
        self._let_go(who)

    def _let_go(self, who: str) -> None:
        if who == RULES and self.rules is not None:
            self.rules.log.close()
            self.rules = None
        elif who in self.readers:
            self.readers.pop(who).outbox.close()
        else:
            del self.displays[who]

    def power_cut(self) -> None:
        """Kill everything at once. `tests/powerloss` drops unsynced data."""
        self.broker.die(self.random.randint(0, 3))
        for who in (RULES, *self.outboxes):
            self.kill(who)

    def lose_outbox(self, source: str) -> None:
        """Delete the file of a reader's outbox."""
        if source in self.readers:
            self.drain()
            self.model.note_lost_outbox(self.readers[source].outbox.epoch)
            self.kill(source)
            delete_database(self.outboxes[source])

    @property
    def fails(self) -> bool:
        """Return whether the database of the rules fails."""
        return self.rules is not None and self.rules.log.fails

    def accept(self) -> None:
        """Let the database of the rules work again."""
        if self.rules is not None:
            self.rules.log.refuses = self.rules.log.is_gone = False
            self.rules.log.goes = ""

    # the connections

    @property
    def clients(self) -> dict[str, Client]:
        found = {RULES: self.rules.bus} if self.rules is not None else {}
        found |= {name: reader.bus for name, reader in self.readers.items()}
        return found | {name: display.bus for name, display in self.displays.items()}

    def under_way(self) -> list[tuple[Client, str]]:
        """Return the connections with packets, each with its direction."""
        ways = ((link.client, way, waiting) for link in self.broker.links.values() for way, waiting in link.ways)
        return [(client, way) for client, way, waiting in ways if waiting]

    def carry(self, client: Client, way: str) -> Packet:
        """Deliver the next packet of a connection."""
        return self.broker.receive(self.broker.links[client.name]) if way == "up" else client.hear()

    # what is done

    def settle(self, source: str, zone: str, objects: tuple[SeenObject, ...]) -> str:
        """Put new objects before a running reader."""
        self.arrangement += 1
        reading = self.readers[source].settle(zone, objects, self.clock.wall(), f"throw{self.arrangement}")
        return f"{reading.id} under {reading.expect or 'no question'}"

    def send(self, wish: Wish, again: str = "") -> str:
        """Deliver a page's wish to the rules, with `again` as prefix of the log line for a repeat."""
        if self.rules is None:
            return Idle(f"{again}{wish.words}: nobody hears")
        try:
            wish.do(self.rules.hall)
        except LamplightError as error:
            self._says_no(error)
            return f"{again}{wish.words}: {type(error).__name__} {error}"
        if wish.answer:
            self.model.accepted.add((wish.table, wish.answer))
        return f"{again}{wish.words}: taken"

    def _says_no(self, error: LamplightError) -> None:
        """Refusals belong to the game. A store failure without a failing disk, or another error, is a violation."""
        if not isinstance(error, Refused | UnknownTableError | StoreError) or (
            isinstance(error, StoreError) and not self.fails
        ):
            self.broke("no surprise", f"{error!r}")

    # what is watched

    def picture(self) -> TableSnapshot | None:
        """Return the selected table."""
        return self.rules.hall.snapshot(self.rules.hall.lit) if self.rules is not None and self.rules.hall.lit else None

    def past(self, picture: TableSnapshot) -> Sequence[LogState[Any, Any]]:
        """Return all moments of a table."""
        assert self.rules is not None, "nobody shows a picture"
        with self.rules.log.watched():
            return tuple(picture.moments)

    def find(self, found: Iterable[Broken]) -> None:
        self.broken.extend(found)

    def broke(self, invariant: Invariant, sentence: str) -> None:
        self.broken.append(Broken(invariant, sentence))

    def drain(self) -> None:
        """Check what happened since the last call."""
        for reader in self.readers.values():
            self._drain_reader(reader)
        if self.rules is not None:
            self._drain_rules(self.rules)

    def _drain_reader(self, reader: Reader) -> None:
        for kept in reader.outbox.kept:
            self.find(self.model.note_kept(kept))
        for ack in reader.outbox.forgotten:
            self.find(self.model.note_acknowledged(ack))
        reader.outbox.kept.clear()
        reader.outbox.forgotten.clear()

    def _drain_rules(self, rules: Rules) -> None:
        if rules.log.writes:
            rules.log.writes = 0
            self.find(self.model.check_new())
        self.find(Broken("no surprise", fault) for fault in rules.faults)
        self.find(Broken("what is clear counts", throw) for throw in rules.unanswered)
        rules.faults.clear()
        rules.unanswered.clear()

    def close(self) -> None:
        """Close every file."""
        for who in self.clients:
            self._let_go(who)
        self.model.close()
