"""Paste cut-out dice on many grounds.

python -m vision.training.cutouts PHOTOS --scenes 300 --seed 1 --out FOLDER --name C1 C2 --kept pieces.pkl
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from vision.training.cutouts.grounds import Grounds
from vision.training.cutouts.pieces import Pieces, kept
from vision.training.cutouts.scene import compose

QUALITY = 95
"""JPEG quality of the files: the camera of a scene has its own."""


def write(pieces: Pieces, folder: Path, count: int, seed: int) -> None:
    """Write so many scenes as `folder`/desk, labelled as rendered desks are."""
    rng = np.random.default_rng(seed)
    grounds = Grounds(pieces.grounds, rng)
    (folder / "desk" / "images").mkdir(parents=True, exist_ok=True)
    entries = []
    for number in range(count):
        scene = compose(pieces.dice, grounds, pieces.coins, rng)
        file = f"images/{folder.name}_{number:04}.jpg"
        cv2.imwrite(str(folder / "desk" / file), scene.image, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
        entries.append({"file": file, **scene.entry})
    (folder / "desk" / "labels.json").write_text(json.dumps(entries))


def main() -> None:
    """Read the arguments, cut, write one folder for each name."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("photos", type=Path, help="folder of the sets of photographs")
    options.add_argument("--scenes", type=int, default=300, help="pictures for each name")
    options.add_argument("--seed", type=int, default=1, help="of the first name; the next has the next")
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--name", nargs="+", default=["C1"], help="folders in OUT")
    options.add_argument("--kept", type=Path, help="where the cut-out pieces are kept, or were")
    told = options.parse_args()
    cv2.setNumThreads(1)
    pieces = kept(told.kept, told.photos)
    for place, name in enumerate(told.name):
        write(pieces, told.out / name, told.scenes, told.seed + place)
        print(name, told.scenes, flush=True)


if __name__ == "__main__":
    main()
