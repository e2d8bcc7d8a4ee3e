"""The files of today that must be taken for ever: `python -m tests.archive.golden NAME` keeps one more of each game.

A file is never made anew: people have such ones. Where a format, a fact or a rule changes, today's are kept under another name beside them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from companion import games
from tests.archive.houses import Place, short

FOLDER = Path(__file__).parent / "golden"


def main(name: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in games.names():
        with tempfile.TemporaryDirectory() as folder:
            place = Place(Path(folder))
            place.lay(short(game))
            there = FOLDER / f"{game}-{name}.lamplight"
            if there.exists():
                raise SystemExit(f"{there} is there already, and people have files like it: take another name.")
            there.write_bytes(place.desk.keep("t1")[1])
            place.log.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
