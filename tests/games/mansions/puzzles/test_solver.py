"""The solver of the sliding puzzle, against boards that one can solve by eye and against the moves of the page."""

from __future__ import annotations

import pytest

from companion.games.mansions.puzzles import Puzzle, slide_puzzle, solver

FREE = ("......", "......", "XX....", "......", "......", "......")
ONE_IN_THE_WAY = ("......", "..A...", "XXA...", "......", "......", "......")
SHUT = ("..A...", "..A...", "XXA...", "..B...", "..B...", "..B...")


@pytest.mark.parametrize(("rows", "depth"), [(FREE, 1), (ONE_IN_THE_WAY, 2), (SHUT, None)], ids=["free", "one", "shut"])
def test_the_fewest_moves_are_found(rows, depth):
    assert solver.fewest(rows) == depth


def test_a_solved_board_takes_no_move():
    assert solver.fewest(("......", "......", "....XX", "......", "......", "......")) == 0


def test_a_path_is_as_long_as_the_fewest_moves_and_ends_in_the_opening():
    way = solver.shortest_path(ONE_IN_THE_WAY)
    assert len(way) == 2
    assert way[-1][slide_puzzle.EXIT].endswith("XX")
    assert solver.shortest_path(SHUT) == ()


def test_positions_are_those_that_the_moves_of_the_page_lead_to():
    rows = slide_puzzle.begin(12, 5).pieces
    puzzle, maze = Puzzle("slide", 12, 0, pieces=rows), solver.Maze(rows)
    assert maze.rows(maze.start) == rows
    by_page = {slide_puzzle.moved(puzzle, move.id).pieces for move in slide_puzzle.moves(puzzle)}
    assert {maze.rows(position) for position in maze.after(maze.start)} == by_page
