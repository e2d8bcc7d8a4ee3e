"""Puzzles: their kinds, their state and a solver."""

from __future__ import annotations

from companion.games.mansions.puzzles.puzzle import SEEDS, Puzzle
from companion.games.mansions.puzzles.puzzle_kinds import begin_puzzle, is_solved, make_step, moves_of
from companion.games.mansions.puzzles.solver import next_step
