"""Measure five hundred tables in one hall, each with a tablet and a prompt every ten seconds."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.hall.costs import Costs
from tests.hall.evening import LostReadingError, check, check_told, killing
from tests.hall.measured import Span, outside, part
from tests.hall.stage import Stage
from tests.proofs.proof import Numbers, ProofError

LAMPS, WORKERS, SECONDS = 500, 3, 600.0
EVERY = 10.0  # s between two prompts of a table
KILLS = 20.0  # s between two kills of a worker
GAMES = ("pips", "arkham", "pips", "nemesis", "pips", "mansions", "pips", "draw_your_weapon")
"""Half of the tables throw each time; the others also tap, for prompts without dice."""
LATE = 1500  # entries of a game that has been played for hours
LATE_SECONDS = 240.0
MOST_P99, MOST_LATE_P99 = 200.0, 250.0  # ms from a reading to its commit while workers die
UNTOLD = 1.5  # s after a death in which tables may still show an answered question
MOST_ABSENCE = 1500.0  # ms, 99th percentile of a tablet's absence from its table
MOST_PROCESSOR = 13.0  # ms of a worker's processor time per answer


def held(seed: int, lamps: int, workers: int, seconds: float, tell: Callable[[str], None]) -> Numbers:
    """Raises ProofError."""
    return _held(Stage(lamps, workers, GAMES), seed, seconds, MOST_P99, tell)


def held_late(seed: int, lamps: int, workers: int, seconds: float, tell: Callable[[str], None]) -> Numbers:
    """Measure the same with long games. Raises ProofError."""
    return _held(Stage(lamps, workers, GAMES, entries=LATE), seed, seconds, MOST_LATE_P99, tell)


def _held(stage: Stage, seed: int, seconds: float, most: float, tell: Callable[[str], None]) -> Numbers:
    try:
        tell(f"{len(stage.lamps)} tables are laid")
        found = play(stage, seed, seconds, KILLS, tell)
        tell(f"{found}")
        if wrong := beyond(found, most):
            raise ProofError(f"{'; '.join(wrong)}. {found}")
        return found
    except LostReadingError as error:
        tell(stage.last_words())
        raise ProofError(f"{error} Seed {seed}.") from error
    finally:
        stage.stop()


def beyond(found: Mapping[str, Any], most: float) -> list[str]:
    """The exceeded limits."""
    limits = (
        ("ms from a reading to its commit", found["reading to commit, ms"]["p99"], most),
        ("ms of a tablet without its table", found["pages"]["absences, ms"]["p99"], MOST_ABSENCE),
        (
            "ms of a worker's processor an answer",
            found["costs"]["ms of a processor an answer"]["workers"],
            MOST_PROCESSOR,
        ),
    )
    return [
        f"{value} {what} in the slowest hundredth, or on average, and {limit:g} are allowed"
        for what, value, limit in limits
        if value > limit
    ]


def play(stage: Stage, seed: int, seconds: float, kills: float, tell: Callable[[str], None]) -> Mapping[str, Any]:
    """Play an evening in which a worker is killed every so many seconds, and the broker once. Raises
    LostReadingError.
    """
    began = load()
    stage.wait_ready()
    stage.wait_told()
    over = threading.Event()
    crowd = stage.crowd(seconds, EVERY, seed)
    costs = Costs(stage)
    with ThreadPoolExecutor(1) as pool:
        killed = pool.submit(killing, stage, kills, seconds / 2 + kills / 2, over, tell)
        said = crowd.said()
        over.set()
        deaths = killed.result()
    check_told(stage)
    numbers = check(stage, said, (*deaths.broker, *(Span(at, at + UNTOLD) for at in deaths.workers)))
    answers = numbers["answered"] + said["counts"].get("tapped", 0)
    took, seen = outside(said["laid"], deaths.broker), outside(said["laid"], deaths.broker, "shown")
    calm = outside(said["laid"], (*deaths.broker, *(Span(at, at + 1) for at in deaths.workers)))
    absences = sorted(seconds for at, seconds in said["absences"] if not any(span.has(at) for span in deaths.broker))
    return {
        "tables": len(stage.lamps),
        "workers": len(stage.workers),
        "load of the machine": [began, load()],
        "readings": numbers,
        "taps": said["counts"].get("tapped", 0),
        "workers killed": len(deaths.workers),
        "broker restarts": len(deaths.broker),
        "readings while the broker was away": len(said["laid"]) - len(took),
        "reading to commit, ms": parts(took),
        "without the second after a death, ms": parts(calm),
        "reading to page, ms": parts(seen),
        "sent more than once": sum(one["sent"] > 1 for one in said["laid"]),
        "pages": {"open": said["streams"], "kB": round(said["streamed"] / 1000), "absences, ms": parts(absences)},
        "costs": costs.of(answers),
    }


def parts(sorted_: Sequence[float]) -> Mapping[str, float]:
    """Quantiles in ms, of values in s."""
    return {
        "number": len(sorted_),
        "median": part(sorted_, 0.5),
        "p99": part(sorted_, 0.99),
        "longest": part(sorted_, 1),
    }


def load() -> float:
    """Load average of the last minute."""
    return round(os.getloadavg()[0], 1)
