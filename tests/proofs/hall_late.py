"""`./table prove hall_late`: five hundred tables that have been played for hours, while a worker dies every half minute."""

from __future__ import annotations

from tests.hall.convention import LAMPS, LATE_SECONDS, WORKERS, held_late
from tests.proofs.proof import Numbers, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError."""
    return held_late(seed, LAMPS, WORKERS, LATE_SECONDS, tell)
