"""Every command with nonsense words in every place: a sentence, an exit code, no traceback."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path
from unittest import mock

from tests.hostile.commands import call, calls, wrong
from tests.proofs.proof import Numbers, ProofError, Tell


def prove(seed: int, tell: Tell) -> Numbers:
    """All of them, whatever the seed. Raises ProofError with the first that said no sentence."""
    codes = Counter[int]()
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"XDG_DATA_HOME": f"{folder}/data"}):
        for words in calls():
            said = call(words, Path(folder))
            if why := wrong(said):
                raise ProofError(f"{why} (seed {seed})")
            codes[said.code] += 1
    tell(f"{sum(codes.values())} calls")
    return {"calls": sum(codes.values()), "exit codes": {str(code): count for code, count in sorted(codes.items())}}
