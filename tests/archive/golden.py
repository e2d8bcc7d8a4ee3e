"""Export files that every later version must accept. `python -m tests.archive.golden NAME` adds one per game.

Files are never replaced: players have such ones. After a change of format, fact or rule, add files under a new name.
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
