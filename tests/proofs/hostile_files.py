"""Ten thousand spoilt files at each entrance: taken, or refused with a sentence, within a second, and in bounded memory."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.hostile.entrances import ENTRANCES
from tests.proofs.proof import ROOT, Numbers, ProofError, Tell

EACH = 10_000
MOST_GROWTH = 10.0  # MB that the process of an entrance holds more in the end than after the first half
SHARED, ROOM = Path("/dev/shm"), 4_000_000_000  # bytes
AT_ONCE = 2  # entrances; a wait of more than a second is looked at again
GROWN = "MB grown in the second half"


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError with what was found first."""
    numbers: dict[str, Any] = {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = {entrance.name: pool.submit(fuzzed, entrance.name, seed) for entrance in ENTRANCES}
        try:
            for name, found in running.items():
                numbers[name] = judged(name, seed, found.result())
                tell(f"{name}: {numbers[name]}")
        finally:
            pool.shutdown(cancel_futures=True)
    return {"files at each entrance": EACH, "entrances": numbers}


def judged(name: str, seed: int, found: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers of an entrance. Raises ProofError."""
    wrongs = found.pop("wrongs")
    if wrongs:
        raise ProofError(f"{name}, seed {seed}: {len(wrongs)}: {wrongs[0]}")
    if found[GROWN] > MOST_GROWTH:
        raise ProofError(f"{name}, seed {seed}: its process has grown by {found[GROWN]} MB")
    return found


def in_memory() -> str | None:
    """A folder in memory, where there is one with room: a disk takes longer to empty a file than its reader does to read it."""
    return str(SHARED) if SHARED.is_dir() and shutil.disk_usage(SHARED).free > ROOM else None


def fuzzed(name: str, seed: int) -> dict[str, Any]:
    """Run an entrance in a separate process, so that its memory is measured alone."""
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        environment = {**os.environ, "XDG_DATA_HOME": str(Path(folder) / "data")}
        done = subprocess.run(
            [sys.executable, "-m", "tests.hostile.files", name, str(EACH), str(seed), folder],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what the libraries of OpenCV say of damaged pictures
            text=True,
            check=False,
        )
    if done.returncode:
        raise ProofError(f"{name}, seed {seed}: its process ended with {done.returncode}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told
