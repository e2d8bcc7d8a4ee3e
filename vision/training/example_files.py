"""Examples on the disk: one file for each style or set, the fields of a record as arrays."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.pictures import TAUGHT, Picture, lessons, renders

PART = ".part.npz"
"""End of the name of a file that is not whole yet."""


def save(rows: Iterable[Any], path: Path) -> int:
    """Write slotted records as arrays, whole or not at all; how many. No records write nothing."""
    kept = list(rows)
    if not kept:
        return 0
    columns = {name: np.array([getattr(row, name) for row in kept]) for name in type(kept[0]).__slots__}
    aside = path.with_suffix(PART)
    np.savez(aside, **columns)
    aside.replace(path)
    return len(kept)


def arguments(options: ArgumentParser) -> Namespace:
    """Parse the arguments of an example cutter; create the folder, and limit OpenCV to one thread."""
    options.add_argument("renders", nargs="*", type=Path, help="folders of rendered styles")
    options.add_argument("--photos", type=Path, help="folder of the sets of photographs")
    options.add_argument("--out", type=Path, required=True, help="where the examples are kept")
    told = options.parse_args()
    told.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    return told


def cut_out(told: Namespace, examples: Callable[[Picture], Iterable[Any]]) -> None:
    """Save the examples of each rendered style and of the photographs, as `arguments` tells."""
    for folder in told.renders:
        _cut(renders(folder), examples, told.out / f"{folder.name}.npz")
    for name in TAUGHT if told.photos else ():
        _cut(lessons(told.photos / name), examples, told.out / f"{name}.npz")


def _cut(pictures: Iterable[Picture], examples: Callable[[Picture], Iterable[Any]], path: Path) -> None:
    count = save((row for picture in pictures for row in examples(picture)), path)
    print(path.stem, count, flush=True)


def files(folder: Path) -> Iterator[Path]:
    """Return the finished files of a folder, sorted."""
    return (path for path in sorted(folder.glob("*.npz")) if not path.name.endswith(PART))


def load(folder: Path) -> dict[str, NDArray]:
    """Load all files of a folder as one: arrays by field name, and `lot`, the file name of each row.

    Raises FileNotFoundError for an empty folder.
    """
    lots = {path.stem: np.load(path) for path in files(folder)}
    if not lots:
        raise FileNotFoundError(f"There are no examples in {folder}. vision/training/README.md says how to make them.")
    columns = {name: np.concatenate([lot[name] for lot in lots.values()]) for name in next(iter(lots.values())).files}
    return columns | {"lot": np.repeat(list(lots), [len(next(iter(lot.values()))) for lot in lots.values()])}
