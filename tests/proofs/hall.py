"""`./table prove hall`: five hundred tables on three workers for ten minutes, while workers and the broker die."""

from __future__ import annotations

from tests.hall.convention import LAMPS, SECONDS, WORKERS, held
from tests.proofs.proof import Numbers, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError."""
    return held(seed, LAMPS, WORKERS, SECONDS, tell)
