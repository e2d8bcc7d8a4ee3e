"""Thousands of power cuts: published results survive, data is whole, and the server starts."""

from __future__ import annotations

import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.powerloss.cutting import losses
from tests.powerloss.journal import record
from tests.powerloss.workloads import FAULTS
from tests.proofs.proof import Numbers, ProofError, Tell

SOUND = {"play": 3000, "outbox": 2000, "kept": 2000, "kits": 1000, "backups": 1000}
"""Workload -> power cuts."""
FAULTY = (
    "play-normal",
    "play-off",
    "kept-unsynced",
    "kept-unnamed",
    "kept-overwritten",
    "kits-unsynced",
    "backups-unsynced",
)
FEW = 200  # cuts until a fault must have been found


def prove(seed: int, tell: Tell) -> Numbers:
    """Takes about four minutes. Raises ProofError."""
    logging.disable(logging.WARNING)  # damage by injected faults is logged hundreds of times
    with TemporaryDirectory() as folder:
        place = Path(folder)
        journals = record(place / "disk", *SOUND, *FAULTY)
        done = {name: len(journals[name]) for name in SOUND}
        for name, cuts in SOUND.items():
            tell(f"{name}: {cuts} power cuts among {done[name]} changes")
            for loss in losses(name, journals[name], place, seed, cuts):
                raise ProofError(f"{loss.workload}, cut after {loss.moment} changes, seed {seed}: {loss.why}")
        found = {name: sum(1 for _ in losses(name, journals[name], place, seed, FEW)) for name in FAULTY}
    if missed := [name for name, many in found.items() if not many]:
        raise ProofError(f"not found with seed {seed}: {', '.join(missed)}")
    faults = {name: f"{many} of {FEW} cuts" for name, many in found.items()}
    return {
        "power cuts": sum(SOUND.values()),
        "lost": 0,
        "changes": done,
        "faults found": faults,
        "faults": len(FAULTS),
    }
