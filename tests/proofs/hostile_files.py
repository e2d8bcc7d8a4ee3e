"""Ten thousand spoilt files at each entrance: taken, or refused with a sentence, within a second, and in bounded memory."""

from __future__ import annotations

import logging
import os
import tempfile
import warnings
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.hostile.entrances import ENTRANCES
from tests.hostile.files import fuzz
from tests.hostile.memory import memory
from tests.proofs.proof import Numbers, ProofError, Tell

EACH = 10_000
MOST_GROWTH = 10_000_000  # bytes in the second half
PROCESSES = 2


def prove(seed: int, tell: Tell) -> Numbers:
    """Raises ProofError with what was found first."""
    numbers: dict[str, Any] = {}
    spawn = get_context("spawn")  # each entrance has a process of its own, so that its memory is measured alone
    with ProcessPoolExecutor(PROCESSES, spawn, max_tasks_per_child=1) as processes:
        for numbers_of in processes.map(partial(fuzz_entrance, seed), [entrance.name for entrance in ENTRANCES]):
            numbers |= numbers_of
            tell(f"{numbers_of}")
    return {"files at each entrance": EACH, "entrances": numbers}


def fuzz_entrance(seed: int, name: str) -> dict[str, Any]:
    """Spoil the files of one entrance. Raises ProofError."""
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")  # a ZIP may name one thing twice
    entrance = next(one for one in ENTRANCES if one.name == name)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = f"{folder}/data"
        tempfile.tempdir = f"{folder}/tmp"  # nothing is to be left there either
        Path(tempfile.tempdir).mkdir()
        first = fuzz(entrance, Path(folder), EACH // 2, seed)
        before = memory()  # by now all is loaded that will be
        second = fuzz(entrance, Path(folder), EACH // 2, -seed)
        growth = memory() - before
    if wrongs := [*first.wrongs, *second.wrongs]:
        raise ProofError(f"{name}, seed {seed}: {len(wrongs)}: {wrongs[0]}")
    if growth > MOST_GROWTH:
        raise ProofError(f"{name}, seed {seed}: its process has grown by {growth / 1e6:.1f} MB")
    slowest = round(max(first.slowest, second.slowest), 3)
    return {
        name: {"taken": first.taken + second.taken, "refused": first.refused + second.refused, "slowest s": slowest}
    }
