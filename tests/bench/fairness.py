"""Fair ledgers by the ten thousand, looked at after every throw: how many are accused, and how soon a loaded die is found.

The floor shows the allowed per cent. Then measure the opening time of a ledger of a hundred games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.engine import draw, roll
from companion.fairness.evidence import SELDOM_EXCESS, Floats, needed_nats
from companion.fairness.ledger import Ledger, level
from companion.fairness.played_table import PlayedTable
from companion.fairness.throws import throws
from companion.schema import Answer, Faces, Prompt
from companion.sessions import AnswerGiven, LogEntry
from tests.bench import floors
from tests.bench.line import BenchLine, make_line

Whole: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
LEDGERS, BATCHES, THROWS = 500, 20, 3000  # of a batch; batches; throws of each
LOADED = 1.5  # times its share
BY, PROMISED, ALLOWED = 400, 90.0, 5.0  # throws, per cent found by then, per cent ever reported
DICE = (6, 10, 20)
EVENINGS, ANSWERS = 100, 2000
SIDES: Faces = ("success",) * 3 + ("investigation",) * 2 + ("blank",) * 3
BAG: Faces = ("+1", "0", "0", "-1", "-1", "-1", "-2", "-2", "-3", "-4", "skull", "skull", "cultist", "auto_fail")


def lines() -> Iterator[BenchLine]:
    """In per cent of ledgers, then in ms."""
    random = np.random.default_rng(9)
    one = [100 * accused(fair(random, 6, THROWS), 6, level(1)).mean() for _ in range(BATCHES)]
    yield make_line("fairness.accused.d6", "%", one, [ALLOWED])
    yield make_line("fairness.accused.three_dice", "%", [100 * _three(random) for _ in range(BATCHES)], [ALLOWED])
    shares = np.array([(6 - LOADED) / 30] * 5 + [LOADED / 6])
    found = [100 * accused(_loaded(random, shares), 6, level(1)).mean() for _ in range(BATCHES)]
    yield make_line("fairness.found.d6", "%", found, [PROMISED])
    logs = [_log(random) for _ in range(EVENINGS)]
    evenings = tuple(map(_evening, logs))
    ledger = Ledger(evenings, (("bench", "mom_d8"), ("bench", "token")))
    yield make_line("fairness.fold_evening", "ms", floors.timed(partial(_evening, logs[0]), 20), floors.resume())
    ledger.dice()
    yield make_line("fairness.open_house", "ms", floors.timed(ledger.dice, 5), floors.resume())


def fair(random: np.random.Generator, faces: int, number: int) -> Whole:
    """(ledgers, throws) of one die."""
    return random.integers(0, faces, (LEDGERS, number))


def accused(came: Whole, faces: int, spends: float) -> Truth:
    """(ledgers, throws) of faces -> (ledgers,): was any face ever called unfair, at any look?"""
    many, few = limits(1 / faces, spends / faces, came.shape[1])
    found = np.zeros(len(came), bool)
    for face in range(faces):
        hits = np.cumsum(came == face, axis=1, dtype=np.int32)
        found |= ((hits >= many) | (hits <= few)).any(axis=1)
    return found


@cache
def limits(share: float, spends: float, number: int) -> tuple[Whole, Whole]:
    """After each of so many throws: the fewest hits that are too many, and the most that are too few."""
    many, few = np.full(number, number + 1), np.full(number, -1)
    for throw in range(1, number + 1):
        hits = np.arange(throw + 1.0)
        out = is_ruled_out(share, spends, hits, throw)
        often, seldom = np.flatnonzero(out & (hits > throw * share)), np.flatnonzero(out & (hits < throw * share))
        many[throw - 1] = often[0] if len(often) else number + 1
        few[throw - 1] = seldom[-1] if len(seldom) else -1
    return many, few


def is_ruled_out(share: float, spends: float, hits: Floats, number: int) -> Truth:
    """Return for each count of hits after so many throws whether it speaks against the share."""
    limit = float(needed_nats(spends, np.array(number * share * (1 - share))))
    came = np.clip(hits / number, 1e-12, 1 - 1e-12)
    against = number * (came * np.log(came / share) + (1 - came) * np.log((1 - came) / (1 - share)))
    return np.asarray(against >= np.where(hits > number * share, limit, limit + SELDOM_EXCESS))


def _three(random: np.random.Generator) -> float:
    found = np.zeros(LEDGERS, bool)
    for faces in DICE:
        found |= accused(fair(random, faces, THROWS), faces, level(len(DICE)))
    return float(found.mean())


def _loaded(random: np.random.Generator, shares: Floats) -> Whole:
    return random.choice(len(shares), (LEDGERS, BY), p=shares)


def _log(random: np.random.Generator) -> list[LogEntry[object]]:
    """An evening in which every answer is a throw."""
    return [LogEntry(seq, _given(random, seq)) for seq in range(1, ANSWERS + 1)]


def _given(random: np.random.Generator, seq: int) -> AnswerGiven:
    seat = str(1 + seq % 3)
    prompt: Prompt
    if seq % 2:
        prompt, count = roll(seat, "Roll 3 dice", SIDES, 3, of=("mom_d8",)), 3
        values = tuple(SIDES[place] for place in random.integers(0, len(SIDES), count))
    else:
        prompt = draw(seat, "Draw a token", BAG, of=("token", "tag"))
        values = (BAG[random.integers(0, len(BAG))],)
    return AnswerGiven(Answer(f"a{seq}", f"p{seq}", values, seat, f"r{seq}", "vision/cam0"), prompt, closes=True)


def _evening(log: list[LogEntry[object]]) -> PlayedTable:
    evening = PlayedTable("bench", "bench", "Bench", {}, throws(log, log))
    assert evening.counts_by_group, "an evening of throws has some"
    return evening
