"""1,000 rolls while processes are killed and crash, on SQLite, and a control run without an inbox."""

from __future__ import annotations

from tests.chaos.proof import chaos, naive
from tests.proofs.proof import Numbers, ProofError, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    numbers = chaos(seed, tell)
    if not (wrong := naive(seed)):
        raise ProofError("a house without an inbox passes: what it is tried with is too kind")
    return {**numbers, "counted_twice_without_an_inbox": wrong}
