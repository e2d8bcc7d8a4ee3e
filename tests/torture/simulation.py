"""One run of the simulation: a seed decides which action or fault comes when, and the log of it."""

from __future__ import annotations

import hashlib
import logging
import shutil
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from companion import games
from tests.new_log import new_log
from tests.torture import actions, checks, faults
from tests.torture.machine import Died, Idle
from tests.torture.model import Broken, Invariant
from tests.torture.privacy import look_at_said
from tests.torture.world import Parts, World

OWN = Path(__file__).parent / "own"
MEMORY = Path("/dev/shm")
LAST = 40  # lines of the log that a violation shows
REST = 250  # steps after which everything is mended and looked at
LIFE = 1000  # steps of one world
GAMES = ("cellar",) * 6 + ("planted_duel",) * 3 + ("mansions",)
"""By seed: the first is quick, the others are real."""

Action = Callable[[World, Random], str]
ACTIONS: tuple[tuple[float, Action], ...] = (
    (30.0, actions.carry),
    (9.0, actions.tick),
    (16.0, actions.throw),
    (6.0, actions.lay_tag),
    (7.0, actions.look),
    (18.0, actions.tap),
    (2.0, actions.by_chance),
    (3.0, actions.once_more),
    (2.0, actions.settle_doubt),
    (0.7, actions.dismiss),
    (0.6, actions.undo),
    (0.4, actions.redo),
    (0.6, actions.amend),
    (2.0, actions.decide),
    (0.15, actions.choose_source),
    (0.5, actions.light),
    (2.5, faults.doom),
    (0.5, faults.kill),
    (10.0, faults.start),
    (1.5, faults.cut),
    (14.0, faults.connect),
    (1.0, faults.notice),
    (0.4, faults.broker_dies),
    (8.0, faults.broker_begins),
    (2.0, faults.save),
    (1.0, faults.repeat),
    (0.15, faults.power_cut),
    (0.15, faults.lose_outbox),
    (0.5, faults.refuse),
    (0.5, faults.database_goes),
    (4.0, faults.accept),
    (0.7, faults.jump),
    (0.7, faults.sense),
)
WEIGHTS, WHICH = tuple(weight for weight, _ in ACTIONS), tuple(deed for _, deed in ACTIONS)


@dataclass(frozen=True, slots=True)
class Found:
    """An invariant that broke, and how it came to that."""

    step: int
    broken: Broken
    story: tuple[str, ...]  # the last lines of it


class Simulation:
    """The same seed goes the very same way."""

    def __init__(self, seed: int, parts: Parts | None = None, trace: Callable[[str], None] | None = None) -> None:
        self.random, self.parts = Random(seed), parts or Parts()
        self.game = GAMES[seed % len(GAMES)]
        self.steps = 0  # in which something was done
        self.idle = 0  # actions without an effect, which are not steps
        self.found: list[Found] = []
        self.done: Counter[str] = Counter()  # by deed
        self.said: Counter[str] = Counter()  # to wishes of people: "taken", or what kind of no
        self.struck: Counter[str] = Counter()  # deaths, by commit point
        self.written: Counter[str] = Counter()  # what all houses of it have in their databases
        self.sent: list[str] = []  # hashes of all that anybody but a dealer was sent, house by house
        self.secrets = 0  # secret numbers that were entered
        self._hash = hashlib.sha256()
        self._trace = trace
        self._last: deque[str] = deque(maxlen=LAST)

    @property
    def digest(self) -> str:
        """Hash of the whole log."""
        return self._hash.hexdigest()

    def run(self, steps: int, until: Invariant | None = None) -> None:
        """So many steps, in as many houses as it takes; no more once that invariant has broken."""
        while self.steps < steps and not self._has_broken(until):
            with a_house(self.random, self.game, self.parts) as world:
                self._live(world, min(LIFE, steps - self.steps), until)
                self.sent.append(world.sent.hexdigest())
                self.secrets += world.secrets
                self.said.update(world.said)
                self.struck.update(world.deaths.struck)
                self.written.update(world.model.written())

    def _has_broken(self, invariant: Invariant | None) -> bool:
        return any(found.broken.invariant == invariant for found in self.found)

    def _live(self, world: World, steps: int, until: Invariant | None) -> None:
        for step in range(1, steps + 1):
            self._step(world)
            if step % REST == 0 or step == steps:
                self._do(world, "rest", lambda: mended(world, self.random))
            if self._has_broken(until):
                return

    def _step(self, world: World) -> None:
        """Draw actions until one has an effect."""
        self.steps += 1
        while True:
            (deed,) = self.random.choices(WHICH, WEIGHTS)
            if self._do(world, deed.__name__, partial(deed, world, self.random)):
                self.done[deed.__name__] += 1
                return
            self.idle += 1

    def _do(self, world: World, name: str, do: Callable[[], str]) -> bool:
        """Return whether the action had an effect."""
        told = perform(world, do)
        if not isinstance(told, Idle):
            self._tell(f"{self.steps} {name}: {told}")
        self._look_for_broken(world)
        return not isinstance(told, Idle)

    def _look_for_broken(self, world: World) -> None:
        for broken in world.broken:
            self._tell(f"{self.steps} BROKEN {broken.invariant}: {broken.sentence}")
            self.found.append(Found(self.steps, broken, tuple(self._last)))
        world.broken.clear()

    def _tell(self, line: str) -> None:
        self._hash.update(line.encode())
        self._last.append(line)
        if self._trace is not None:
            self._trace(line)


def perform(world: World, do: Callable[[], str]) -> str:
    """Run one action with the deaths it causes, and check the result. Violations are left in the world."""
    try:
        told = do()
    except Died as death:
        told = str(death)
        world.kill(death.who)
    except Exception as error:  # noqa: BLE001  whatever the product raises here, it should not
        told = repr(error)
        world.broke("no surprise", told)
    world.drain()
    look_at_said(world)
    return told


def mended(world: World, random: Random) -> str:
    """Everything works again, and all that must hold then is looked at."""
    checks.mend(world)
    checks.look(world, random)
    return "everything is mended"


def twins(seed: int, steps: int) -> tuple[Simulation, Simulation]:
    """The same course twice, but for the numbers that the Dealer fixes in secret: out of reach both, so that the cards decide alike."""
    pair = Simulation(seed, Parts(number="29")), Simulation(seed, Parts(number="30"))
    for one in pair:
        one.run(steps)
    return pair


@contextmanager
def a_house(random: Random, game: str, parts: Parts | None = None) -> Iterator[World]:
    """Start a new world in a temporary folder."""
    with a_folder() as folder:
        new_log(folder).close()  # to make an empty database takes longer than a hundred steps
        world = World(folder, random, game, parts or Parts())
        try:
            yield world
        finally:
            world.close()


@contextmanager
def a_folder() -> Iterator[Path]:
    """Yield a temporary folder, in memory if possible."""
    folder = Path(tempfile.mkdtemp(prefix="torture-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def the_shelf() -> Iterator[None]:
    """Add the games of the torture, and silence logging, because everything fails here."""
    if str(OWN) in games.__path__:
        yield
        return
    games.look_in(OWN)
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        games.look_away(OWN)
