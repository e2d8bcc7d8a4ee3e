"""One run of the simulation: a seed decides which action or fault comes when."""

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
REST = 250  # steps after which everything is repaired and checked
LIFE = 1000  # steps of one world
GAMES = ("cellar",) * 6 + ("draw_your_weapon",) * 3 + ("mansions",)
"""By seed: the first is quick, the others are real."""

Action = Callable[[World, Random], str]
WEIGHTS: dict[Action, float] = {
    actions.carry: 30.0,
    actions.tick: 9.0,
    actions.throw: 16.0,
    actions.lay_tag: 6.0,
    actions.look: 7.0,
    actions.tap: 18.0,
    actions.by_chance: 2.0,
    actions.once_more: 3.0,
    actions.settle_doubt: 2.0,
    actions.dismiss: 0.7,
    actions.undo: 0.6,
    actions.redo: 0.4,
    actions.amend: 0.6,
    actions.decide: 2.0,
    actions.choose_source: 0.15,
    actions.light: 0.5,
    faults.doom: 2.5,
    faults.kill: 0.5,
    faults.start: 10.0,
    faults.cut: 1.5,
    faults.connect: 14.0,
    faults.broker_dies: 0.4,
    faults.broker_begins: 8.0,
    faults.save: 2.0,
    faults.power_cut: 0.15,
    faults.lose_outbox: 0.15,
    faults.refuse: 0.5,
    faults.database_goes: 0.5,
    faults.accept: 4.0,
    faults.jump: 0.7,
}


@dataclass(frozen=True, slots=True)
class Found:
    """A broken invariant, with the last lines of the log."""

    step: int
    broken: Broken
    story: tuple[str, ...]


class Simulation:
    """A run that is the same for the same seed."""

    def __init__(self, seed: int, parts: Parts | None = None) -> None:
        self.seed, self.random, self.parts = seed, Random(seed), parts or Parts()
        self.steps = 0  # actions with an effect
        self.found: list[Found] = []
        self.trace: list[str] = []
        self.deaths: Counter[str] = Counter()  # by commit point
        self.written: Counter[str] = Counter()  # rows of all databases, by kind
        self._last: deque[str] = deque(maxlen=LAST)

    @property
    def digest(self) -> str:
        """Hash of the whole log."""
        return hashlib.sha256("".join(self.trace).encode()).hexdigest()

    def run(self, steps: int, until: Invariant | None = None) -> None:
        """Run so many steps, in as many worlds as it takes. Stop once the invariant `until` has broken."""
        while self.steps < steps and not self.has_broken(until):
            with new_world(self.random, GAMES[self.seed % len(GAMES)], self.parts) as world:
                self._live(world, min(LIFE, steps - self.steps), until)
                self.deaths.update(world.deaths.struck)
                self.written.update(world.model.count_rows())

    def has_broken(self, invariant: Invariant | None) -> bool:
        return any(found.broken.invariant == invariant for found in self.found)

    def _live(self, world: World, steps: int, until: Invariant | None) -> None:
        for step in range(1, steps + 1):
            self._step(world)
            if step % REST == 0 or step == steps:
                self._do(world, "rest", partial(repaired, world, self.random))
            if self.has_broken(until):
                return

    def _step(self, world: World) -> None:
        """Draw actions until one has an effect."""
        self.steps += 1
        is_done = False
        while not is_done:
            (action,) = self.random.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()))
            is_done = self._do(world, action.__name__, partial(action, world, self.random))

    def _do(self, world: World, name: str, do: Callable[[], str]) -> bool:
        """Return whether the action had an effect."""
        line = perform(world, do)
        if not isinstance(line, Idle):
            self._log(f"{self.steps} {name}: {line}")
        for broken in world.broken:
            self._log(f"{self.steps} BROKEN {broken.invariant}: {broken.sentence}")
            self.found.append(Found(self.steps, broken, tuple(self._last)))
        world.broken.clear()
        return not isinstance(line, Idle)

    def _log(self, line: str) -> None:
        self.trace.append(line)
        self._last.append(line)


def perform(world: World, do: Callable[[], str]) -> str:
    """Run one action with the deaths it causes, and check the result. Violations are left in the world."""
    try:
        line = do()
    except Died as death:
        line = str(death)
        world.kill(death.who)
    except Exception as error:  # noqa: BLE001  whatever the product raises here, it should not
        line = repr(error)
        world.broke("no surprise", line)
    world.drain()
    look_at_said(world)
    return line


def repaired(world: World, random: Random) -> str:
    """Repair everything, and check what must hold then."""
    checks.repair_all(world)
    checks.check(world, random)
    return "everything is repaired"


@contextmanager
def new_world(random: Random, game: str, parts: Parts) -> Iterator[World]:
    """Start a new world in a temporary folder, in memory if possible."""
    folder = Path(tempfile.mkdtemp(prefix="torture-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        new_log(folder).close()  # to make an empty database takes longer than a hundred steps
        world = World(folder, random, game, parts)
        try:
            yield world
        finally:
            world.close()
    finally:
        shutil.rmtree(folder)


@contextmanager
def own_games() -> Iterator[None]:
    """Add the games of the torture, and silence logging, because everything fails here."""
    games.look_in(OWN)
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        games.look_away(OWN)
