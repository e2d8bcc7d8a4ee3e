"""Spoilt files at one entrance, in a process of its own: `python -m tests.hostile.one NAME NUMBER SEED FOLDER`; tells JSON."""

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

WARM = 300  # files, after which all is loaded that will be


def main(name: str, number: str, seed: str, folder: str) -> None:
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")  # a ZIP may name one thing twice
    tempfile.tempdir = f"{folder}/tmp"  # nothing is to be left there either
    Path(tempfile.tempdir).mkdir()
    entrance = next(one for one in ENTRANCES if one.name == name)
    warm = fuzz(entrance, Path(folder), WARM, -1)
    before, most = memory(), peak()
    found = fuzz(entrance, Path(folder), int(number), int(seed))
    told = {
        "taken": found.taken,
        "refused": found.refused,
        "slowest s": round(found.slowest, 3),
        "MB grown": round((memory() - before) / 1e6, 1),
        "MB more at most": round((peak() - most) / 1e6),
        "wrongs": [*warm.wrongs, *found.wrongs][:20],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
