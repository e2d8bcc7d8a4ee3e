"""Five hundred tables in one hall, each with a tablet and something asked of it every ten seconds: what is promised of it, measured."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.hall.costs import Costs
from tests.hall.evening import CONNECTING, TAKE_OVER, LostReadingError, check, killing
from tests.hall.measured import Span, outside, part
from tests.hall.stage import Stage
from tests.proofs.proof import Numbers, ProofError

LAMPS, WORKERS, SECONDS = 500, 3, 600.0
EVERY = 10.0  # s between two prompts of a table
KILLS = 30.0  # s between two kills of a worker
MOST_P99 = 250.0  # ms
MOST_TAKE_OVER = 1.0  # s
GAMES = ("pips", "arkham", "pips", "nemesis", "pips", "mansions", "pips", "draw_your_weapon")
"""Half of the tables throw each time; at the others people tap what no die answers."""
SETTLE = 10.0  # s in which every evening is read
LATE = 1500  # entries of a game that has been played for hours
LATE_SECONDS, LATE_SETTLE = 240.0, 60.0
LATE_FELT = 15.0  # s for which a death is felt there


def held(seed: int, lamps: int, workers: int, seconds: float, tell: Callable[[str], None]) -> Numbers:
    """Raises ProofError."""
    return _held(Stage(lamps, workers, GAMES), seed, seconds, SETTLE, TAKE_OVER, tell)


def held_late(seed: int, lamps: int, workers: int, seconds: float, tell: Callable[[str], None]) -> Numbers:
    """The same late in the evening: each table that is taken over has a long log to be read, and a death is felt for longer, which is
    counted apart. Raises ProofError.
    """
    return _held(Stage(lamps, workers, GAMES, entries=LATE), seed, seconds, LATE_SETTLE, LATE_FELT, tell)


def _held(stage: Stage, seed: int, seconds: float, settle: float, felt: float, tell: Callable[[str], None]) -> Numbers:
    try:
        tell(f"{len(stage.lamps)} tables are laid")
        return _play(stage, seed, seconds, settle, felt, tell)
    except LostReadingError as error:
        tell(stage.last_words())
        raise ProofError(f"{error} Seed {seed}.") from error
    finally:
        stage.stop()


def absences(said: Mapping[str, Any]) -> Mapping[str, float]:
    """How long the page of a tablet was without its table, each time that another worker took it over or was given it."""
    took = sorted(seconds for _, seconds in said["absences"])
    return {"number": len(took), "median": part(took, 0.5), "p99": part(took, 0.99), "longest": part(took, 1)}


def _play(stage: Stage, seed: int, seconds: float, settle: float, felt: float, tell: Callable[[str], None]) -> Numbers:
    stage.wait_served()
    time.sleep(settle)
    over, costs = threading.Event(), Costs(stage)
    crowd = stage.crowd(seconds, EVERY, seed)
    with ThreadPoolExecutor(1) as pool:
        killed = pool.submit(killing, stage, KILLS, seconds / 2 + KILLS / 2, over, tell)
        said = crowd.said()
        over.set()
        deaths = killed.result()
    numbers = check(stage, said, deaths.broker)
    laid = said["laid"]
    spans = [Span(span.begin, span.begin + felt) for span in deaths.spans]
    calm, all_of_them = outside(laid, (*spans, *deaths.broker)), outside(laid, ())
    found = {
        "tables": len(stage.lamps),
        "workers": len(stage.workers),
        "readings": numbers,
        "taps": said["counts"].get("tapped", 0),
        "workers killed": deaths.workers,
        "broker restarts": len(deaths.broker),
        "taken over, s": [round(one, 2) for one in deaths.take_overs],
        "readings left out": f"{len(all_of_them) - len(calm)} in the {felt:g} s after a kill, or while the broker was"
        f" away and {CONNECTING:g} s more",
        "reading to resolution, ms": {"median": part(calm, 0.5), "p99": part(calm, 0.99), "longest": part(calm, 1)},
        "with those left out, ms": {
            "median": part(all_of_them, 0.5),
            "p99": part(all_of_them, 0.99),
            "longest": part(all_of_them, 1),
        },
        "sent more than once": sum(one["sent"] > 1 for one in laid),
        "pages": {"open": said["streams"], "kB": round(said["streamed"] / 1000), "absences, ms": absences(said)},
        "costs": costs.of(numbers["answered"] + said["counts"].get("tapped", 0)),
    }
    tell(f"{found}")
    if part(calm, 0.99) > MOST_P99:
        raise ProofError(
            f"The slowest hundredth took {part(calm, 0.99)} ms and more, {MOST_P99:g} are allowed: {found}"
        )
    if max(deaths.take_overs, default=0) > MOST_TAKE_OVER:
        raise ProofError(f"A take-over took {max(deaths.take_overs):.2f} s, {MOST_TAKE_OVER:g} are allowed: {found}")
    return found
