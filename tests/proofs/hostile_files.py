"""Ten thousand spoilt files at each entrance: taken, or refused with a sentence, within a second, and in bounded memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.hostile.entrances import ENTRANCES
from tests.proofs.proof import ROOT, NotProven, Numbers, Tell

EACH = 10_000
MOST_GROWTH = 10.0  # MB that the process of an entrance holds more in the end than after the first 300


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises NotProven with what was found first."""
    numbers: dict[str, Any] = {}
    for entrance in ENTRANCES:
        found = fuzzed(entrance.name, seed)
        if found["wrongs"]:
            raise NotProven(f"{entrance.name}, seed {seed}: {len(found['wrongs'])}: {found['wrongs'][0]}")
        if found["MB grown"] > MOST_GROWTH:
            raise NotProven(f"{entrance.name}, seed {seed}: its process has grown by {found['MB grown']} MB")
        del found["wrongs"]
        tell(f"{entrance.name}: {found}")
        numbers[entrance.name] = found
    return {"files at each entrance": EACH, "entrances": numbers}


def fuzzed(name: str, seed: int) -> dict[str, Any]:
    """What a process of its own found: its memory is no other entrance's."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_DATA_HOME": str(Path(folder) / "data")}
        done = subprocess.run(
            [sys.executable, "-m", "tests.hostile.one", name, str(EACH), str(seed), folder],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what the libraries of OpenCV say of damaged pictures
            text=True,
            check=False,
        )
    if done.returncode:
        raise NotProven(f"{name}, seed {seed}: its process ended with {done.returncode}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told
