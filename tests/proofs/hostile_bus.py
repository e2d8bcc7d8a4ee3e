"""Invalid messages on every topic: no process fails, waits a second, grows or changes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tests.hostile import bus
from tests.proofs.proof import Numbers, Tell

EACH = int(os.environ.get("LAMPLIGHT_EACH", "10000"))  # messages of a channel to each listener
NAMES = 100 * EACH  # of readers that are invented


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder  # folder of custom kits
        said = bus.flood_all(Path(folder), seed, EACH)
        tell(f"{sum(int(str(one['messages'])) for one in said.values())} messages stopped nobody")
    with tempfile.TemporaryDirectory() as folder:
        names = bus.invent_readers(Path(folder), NAMES)
    return {"each": EACH, "listeners": said, "names": names}
