"""Every command with nonsense words in every place: a sentence, an exit code, no traceback."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path
from unittest import mock

from tests.hostile.commands import call, calls, fault_of
from tests.proofs.proof import Numbers, ProofError, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    """All of them, whatever the seed. Raises ProofError with the first that result no sentence."""
    codes = Counter[int]()
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"XDG_DATA_HOME": f"{folder}/data"}):
        for words in calls():
            result = call(words, Path(folder))
            if why := fault_of(result):
                raise ProofError(f"{why} (seed {seed})")
            codes[result.code] += 1
    tell(f"{sum(codes.values())} calls")
    return {"calls": sum(codes.values()), "exit codes": {str(code): count for code, count in sorted(codes.items())}}
