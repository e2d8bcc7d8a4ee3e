"""Draw labelled pictures of tables:  python -m vision.training.marched --scenes 200 --seed 1 --out FOLDER --name M1

They go to <out>/<name>/desk/. Existing pictures are skipped.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import cv2

from vision.training.marched.contents import MIXES, Mix
from vision.training.marched.scenes import take
from vision.training.trays.scenes.shelf import Shelf

SAVED_EVERY = 20


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m vision.training.marched", description=__doc__)
    made.add_argument("--scenes", type=int, default=200, help="how many pictures")
    made.add_argument("--seed", type=int, default=1, help="another seed gives other pictures")
    made.add_argument("--out", type=Path, default=Path("marched"))
    made.add_argument("--name", default="M1", help="stands for the style: pictures go to <out>/<name>/desk/")
    made.add_argument("--mix", default="dice", choices=tuple(MIXES), help="what lies on the tables")
    return made


def run(folder: Path, name: str, seed: int, scenes: int, mix: Mix) -> int:
    """Draw the missing pictures and print the progress. Returns how many were drawn."""
    shelf, started, made = Shelf(folder), time.monotonic(), 0
    for number in range(scenes):
        file = f"images/{name}_s{seed}_{number:04d}.jpg"
        if shelf.has(file):
            continue
        shelf.add(file, take(seed, number, mix))
        made += 1
        if made % SAVED_EVERY == 0:
            shelf.save()
            print(f"{name}: {made}, {(time.monotonic() - started) / made:.2f} s each", flush=True)
    shelf.save()
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    made = parser()
    chosen = made.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        run(chosen.out / chosen.name / "desk", chosen.name, chosen.seed, chosen.scenes, MIXES[chosen.mix])
    except ModuleNotFoundError as missing:
        made.error(f"Drawing needs the package {missing.name}: uv sync --group train, see vision/training/README.md.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
