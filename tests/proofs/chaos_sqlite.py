"""1,000 rolls while processes are killed and crash, on SQLite."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.evening import KILLS, Evening
from tests.chaos.world import RIGHT, ExpectationError, World
from tests.postgres import Postgres
from tests.proofs.proof import Numbers, ProofError, Tell

ROLLS, KILLED, POINTS = 1000, 100, 100
PARTS = 4  # of the run, each with more of the rolls and kills until there are enough crash points
NTH = (2, 7)


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError."""
    return play(seed, tell)


def play(seed: int, tell: Tell, server: Postgres | None = None, kinds: Sequence[str] = KILLS) -> Numbers:
    """Play the thousand rolls. Raises ProofError."""
    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        world = World(Path(name) / "world", seed, server)
        try:
            world.nth = NTH
            evening = Evening(world, tell)
            try:
                for _ in range(PARTS):
                    evening.play(ROLLS // PARTS, KILLED // PARTS, kinds)
            except ExpectationError as error:
                raise ProofError(f"after {len(evening.resolved)} rolls: {error}") from error
            return _numbers(evening)
        finally:
            world.close()


def _numbers(evening: Evening) -> Numbers:
    world = evening.world
    if faults := evening.faults():
        raise ProofError(f"{len(faults)} faults: {'; '.join(faults[:5])}")
    struck, kills = Counter(world.struck()), world.kills.total()
    if kills < KILLED or struck.total() < POINTS or world.slowest > RIGHT:
        raise ProofError(f"{kills} kills, {struck.total()} crash points; right after {world.slowest:.2f} s")
    return {
        "rolls": len(evening.resolved),
        "wrong": 0,  # resolved twice, lost, stored twice, or a gap in a log
        "kills": kills,
        "killed": dict(world.kills),
        "crash_points": struck.total(),
        "struck": dict(sorted(struck.items())),
        "undos": evening.undos,
        "tables": len(world.truth.tables()),
        "readings": len(world.truth.readings()),
        "slowest_right_s": round(world.slowest, 3),
    }
