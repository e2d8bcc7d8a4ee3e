"""Makes the boards of the sliding puzzle: run as a module to renew `content/slide.toml` (some minutes)."""

from __future__ import annotations

from random import Random

from companion.games.mansions.puzzles.slide_puzzle import EXIT, FILE, FREE, MARKED, SIZE
from companion.games.mansions.puzzles.solver import Maze, depths

HEAD = """\
# Boards of the sliding puzzle by the fewest moves that solve them, a block moved any distance being one move.
# Rows from the top, X the block that leaves on the right. Written by tests/games/mansions/slide_boards.py.
"""
LETTERS = "ABCDEFGHIJKLMNOP"
DEEPEST = 20
BOARDS = 24  # of each depth
RARE = 12  # boards of this depth are taken wherever they are found
MOST = 2500  # positions: the proof of a board stays a matter of milliseconds


def scattered(random: Random) -> tuple[str, ...] | None:
    """Blocks laid at random; None where too few found a place."""
    cells = [[FREE] * SIZE for _ in range(SIZE)]
    at = random.randint(0, SIZE - 2)
    cells[EXIT][at : at + 2] = MARKED * 2
    wanted, laid = random.randint(7, 13), 0
    for _ in range(200):
        if laid == wanted:
            return tuple("".join(row) for row in cells)
        length, across = random.choice((2, 2, 3)), random.random() < 0.5
        x, y = random.randint(0, SIZE - (length if across else 1)), random.randint(0, SIZE - (1 if across else length))
        places = [(x + k, y) if across else (x, y + k) for k in range(length)]
        if (across and y == EXIT) or any(cells[b][a] != FREE for a, b in places):
            continue
        for a, b in places:
            cells[b][a] = LETTERS[laid]
        laid += 1
    return None


def made(seed: int) -> dict[int, list[str]]:
    """So many boards of each depth; at most one of a depth comes from one set of blocks."""
    random, found = Random(seed), {depth: [] for depth in range(1, DEEPEST + 1)}
    while any(len(boards) < BOARDS for boards in found.values()):
        rows = scattered(random)
        if rows is None:
            continue
        there = depths(rows, MOST)
        maze, deepest = Maze(rows), max(there.values(), default=0)
        # a board of three moves out of a tangle of twelve is a better riddle than one out of an empty hall
        for depth in sorted({deepest, deepest // 2, deepest // 3, *range(RARE, deepest)} & found.keys()):
            if len(found[depth]) < BOARDS:
                found[depth].append(" ".join(maze.rows(random.choice([p for p in there if there[p] == depth]))))
        print({depth: len(boards) for depth, boards in found.items() if len(boards) < BOARDS}, end="\r")
    return found


def written(found: dict[int, list[str]]) -> str:
    lines = (
        f"{depth} = [\n" + "".join(f'  "{board}",\n' for board in boards) + "]\n" for depth, boards in found.items()
    )
    return HEAD + "\n[boards]\n" + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(written(made(1926)), encoding="utf-8")
