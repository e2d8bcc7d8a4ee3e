"""Puzzles: their kinds, their state, and how they are solved."""

from __future__ import annotations

from companion.games.mansions.puzzles.puzzle import SEEDS, Puzzle
from companion.games.mansions.puzzles.puzzle_kinds import moved
from companion.games.mansions.puzzles.solver import next_step

__all__ = [
    "SEEDS",
    "Puzzle",
    "moved",
    "next_step",
]
