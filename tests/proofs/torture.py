"""A million steps of the simulator over two hundred seeds, and no broken invariant."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.proofs.proof import Numbers, ProofError, Tell
from tests.torture.simulation import Simulation, own_games

SEEDS, STEPS = 200, 5000
PROCESSES = 2
Counts = tuple[Counter[str], Counter[str]]
"""Deaths by commit point, rows of the databases by kind."""


def prove(seed: int, tell: Tell) -> Numbers:
    """`seed` is that of the first run. The others follow it. Raises ProofError."""
    deaths, written = Counter[str](), Counter[str]()
    os.environ["PYTHONHASHSEED"] = "0"  # as `./table torture` has it: a seed that fails here is replayed there
    with ProcessPoolExecutor(PROCESSES, get_context("spawn"), os.nice, (5,)) as processes:  # at low priority
        for done, counts in enumerate(processes.map(run, range(seed, seed + SEEDS)), 1):
            deaths.update(counts[0])
            written.update(counts[1])
            if done % 10 == 0:
                tell(f"{done * STEPS} steps")
    return {
        "steps": SEEDS * STEPS,
        "seeds": SEEDS,
        "violations": 0,
        "written": dict(sorted(written.items())),
        "deaths": dict(sorted(deaths.items())),
    }


def run(seed: int, steps: int = STEPS) -> Counts:
    """Run one seed, in a separate process. Raises ProofError."""
    simulation = Simulation(seed)
    with own_games():
        simulation.run(steps)
    if found := simulation.found:
        replay = f"./table torture --seed {seed} --steps {steps}"
        raise ProofError(f"{len(found)} violations with seed {seed}: {found[0].broken.sentence} ({replay})")
    return simulation.deaths, simulation.written
