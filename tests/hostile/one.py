"""Spoil files at one entrance in a separate process: `python -m tests.hostile.one NAME NUMBER SEED FOLDER`. Prints JSON."""

from __future__ import annotations

import json
import logging
import sys
import tempfile
import warnings
from pathlib import Path

from tests.hostile.entrances import ENTRANCES
from tests.hostile.files import fuzz, peak
from tests.hostile.memory import memory


def main(name: str, number: str, seed: str, folder: str) -> None:
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")  # a ZIP may name one thing twice
    tempfile.tempdir = f"{folder}/tmp"  # nothing is to be left there either
    Path(tempfile.tempdir).mkdir()
    entrance = next(one for one in ENTRANCES if one.name == name)
    begun, half = peak(), int(number) // 2  # by then all is loaded that will be: what grows on is lost
    first = fuzz(entrance, Path(folder), half, int(seed))
    before = memory()
    then = fuzz(entrance, Path(folder), int(number) - half, -int(seed))
    told = {
        "taken": first.taken + then.taken,
        "refused": first.refused + then.refused,
        "slowest s": round(max(first.slowest, then.slowest), 3),
        "MB grown in the second half": round((memory() - before) / 1e6, 1),
        "MB more at most": round((peak() - begun) / 1e6),
        "wrongs": [*first.wrongs, *then.wrongs][:20],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
