"""Script of a sequence: dice roll and rest, then a hand takes them or passes over them."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.rolls import RATE, State
from vision.training.trays.shapes.geometry import toward

Floats = NDArray[np.float64]
FPS = 10
MODES = ("remove", "remove", "hover", "remove", "reroll_one", "remove", "hover", "remove")
"""Modes of the sequences, in a cycle."""
MOST_FRAMES = 24
ABOVE = ((150, 55.0), (60, 55.0), (10, 55.0), (50, 55.0), (150, 55.0))
"""A hand that only passes: mm back from the middle of the dice, and mm above the felt."""
BEFORE, AT, BACK = ((110, 40.0), (18, 24.0)), (15, 24.0), (120, 45.0)
"""A hand that takes dice: coming, taking, going."""


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """Position of the fingertips, mm."""

    tip: Floats
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One frame."""

    moment: int | None
    """The state of the dice; None before they are thrown."""
    hand: Hand | None = None
    taken: tuple[int, ...] = ()
    """The dice that are gone from this frame on."""


@dataclass(frozen=True, slots=True, eq=False)
class Script:
    """All frames of one sequence."""

    frames: tuple[Frame, ...]
    settled: int
    """The first frame in which everything rests."""
    mode: str


def first_frames(states: int, still_from: int, rng: Generator) -> tuple[list[Frame], int]:
    """Empty frames, the roll, and some frames at rest; and the number of the settled one."""
    lead = int(rng.integers(1, 3))
    a_frame = RATE // FPS
    settled = lead + math.ceil(still_from / a_frame) + 1
    count = settled + int(rng.integers(4, 6))
    frames = [Frame(None if i < lead else min(states - 1, (i - lead) * a_frame)) for i in range(count)]
    return frames, settled


def script(first: list[Frame], settled: int, mode: str, angle: float, last: State, moment: int) -> Script:
    """Return the first frames and what a hand does after them; it comes from the direction `angle` (rad)."""
    back = toward(angle)
    places = [at[:2] for _, at in last]
    if mode == "hover":
        visits = [Frame(moment, Hand(np.mean(places, 0) + back * far, height)) for far, height in ABOVE]
    else:
        visits = [frame for group in _groups(mode, len(last)) for frame in _taking(group, places, back, moment)]
    frames = [*first, *visits, Frame(moment), Frame(moment)]
    return Script(tuple(frames[: max(MOST_FRAMES, settled + 1)]), settled, mode)


def _groups(mode: str, count: int) -> list[tuple[int, ...]]:
    """Dice that are taken together: one, all, or more than three in two halves."""
    if mode == "reroll_one":
        return [(0,)]
    everything = tuple(range(count))
    return [everything] if count <= 3 else [everything[: count // 2], everything[count // 2 :]]


def _taking(group: tuple[int, ...], places: list[Floats], back: Floats, moment: int) -> list[Frame]:
    middle = np.mean([places[i] for i in group], 0)
    coming = [Frame(moment, Hand(middle + back * far, height)) for far, height in BEFORE]
    taking = Frame(moment, Hand(middle + back * AT[0], AT[1]), group)
    return [*coming, taking, Frame(moment, Hand(middle + back * BACK[0], BACK[1]))]
