"""Examples on the disk."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from vision.training.lots import files, load, save


@dataclass(frozen=True, slots=True)
class Row:
    """A small record."""

    image: np.ndarray
    value: str


ROWS = [Row(np.full((2, 2), k, np.uint8), str(k)) for k in range(3)]


def test_what_was_saved_comes_back_lot_after_lot(tmp_path: Path) -> None:
    assert save(ROWS, tmp_path / "a.npz") == 3
    assert save(ROWS[:1], tmp_path / "b.npz") == 1
    columns = load(tmp_path)
    assert columns["value"].tolist() == ["0", "1", "2", "0"]
    assert columns["image"].shape == (4, 2, 2)
    assert columns["lot"].tolist() == ["a", "a", "a", "b"]


def test_an_empty_lot_and_half_a_file_are_no_lots(tmp_path: Path) -> None:
    assert save([], tmp_path / "a.npz") == 0
    (tmp_path / "b.part.npz").touch()
    assert list(files(tmp_path)) == []
    with pytest.raises(FileNotFoundError, match="no examples"):
        load(tmp_path)
