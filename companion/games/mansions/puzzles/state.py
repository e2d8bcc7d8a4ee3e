"""What a puzzle looks like at one moment, whatever its shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle of a scenario; it stays as it is left. `pieces` is read by the module of its shape."""

    shape: Literal["slide", "code", "image", "tower"]
    level: int
    other_level: int
    pieces: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()  # guesses of a code
    steps: int = 0  # that are left in this visit
    moves: int = 0  # made in this visit
    total: int = 0  # made in all
