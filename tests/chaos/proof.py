"""The long run: a thousand rolls, a hundred kills, a hundred crash points."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.evening import Evening, harms
from tests.chaos.world import RIGHT, ExpectationError, World
from tests.postgres import Postgres
from tests.proofs.proof import Numbers, ProofError, Tell

ROLLS, KILLS, POINTS = 1000, 100, 100
PARTS = 4  # of the run; in each the real camera's process sees some of the rolls
SEEN = 10  # rolls per part that the real camera sees
OTHERS = 10  # faults per part without a kill
NTH = (2, 7)
NAIVE = 120  # rolls without an inbox, a third of them with a kill
NAIVE_NTH, NAIVE_TIMES = (1, 3), 4  # early passings for fuses; repetitions until a reading counts twice


def chaos(seed: int, tell: Tell, server: Postgres | None = None, also: Sequence[str] = ()) -> Numbers:
    """Run the proof. Raises ProofError. `server` replaces SQLite. `also` adds faults."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        world = World(Path(name) / "world", server.database() if server else "", seed)
        try:
            evening = Evening(world, server, tell)
            _played(evening, also)
            return {**_numbers(evening), "seconds": round(time.monotonic() - began)}
        finally:
            world.close()


def naive(seed: int) -> int:
    """Return how many readings count twice without an inbox."""
    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        world = World(Path(name) / "world", seed=seed, whole=False, naive=True)
        try:
            evening, twice = Evening(world), 0
            world.parts.nth = NAIVE_NTH
            for _ in range(NAIVE_TIMES):
                evening.play(NAIVE, harms(world, NAIVE // 3, 0, NAIVE), every=10 * NAIVE)
                if twice := sum(": the reading" in wrong for wrong in evening.wrongs()):
                    break
            return twice
        finally:
            world.close()


def _played(evening: Evening, also: Sequence[str]) -> None:
    world, rolls = evening.world, ROLLS // PARTS - SEEN
    world.parts.nth = NTH
    try:
        for _ in range(PARTS):
            evening.play(rolls, harms(world, KILLS // PARTS, OTHERS, rolls, also))
            world.see_with("camera")
            evening.play(SEEN, harms(world, 2, 2, SEEN, also))
            world.see_with("light")
        world.quiet()
    except ExpectationError as error:
        raise ProofError(f"after {len(evening.resolved)} rolls: {error}") from error
    if wrongs := evening.wrongs():
        raise ProofError(f"{len(wrongs)} things are wrong: {'; '.join(wrongs[:5])}")
    told = (len(evening.resolved), sum(world.parts.kills.values()), len(world.parts.struck))
    if told < (ROLLS, KILLS, POINTS) or min(told[1] - KILLS, told[2] - POINTS) < 0 or world.slowest > RIGHT:
        raise ProofError(f"rolls, kills and crash points: {told}; right after {world.slowest:.2f} s")


def _numbers(evening: Evening) -> Numbers:
    world = evening.world
    return {
        "rolls": len(evening.resolved),
        "wrong": len(evening.wrongs()),  # resolved twice, lost, stored twice, or a gap in a log
        "kills": sum(world.parts.kills.values()),
        "killed": dict(world.parts.kills),
        "crash_points": len(world.parts.struck),
        "struck": dict(sorted(Counter(world.parts.struck).items())),
        "harms": dict(evening.harms),
        "made_once_more": evening.again,
        "another_table_under_the_lamp": world.lamps,
        "undos": evening.undos,
        "tables": len(world.truth.tables()),
        "readings": len(world.truth.readings()),
        "seen_by_the_real_camera": evening.shown,
        "looks_whether_all_is_right": world.looks,
        "slowest_right_s": round(world.slowest, 3),
    }
