"""`./table prove soak`: eight hours of play at speed, 20,000 answers, and nothing of it is left in memory or handles."""

from __future__ import annotations

from tests.proofs.proof import Numbers, Tell
from tests.soak.eight_hours import ANSWERS, soaked


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError."""
    return soaked(seed, ANSWERS, tell)
