"""Examples on the disk: one file for each style or set, the fields of a record as arrays."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

PART = ".part.npz"
"""End of the name of a file that is not whole yet."""


def save(rows: Iterable[Any], path: Path) -> int:
    """Writes slotted records as arrays, whole or not at all; how many. An empty lot writes nothing."""
    kept = list(rows)
    if not kept:
        return 0
    columns = {name: np.array([getattr(row, name) for row in kept]) for name in type(kept[0]).__slots__}
    aside = path.with_suffix(PART)
    np.savez(aside, **columns)
    aside.replace(path)
    return len(kept)


def files(folder: Path) -> Iterator[Path]:
    """The finished files of a folder, sorted."""
    return (path for path in sorted(folder.glob("*.npz")) if not path.name.endswith(PART))


def load(folder: Path) -> dict[str, NDArray]:
    """All lots of a folder as one: arrays by the name of the field, and `lot`, the name of each row's file.

    Raises FileNotFoundError where there are none.
    """
    lots = {path.stem: np.load(path) for path in files(folder)}
    if not lots:
        raise FileNotFoundError(f"There are no examples in {folder}. vision/training/README.md says how to make them.")
    columns = {name: np.concatenate([lot[name] for lot in lots.values()]) for name in next(iter(lots.values())).files}
    return columns | {"lot": np.repeat(list(lots), [len(next(iter(lot.values()))) for lot in lots.values()])}
