"""What a puzzle looks like at one moment, whatever its shape, and the words that all shapes share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.schema.prompt import Seat

Shape: TypeAlias = Literal["slide", "code", "image", "tower"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle of a scenario; it stays as it is left. `pieces` is read by the module of its shape."""

    shape: Shape
    level: int
    other_level: int
    pieces: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()  # guesses of a code
    fewest: int = 0  # steps that solve it from its beginning; 0 = not counted
    seat: Seat = ""  # who attempts it in this visit; "" = nobody has said
    rolled: bool = False  # the test of this visit was made
    steps: int = 0  # that are left in this visit
    moves: int = 0  # made in this visit
    total: int = 0  # made in all


@dataclass(frozen=True, slots=True)
class Move:
    """One step that is possible now. `id` is read by the module of the shape, `text` by people."""

    id: str
    text: str
