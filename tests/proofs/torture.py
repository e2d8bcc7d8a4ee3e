"""A million steps of the simulator over two hundred seeds, and no broken invariant."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from tests.proofs.proof import Numbers, ProofError, Tell
from tests.torture.simulation import Simulation, the_shelf, twins

SEEDS, STEPS = 200, 5000
PROCESSES = 2
TWIN = 1000  # steps of two courses that differ in what the Dealer fixes in secret


@dataclass(frozen=True, slots=True)
class Went:
    """How one course went."""

    seed: int
    steps: int  # in which something was done
    idle: int  # actions without an effect, which are not steps
    digest: str
    broken: tuple[str, ...]
    deeds: Counter[str]
    said: Counter[str]  # to wishes: "taken", or what kind of no
    deaths: Counter[str]  # by commit point
    written: Counter[str]
    secrets: int = 0  # numbers that a Dealer fixed, in a course and in its twin


def prove(seed: int, tell: Tell) -> Numbers:
    """`seed` is that of the first run. The others follow it."""
    went = []
    os.environ["PYTHONHASHSEED"] = "0"  # as `./table torture` has it: a seed that fails here is replayed there
    afresh = get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, afresh, os.nice, (5,)) as processes:  # at low priority
        for one in processes.map(course, range(seed, seed + SEEDS)):
            went.append(one)
            for sentence in one.broken[:3]:
                tell(f"seed {one.seed}: {sentence}")
            if len(went) % 10 == 0:
                tell(f"{sum(each.steps for each in went)} steps")
    return numbers(went)


def course(seed: int, steps: int = STEPS, twin: int = TWIN) -> Went:
    """Run one seed, in a separate process."""
    secrets = 0
    with the_shelf():
        found = Simulation(seed)
        found.run(steps)
        broken = tuple(f"step {one.step}: {one.broken.invariant}: {one.broken.sentence}" for one in found.found)
        if found.game == "planted_duel":
            one, other = twins(seed, twin)
            secrets = one.secrets
            if one.sent != other.sent:
                broken = (*broken, "somebody but the Dealer is sent what hangs on the secret number")
    return Went(
        seed,
        found.steps,
        found.idle,
        found.digest,
        broken,
        found.done,
        found.said,
        found.struck,
        found.written,
        secrets,
    )


def numbers(went: list[Went]) -> Numbers:
    """Raises ProofError."""
    violations = sum(len(one.broken) for one in went)
    if violations:
        worst = next(one for one in went if one.broken)
        replay = f"./table torture --seed {worst.seed} --steps {STEPS}"
        raise ProofError(f"{violations} violations, the first with seed {worst.seed}: {worst.broken[0]} ({replay})")
    return {
        "steps": sum(one.steps for one in went),
        "seeds": len(went),
        "idle_deeds_not_counted": sum(one.idle for one in went),
        "violations": violations,
        "secret_numbers_that_nobody_was_told": sum(one.secrets for one in went),
        "said_to_wishes": dict(sorted(_sum(one.said for one in went).items())),
        "written": dict(sorted(_sum(one.written for one in went).items())),
        "deaths": dict(sorted(_sum(one.deaths for one in went).items())),
        "deeds": dict(sorted(_sum(one.deeds for one in went).items())),
    }


def _sum(counters: Iterator[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counter in counters:
        total.update(counter)
    return total
